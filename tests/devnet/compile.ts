import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Hex } from 'viem'

const here = import.meta.dirname
const sources = join(here, 'contracts')
const build = join(here, 'build')
const files = ['Permit2.sol', 'X402Permit2Proxies.sol'] as const
const contracts = ['Permit2', 'X402ExactPermit2Proxy', 'X402UptoPermit2Proxy'] as const

/** A contract of tests/devnet/contracts. */
export type ContractName = (typeof contracts)[number]

/** Runtime code of each of our contracts, as `anvil_setCode` takes it. */
export type RuntimeCode = Record<ContractName, Hex>

const paywallPackage = '@x402/paywall@2.12.0'
const paywallIntegrity =
  'CM+urOudWVKrmOpt0/KQx6ZUKSopMp2pujPSQsjMVNcFbJtlMzs36QQ1Usxj/2Iy61T66LN+YdT/4mJSZdCdqw=='

/** Where the official paywall's module lies once it was fetched. */
export const paywallModule = join(build, 'paywall', 'package', 'dist', 'cjs', 'evm', 'index.cjs')

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
}

interface Solc {
  compile(input: string): string
}

/**
 * Gives the runtime code of our contracts, compiling them when a source changed.
 *
 * The result is kept in `build/contracts.json` under the hash of its input. The compiler takes about a
 * second to load, so it is loaded only when it is needed.
 *
 * @throws Error with the compiler's own messages when a source does not compile
 */
export function ensureContracts(): RuntimeCode {
  const input = compilerInput()
  const hash = createHash('sha256').update(input).digest('hex')
  const path = join(build, 'contracts.json')
  if (existsSync(path)) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { hash: string; code: RuntimeCode }
    if (kept.hash === hash) return kept.code
  }
  const code = compile(input)
  writeWhole(path, JSON.stringify({ hash, code }, null, 2))
  return code
}

/**
 * Fetches the official paywall page with `npm pack`, unless it is there already.
 *
 * The package cannot be a dependency: as a peer it conflicts with the server's version. Its tarball is
 * checked against a pinned digest before it is unpacked.
 *
 * @returns whether the page is there; false where the registry cannot be reached
 */
export async function ensurePaywall(): Promise<boolean> {
  if (existsSync(paywallModule)) return true
  const run = promisify(execFile)
  mkdirSync(build, { recursive: true })
  const work = mkdtempSync(join(build, 'paywall-'))
  try {
    await run('npm', ['pack', paywallPackage, '--silent', '--pack-destination', work], { timeout: 120_000 })
    const tarball = join(work, 'x402-paywall-2.12.0.tgz')
    const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64')
    if (digest !== paywallIntegrity) throw new Error(`${paywallPackage} is not the package that was pinned`)
    await run('tar', ['-xzf', tarball, '-C', work])
    rmSync(tarball)
    if (!existsSync(paywallModule)) renameSync(work, join(build, 'paywall'))
    return true
  } catch (error) {
    console.warn(`The official paywall page is not available: ${String(error)}`)
    return false
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function compilerInput(): string {
  return JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(files.map((f) => [f, { content: readFileSync(join(sources, f), 'utf8') }])),
    settings: {
      // Without the intermediate representation the witness functions run out of stack slots.
      viaIR: true,
      optimizer: { enabled: true, runs: 200 },
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  })
}

function compile(input: string): RuntimeCode {
  const solc = createRequire(import.meta.url)('solc') as Solc
  const output = JSON.parse(solc.compile(input)) as SolcOutput
  const errors = (output.errors ?? []).filter((e) => e.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((e) => e.formattedMessage).join('\n'))
  const compiled = Object.assign({}, ...Object.values(output.contracts ?? {})) as Record<
    string,
    { evm: { deployedBytecode: { object: string } } }
  >
  const codeOf = (name: ContractName): Hex => {
    const object = compiled[name]?.evm.deployedBytecode.object
    if (!object) throw new Error(`the compiler gave no code for ${name}`)
    return `0x${object}`
  }
  return {
    Permit2: codeOf('Permit2'),
    X402ExactPermit2Proxy: codeOf('X402ExactPermit2Proxy'),
    X402UptoPermit2Proxy: codeOf('X402UptoPermit2Proxy'),
  }
}

/** Test workers may get here at once: a reader must never see half a file. */
function writeWhole(path: string, text: string): void {
  mkdirSync(build, { recursive: true })
  const half = `${path}.${process.pid}`
  writeFileSync(half, text)
  renameSync(half, path)
}

if (process.argv[1] === import.meta.filename) {
  ensureContracts()
  await ensurePaywall()
}

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { createChains } from '@/lib/chain/chain'
import { createRpc } from '@/lib/chain/rpc'
import { checkFile } from '@/lib/receipt/check'
import { readReceiptFile } from '@/lib/receipt/format'
import { type Check, check, open } from '@/lib/receipt/line'
import { checkOnChain } from '@/lib/receipt/on-chain'

/** What a run comes to: lines for standard output, one line for standard error, and the exit code. */
export type Outcome = {
  readonly lines: readonly string[]
  readonly problem: string | null
  readonly code: 0 | 1 | 2
}

const USAGE = 'usage: verify-receipt FILE [--rpc URL]'
const unusable = (problem: string): Outcome => ({ lines: [], problem, code: 2 })

/** Runs the command with these arguments; see scripts/verify-receipt.ts. */
export async function runVerify(args: readonly string[]): Promise<Outcome> {
  const at = args.indexOf('--rpc')
  const rpc = at < 0 ? null : (args[at + 1] ?? '')
  const [name, ...others] = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)]
  if (name === undefined || name.startsWith('--') || others.length > 0) return unusable(USAGE)
  if (rpc !== null && !/^https?:\/\//.test(rpc))
    return unusable(`${USAGE}: the URL is that of a node, http or https`)
  // npm runs scripts in the folder of the package, and says where it was called.
  const called = resolve(process.env.INIT_CWD ?? '', name)
  let text: string
  try {
    text = readFileSync(existsSync(called) ? called : resolve(name), 'utf8')
  } catch (error) {
    return unusable(`cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return await verify(text, rpc)
}

/**
 * Checks the text of one file.
 *
 * @param rpc a node of the payment's network; null to leave the chain aside
 */
export async function verify(text: string, rpc: string | null): Promise<Outcome> {
  const read = readReceiptFile(text)
  if (!read.ok) return { lines: [], problem: read.error, code: 1 }
  const { checks, facts } = checkFile(read.value)
  const all = [check('file: digest', true, '', read.value.digest), ...checks, ...(await chainOf(rpc, facts))]
  const count = (verdict: Check['verdict']) => all.filter((each) => each.verdict === verdict).length
  const sum = `${count('ok')} right, ${count('wrong')} wrong, ${count('open')} not checked`
  return { lines: [...all.map(lineOf), sum], problem: null, code: count('wrong') > 0 ? 1 : 0 }
}

async function chainOf(
  rpc: string | null,
  facts: ReturnType<typeof checkFile>['facts'],
): Promise<readonly Check[]> {
  if (facts === null) return []
  if (rpc === null) return [open('on chain', 'no node was named: --rpc URL')]
  const id = /^eip155:(\d+)$/.exec(facts.network)?.[1]
  return await checkOnChain(createChains(createRpc())(rpc, Number(id ?? 0)), facts)
}

const WORDS = { ok: 'ok   ', wrong: 'WRONG', open: 'open ' } as const

/** What a receipt holds is its writer's, also where it should be plain: no control character reaches a terminal. */
const lineOf = ({ what, verdict, detail }: Check): string =>
  `${WORDS[verdict]} ${what}${detail === '' ? '' : `: ${detail}`}`
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
    .slice(0, 600)

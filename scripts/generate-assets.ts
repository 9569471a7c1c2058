import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEFAULT_ASSETS } from '@x402/evm'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'

/**
 * Writes the pinned tables of networks, default assets and v1 network names from the official packages.
 * Solana's are those of @x402/svm as tests/vectors/default-assets.json records them: the package brings a
 * whole Solana client along, and nothing here pays there.
 *
 * The packages know neither a chain's name nor whether it is a testnet: those come from
 * tests/vectors/default-assets.json, and a network that is missing there stops the script.
 * With `--check` nothing is written, and a difference ends with exit code 1.
 */
type Row = { network: string; chainId: number; chain: string; testnet: boolean }
type SvmRow = { network: string; cluster: string; symbol: string; asset: string; decimals: number }

const target = new URL('../lib/core/assets/default-assets.ts', import.meta.url)
const vectors = JSON.parse(
  readFileSync(new URL('../tests/vectors/default-assets.json', import.meta.url), 'utf8'),
) as {
  families: { evm: { assets: Row[] }; svm: { assets: SvmRow[] } }
}
const described = new Map(vectors.families.evm.assets.map((row) => [row.network, row]))
const quote = (text: string) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`

const networks: string[] = []
const assets: string[] = []
for (const [network, published] of Object.entries(DEFAULT_ASSETS)) {
  const row = described.get(network)
  if (!row)
    throw new Error(`${network} is new in the package: give it a name and say whether it is a testnet`)
  networks.push(
    `  { id: ${quote(network)}, chainId: ${row.chainId}, name: ${quote(row.chain)}, testnet: ${row.testnet} },`,
  )
  for (const a of published) {
    assets.push(
      `  { network: ${quote(network)}, asset: ${quote(a.asset)}, symbol: ${quote(a.symbol)}, decimals: ${a.decimals}, name: ${quote(a.name)}, version: ${quote(a.version)}, method: ${quote(a.assetTransferMethod ?? 'eip3009')}, testnet: ${row.testnet} },`,
    )
  }
}

const svmAssets = vectors.families.svm.assets.map(
  (a) =>
    `  { network: ${quote(a.network)}, asset: ${quote(a.asset)}, symbol: ${quote(a.symbol)}, decimals: ${a.decimals}, testnet: ${a.cluster !== 'mainnet'} },`,
)

const v1Names = Object.entries(EVM_NETWORK_CHAIN_ID_MAP).map(
  ([name, chainId]) => `  [${quote(name)}, 'eip155:${chainId}'],`,
)

const source = `// Written by scripts/generate-assets.ts from @x402/evm and the record of @x402/svm; do not edit.
import type { EvmAsset, EvmNetwork, SvmAsset } from './types'

/** Every EVM network that has a default asset. */
export const EVM_NETWORKS: readonly EvmNetwork[] = [
${networks.join('\n')}
]

/** Dollar tokens that the published clients recognise, with what their EIP-712 domain is pinned to. */
export const DEFAULT_ASSETS: readonly EvmAsset[] = [
${assets.join('\n')}
]

/** Those on Solana, where limits count and nothing is paid. */
export const SVM_DEFAULT_ASSETS: readonly SvmAsset[] = [
${svmAssets.join('\n')}
]

/** CAIP-2 ids by the name that x402 v1 gives a network; networks that came later have none. */
export const V1_EVM_NAMES: ReadonlyMap<string, string> = new Map([
${v1Names.join('\n')}
])
`
// The formatter decides about line breaks, so that the check and the linter agree on one text.
const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url))
const text = execFileSync(biome, ['format', `--stdin-file-path=${fileURLToPath(target)}`], {
  input: source,
  encoding: 'utf8',
})

if (process.argv.includes('--check')) {
  const present = readFileSync(target, 'utf8')
  const same = present === text
  process.stdout.write(
    same ? 'default assets are up to date\n' : 'default assets differ from the installed packages\n',
  )
  process.exitCode = same ? 0 : 1
} else {
  writeFileSync(target, text)
  process.stdout.write(
    `${assets.length} assets on ${networks.length} networks, ${svmAssets.length} on Solana\n`,
  )
}

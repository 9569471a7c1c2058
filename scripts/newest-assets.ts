import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { DEFAULT_ASSETS } from '../lib/core/assets/default-assets'

/**
 * Says where the newest published @x402/evm has other default assets than the wallet pins. It asks the
 * package registry, so it is no part of the tests. Exit code 1 where they differ.
 */
type Published = {
  asset: string
  symbol: string
  decimals: number
  name: string
  version: string
  assetTransferMethod?: string
}

const root = join(import.meta.dirname, '..')
// Below node_modules, so that the package finds what it depends on.
const folder = join(root, 'node_modules/.cache/newest-x402-evm')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '@x402/evm@latest', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
  }),
) as { filename: string; version: string }[]
if (!packed) throw new Error('npm pack gave nothing')
execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder])
const newest = (await import(pathToFileURL(join(folder, 'package/dist/esm/index.mjs')).href)) as {
  DEFAULT_ASSETS: Record<string, Published[]>
}

const line = (network: string, a: Published & { method?: string }) =>
  [
    network,
    a.asset,
    a.symbol,
    a.decimals,
    a.name,
    a.version,
    a.method ?? a.assetTransferMethod ?? 'eip3009',
  ].join(' ')
const ours = new Set(DEFAULT_ASSETS.map((a) => line(a.network, a)))
const theirs = new Set(
  Object.entries(newest.DEFAULT_ASSETS).flatMap(([network, list]) => list.map((a) => line(network, a))),
)
const added = [...theirs].filter((row) => !ours.has(row)).map((row) => `new      ${row}`)
const gone = [...ours].filter((row) => !theirs.has(row)).map((row) => `not there ${row}`)
for (const row of [...added, ...gone]) process.stdout.write(`${row}\n`)
const differ = added.length + gone.length > 0
process.stdout.write(
  `@x402/evm ${packed.version}: ${differ ? 'differs from' : 'has the same'} default assets\n`,
)
process.exitCode = differ ? 1 : 0

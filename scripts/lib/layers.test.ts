import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type IConfiguration, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const rules: IConfiguration = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'))

/** A small tree that keeps every layer; each case below adds one import that breaks one rule. */
const SOUND: Readonly<Record<string, string>> = {
  'lib/core/money/amount.ts': "import { sha256 } from '@noble/hashes/sha2'\nexport const amount = sha256",
  'lib/wire/http/read.ts': "import { amount } from '@/lib/core/money/amount'\nexport const read = amount",
  'lib/schemes/evm/sign.ts':
    "import { secp256k1 } from '@noble/curves/secp256k1'\nexport const sign = secp256k1",
  'lib/vault/keys.ts': 'export const keys = 1',
  'lib/chain/rpc.ts': 'export const rpc = 1',
  'lib/ledger/read/rows.ts': 'export const rows = 1',
  'lib/ledger/write/add.ts': 'export const add = 1',
  'lib/payments/pay.ts': "import { add } from '@/lib/ledger/write/add'\nexport const pay = add",
  'lib/payments/envelope.ts': 'export const envelope = 1',
  'lib/views/limits.ts':
    "import { rows } from '@/lib/ledger/read/rows'\nimport { envelope } from '@/lib/payments/envelope'\nexport const limits = [rows, envelope]",
  'lib/page/ask.ts': "import type { Pay } from '@/lib/doors/door'\nexport const ask = (pay: Pay) => pay",
  'lib/page/api/channel.ts': 'export const call = 1',
  'lib/page/api/agent.ts': "import { read } from '@/lib/wire/http/read'\nexport const agent = read",
  'lib/doors/door.ts': 'export type Pay = number',
  'components/Amount.tsx': "import { rows } from '@/lib/ledger/read/rows'\nexport const Amount = () => rows",
  'entrypoints/background/index.ts': "import { pay } from '@/lib/payments/pay'\nexport default pay",
  'entrypoints/page.content.ts': "import { ask } from '@/lib/page/ask'\nexport default ask",
  'entrypoints/popup/main.tsx': "import { Amount } from '@/components/Amount'\nexport default Amount",
  'entrypoints/options/main.tsx': "import { Amount } from '@/components/Amount'\nexport default Amount",
}

/** Rule, the file that breaks it, and the line that does. */
const BREACHES: readonly (readonly [rule: string, file: string, line: string])[] = [
  ['no-circular', 'lib/ledger/write/add.ts', "import { pay } from '@/lib/payments/pay'"],
  ['not-resolvable', 'lib/payments/pay.ts', "import { nothing } from './nothing'"],
  ['core-is-pure', 'lib/core/money/amount.ts', "import { keys } from '@/lib/vault/keys'"],
  ['core-is-pure', 'lib/core/money/amount.ts', "import { parseUnits } from 'viem'"],
  ['core-is-pure', 'lib/core/money/amount.ts', "import type { Pay } from '@/lib/doors/door'"],
  ['wire-is-pure', 'lib/wire/http/read.ts', "import { rpc } from '@/lib/chain/rpc'"],
  ['wire-is-pure', 'lib/wire/http/read.ts', "import { sha256 } from '@noble/hashes/sha2'"],
  ['schemes-know-core-and-viem', 'lib/schemes/evm/sign.ts', "import { keys } from '@/lib/vault/keys'"],
  ['components-hold-no-money', 'components/Amount.tsx', "import { keys } from '@/lib/vault/keys'"],
  ['components-hold-no-money', 'components/Amount.tsx', "import { pay } from '@/lib/payments/pay'"],
  ['components-hold-no-money', 'components/Amount.tsx', "import { add } from '@/lib/ledger/write/add'"],
  ['components-hold-no-money', 'components/Amount.tsx', "import { rpc } from '@/lib/chain/rpc'"],
  ['screens-hold-no-money', 'entrypoints/popup/main.tsx', "import { keys } from '@/lib/vault/keys'"],
  ['contexts-stay-apart', 'entrypoints/popup/main.tsx', "import '@/entrypoints/options/main'"],
  ['contexts-stay-apart', 'entrypoints/popup/main.tsx', "import '@/entrypoints/background'"],
  ['nothing-imports-an-entry', 'lib/payments/pay.ts', "import '@/entrypoints/background'"],
  ['lib-knows-no-screens', 'lib/doors/door.ts', "import { Amount } from '@/components/Amount'"],
  ['lib-knows-no-screens', 'lib/doors/door.ts', "import { useState } from 'react'"],
  ['content-scripts-are-small', 'entrypoints/page.content.ts', "import { rpc } from '@/lib/chain/rpc'"],
  ['content-scripts-are-small', 'entrypoints/page.content.ts', "import * as z from 'zod/mini'"],
  ['page-modules-are-small', 'lib/page/ask.ts', "import { read } from '@/lib/wire/http/read'"],
  ['the-provider-reads-protocols', 'lib/page/api/agent.ts', "import { rpc } from '@/lib/chain/rpc'"],
  ['the-provider-reads-protocols', 'lib/page/api/agent.ts', "import { isHex } from 'viem/utils'"],
  ['watching-needs-no-provider', 'lib/page/ask.ts', "import { call } from '@/lib/page/api/channel'"],
  ['ledger-is-written-in-the-background', 'lib/chain/rpc.ts', "import { add } from '@/lib/ledger/write/add'"],
  ['reads-write-nothing', 'lib/ledger/read/rows.ts', "import { add } from '@/lib/ledger/write/add'"],
  ['views-only-read', 'lib/views/limits.ts', "import { pay } from '@/lib/payments/pay'"],
  ['views-only-read', 'lib/views/limits.ts', "import { keys } from '@/lib/vault/keys'"],
  ['views-only-read', 'lib/views/limits.ts', "import { add } from '@/lib/ledger/write/add'"],
  ['no-x402-packages', 'lib/payments/pay.ts', "import '@x402/evm'"],
  ['no-dev-dependencies', 'lib/payments/pay.ts', "import fc from 'fast-check'"],
  ['no-all-chains', 'lib/chain/rpc.ts', "import { base } from 'viem/chains'"],
  ['zod-mini-only', 'lib/doors/door.ts', "import { z } from 'zod'"],
  ['no-node-builtins', 'lib/payments/pay.ts', "import { readFileSync } from 'node:fs'"],
]

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-layers-')))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  symlinkSync(join(repository, 'package.json'), join(root, 'package.json'))
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { paths: { '@/*': ['./*'] } } }),
  )
  for (const [file, text] of Object.entries(SOUND)) write(file, text)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), `${text}\n`)
}

/** Names of the rules that the tree breaks, each with the file that breaks it. */
async function broken(): Promise<string[]> {
  const tsConfig = join(root, 'tsconfig.json')
  const options: ICruiseOptions = {
    ...rules.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules.forbidden ?? [] },
    tsConfig: { fileName: tsConfig },
  }
  const { output } = await cruise(
    ['lib', 'entrypoints', 'components'],
    options,
    rules.options?.enhancedResolveOptions ?? {},
    { tsConfig: extractTSConfig(tsConfig) },
  )
  if (typeof output === 'string') throw new Error('expected a result, not a text')
  return (output satisfies ICruiseResult).summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
}

describe('the layers', () => {
  it('have nothing against a tree that keeps them', async () => {
    expect(await broken()).toEqual([])
  })

  it.each(BREACHES)('break by %s when %s says "%s"', async (rule, file, line) => {
    write(file, `${line}\n${SOUND[file]}`)
    expect(await broken()).toContain(`${rule}: ${file}`)
  })

  it('are each shown to break', () => {
    const named = rules.forbidden?.map((rule) => rule.name)
    expect(new Set(BREACHES.map(([rule]) => rule))).toEqual(new Set(named))
  })
})

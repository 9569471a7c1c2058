import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { decide } from '@/lib/core/admission/decide'
import { base, usdc } from '@/lib/core/admission/testing'
import type { AdmissionInput, AttemptFacts } from '@/lib/core/admission/types'
import { isRecord } from '@/lib/core/json/parse'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import { importControls } from '@/lib/core/policy/official'
import { readInput } from '@/scripts/decide/input'

/** The first of anvil's test keys, which everybody knows. */
const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const NOW = base.now
const ASKER = 'https://agent.example'
const ITEM = `${ASKER}/item/1`

type Members = Readonly<Record<string, unknown>>
type Row = { readonly offer: string; readonly outcomes: readonly string[] }
type Example = { readonly title: string; readonly block: Members; readonly rows: readonly Row[] }

const members = (value: unknown): Members => (isRecord(value) ? value : {})

const page = readFileSync(resolve(import.meta.dirname, '../../docs/hardening.md'), 'utf8')

/** Each JSON block with the bold words before it and the rows of the table after it. */
const examples: readonly Example[] = page.split('```json\n').flatMap((part, i, parts) => {
  if (i === 0) return []
  const [json = '', after = ''] = part.split('\n```\n')
  const before = parts[i - 1] ?? ''
  const rows = [...(after.split('\n\n**')[0] ?? '').matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)]
  return [
    {
      title: [...before.matchAll(/^\*\*(.*?)\*\*/gm)].at(-1)?.[1] ?? '',
      block: members(JSON.parse(json)),
      rows: rows.map(([, offer = '', cells = '']) => ({ offer, outcomes: cells.split(' | ') })),
    },
  ]
})

const offers = members(examples.at(-1)?.block.offers)
const configurations = examples.filter(({ block }) => Object.hasOwn(block, 'spendControls'))
const wallets = examples.filter(
  ({ block }) => !Object.hasOwn(block, 'spendControls') && !Object.hasOwn(block, 'offers'),
)
const cases = (of: readonly Example[]) =>
  of.flatMap(({ title, block, rows }) => rows.map((row) => ({ title, block, ...row })))

const quoteOf = (name: string): PaymentRequired => {
  const offer = offers[name]
  if (!isRecord(offer)) throw new Error(`the page names no offer "${name}"`)
  // Some offers are not of the published type, on purpose: that is what they show.
  return {
    x402Version: 2,
    resource: { url: ITEM },
    accepts: [{ ...usdc, ...offer }],
  } as unknown as PaymentRequired
}

/** What the published client signs with this configuration, in the words of the page. */
async function published({ spendControls, rewrite, calls }: Members, offer: string): Promise<string> {
  const client = new x402Client()
  registerExactEvmScheme(client, { signer, networks: ['eip155:8453', 'eip155:84532'] })
  client.setSpendControls(spendControls as Parameters<typeof client.setSpendControls>[0])
  if (isRecord(rewrite)) {
    client.registerPolicy((_, list) => list.map((o) => ({ ...o, ...rewrite }) as PaymentRequirements))
  }
  const nonces = new Set<unknown>()
  let line = ''
  for (let i = 0; i < (typeof calls === 'number' ? calls : 1); i++) {
    try {
      const { payload } = await client.createPaymentPayload(quoteOf(offer))
      const eip3009 = members(payload.authorization)
      const permit2 = members(payload.permit2Authorization)
      const until = Number(eip3009.validBefore ?? permit2.deadline)
      nonces.add(eip3009.nonce ?? permit2.nonce)
      line = `signs ${eip3009.value ?? members(permit2.permitted).amount} for ${until - NOW} s`
    } catch {
      line = 'refuses'
    }
  }
  return nonces.size > 1 ? `${line}, ${nonces.size} times` : line
}

/** A mandate for exactly what is offered, for the configuration alone to refuse. */
function covering(quote: PaymentRequired): AdmissionInput['mandates'] {
  return quote.accepts.map(({ network, asset }) => ({
    id: 'everything',
    scope: { origin: ASKER },
    network,
    asset,
    payTo: '*',
    maxAmount: (2n ** 256n - 1n).toString(),
    maxWindowSeconds: DEFAULT_POLICY.maxWindowSeconds,
    expiresAt: NOW + 1,
    upto: true,
    revoked: false,
  }))
}

function inputFor(offer: string): AdmissionInput {
  const quote = quoteOf(offer)
  return {
    ...base,
    asker: { origin: ASKER, topOrigin: ASKER, site: 'agent.example' },
    request: { ...base.request, url: ITEM, answeredUrl: ITEM },
    intent: { ...base.intent, url: ITEM },
    quote,
    policy: DEFAULT_POLICY,
    mandates: covering(quote),
  }
}

const answer = (input: AdmissionInput): string => {
  const { code, windowSeconds } = decide(input)
  return code === 'READY_TO_SIGN' ? `\`${code}\` ${windowSeconds} s` : `\`${code}\``
}

/** What became of the first call: sent, and nothing came back. */
const lost: AttemptFacts = {
  intentId: base.intent.id,
  paymentIdentifier: null,
  state: 'unknown',
  receiptId: null,
  terms: { ...usdc, amount: '10000' },
  request: { method: 'GET', url: ITEM },
  validBefore: NOW + 60,
}

function ours({ spendControls, calls }: Members, offer: string): string {
  const imported = importControls(spendControls, DEFAULT_POLICY.networks)
  if (!imported.ok) return `refuses the import: \`${imported.error.reason}\``
  const input = inputFor(offer)
  const { perPaymentUsd, assets } = imported.value
  return answer({
    ...input,
    policy: { ...input.policy, perPaymentUsd, assets },
    ledger: { ...input.ledger, attempts: calls === undefined ? [] : [lost] },
  })
}

describe('docs/hardening.md', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 })
  })
  afterAll(() => {
    vi.useRealTimers()
  })

  it('has an outcome below every example, and uses every offer', () => {
    expect(configurations.length).toBeGreaterThan(8)
    expect(wallets.length).toBeGreaterThan(4)
    for (const { title, rows } of [...configurations, ...wallets])
      expect([title, rows.length > 0]).toEqual([title, true])
    const used = new Set(cases([...configurations, ...wallets]).map(({ offer }) => offer))
    expect([...used].toSorted()).toEqual(Object.keys(offers).toSorted())
  })

  it.each(cases(configurations))('$title $offer: says what the published client does', async (row) => {
    expect(await published(row.block, row.offer)).toBe(row.outcomes[0])
  })

  it.each(cases(configurations))(
    '$title $offer: says what this wallet does',
    ({ block, offer, outcomes }) => {
      expect(ours(block, offer)).toBe(outcomes[1])
    },
  )

  it.each(cases(wallets))('$title $offer: says what this wallet decides', ({ block, offer, outcomes }) => {
    const input = inputFor(offer)
    const { policy, mandates, balances, asker, totals } = block
    const read = readInput({
      ...input,
      ...(asker === undefined ? {} : { asker }),
      ...(mandates === undefined ? {} : { mandates }),
      policy: { ...input.policy, ...members(policy) },
      wallet: { ...input.wallet, balances: balances ?? [] },
      ledger: { ...input.ledger, totals: totals ?? [] },
    })
    if (!read.ok) throw new Error(read.error)
    expect(answer(read.value)).toBe(outcomes[0])
  })
})

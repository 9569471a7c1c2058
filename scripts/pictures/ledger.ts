import type { DecisionCode } from '@/lib/core/admission/types'
import { GENESIS, receiptDigest } from '@/lib/ledger/receipt-digest'
import type { AuthorizationRow, IntentRow, QuoteRow } from '@/lib/ledger/schema'
import type { IncomingRow } from '@/lib/ledger/watch-rows'
import { wordsOf } from '@/lib/ledger/words'
import { receiptBody } from '@/lib/ledger/write/receipts'
import { UNDECIDED } from '@/lib/ledger/write/reserve'
import { ACCOUNT, authorizationRow, intentRow, mandateRow } from '@/lib/ledger/write/testing'

import { MOMENT } from './stage'

const NETWORK = 'eip155:8453'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
/** Who sent something to the account, and by which transaction. */
const SENDER = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const SENT_IN = `0x${'5e17'.repeat(16)}`
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** One payment of the pictures: how long ago, who asked for what, how much (atomic), and what became of it. */
type Told = {
  readonly id: string
  readonly ago: number
  readonly host: string
  readonly path: string
  readonly amount: string
  readonly state: AuthorizationRow['state'] | IntentRow['state']
  readonly agent?: string
  readonly says?: string
  readonly code?: DecisionCode
  readonly mandate?: boolean
}

const AUTHORIZED: readonly string[] = ['settled', 'unknown', 'released', 'failed']

const PAYMENTS: readonly Told[] = [
  {
    id: 'ask-1',
    ago: 1_000,
    host: 'news.example',
    path: '/articles/tide-clock',
    amount: '250000',
    state: 'asking',
    says: 'The tide clock of Brest',
  },
  {
    id: 'ask-2',
    ago: 900,
    host: 'films.example',
    path: '/rent/harbour',
    amount: '3500000',
    state: 'asking',
    says: 'Harbour, for two days',
  },
  {
    id: 'p-01',
    ago: 4 * MINUTE,
    host: 'api.weather.example',
    path: '/v1/hourly?place=brest',
    amount: '10000',
    state: 'settled',
    agent: 'Trip planner',
    mandate: true,
  },
  {
    id: 'p-02',
    ago: 5 * MINUTE,
    host: 'api.weather.example',
    path: '/v1/marine?place=brest',
    amount: '10000',
    state: 'unknown',
    agent: 'Trip planner',
    mandate: true,
  },
  {
    id: 'p-03',
    ago: 31 * MINUTE,
    host: 'news.example',
    path: '/articles/quiet-signal',
    amount: '100000',
    state: 'settled',
    says: 'Quiet signal',
  },
  {
    id: 'p-04',
    ago: 2 * HOUR,
    host: 'data.example',
    path: '/sets/harbours.csv',
    amount: '750000',
    state: 'settled',
    says: 'Harbours of Europe',
  },
  {
    id: 'p-05',
    ago: 3 * HOUR,
    host: 'casino.example',
    path: '/chips',
    amount: '50000000',
    state: 'declined',
  },
  {
    id: 'p-06',
    ago: 20 * HOUR,
    host: 'news.example',
    path: '/articles/salt-roads',
    amount: '100000',
    state: 'settled',
    says: 'Salt roads',
  },
  {
    id: 'p-07',
    ago: 22 * HOUR,
    host: 'api.maps.example',
    path: '/route',
    amount: '25000',
    state: 'released',
    agent: 'Trip planner',
  },
  {
    id: 'p-08',
    ago: 47 * HOUR,
    host: 'api.weather.example',
    path: '/v1/hourly?place=vigo',
    amount: '10000',
    state: 'settled',
    agent: 'Trip planner',
    mandate: true,
  },
  {
    id: 'p-09',
    ago: 49 * HOUR,
    host: 'mirror.example',
    path: '/articles/salt-roads',
    amount: '100000',
    state: 'refused',
    code: 'BLOCK_PAYEE',
  },
  ...Array.from(
    { length: 16 },
    (_, i): Told => ({
      id: `p-${10 + i}`,
      ago: 53 * HOUR + i * 31 * HOUR,
      host: ['news.example', 'data.example', 'api.weather.example'][i % 3] ?? '',
      path: ['/articles/lighthouse-logs', '/sets/currents.csv', '/v1/daily?place=porto'][i % 3] ?? '',
      amount: ['100000', '500000', '10000'][i % 3] ?? '',
      state: 'settled',
    }),
  ),
]

const hex = (text: string) =>
  [...text]
    .map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .padStart(64, '0')

function quoteOf({ id, host, path, amount, ago, says }: Told): QuoteRow {
  const offer = {
    scheme: 'exact',
    network: NETWORK,
    asset: USDC,
    payTo: PAYEE,
    amount,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  }
  const resource = { url: `https://${host}${path}`, ...(says === undefined ? {} : { description: says }) }
  return {
    id: `q-${id}`,
    version: 2,
    source: 'browser',
    raw: JSON.stringify({ x402Version: 2, resource, accepts: [offer] }),
    notes: [],
    receivedAt: MOMENT - ago,
  }
}

function intentOf(told: Told): IntentRow {
  const { id, host, path, ago, state, agent = null, code, amount } = told
  const at = MOMENT - ago
  const origin = `https://${host}`
  const isHeld = state === 'asking' || state === 'declined'
  const row = intentRow(id, {
    state: AUTHORIZED.includes(state) ? 'done' : (state as IntentRow['state']),
    asker: origin,
    site: host.split('.').slice(-2).join('.'),
    topOrigin: origin,
    agent,
    url: `${origin}${path}`,
    answeredUrl: `${origin}${path}`,
    decision: {
      ...UNDECIDED,
      code: code ?? (isHeld ? 'HOLD_APPROVAL_REQUIRED' : 'READY_TO_SIGN'),
      offer: 0,
      amount,
      windowSeconds: 60,
      account: ACCOUNT,
    },
    createdAt: at,
    deadline: at + 10 * MINUTE,
  })
  return { ...row, words: wordsOf(row, PAYEE) }
}

function authorizationOf(told: Told): AuthorizationRow | null {
  const { id, host, path, ago, state, amount, agent = null, mandate } = told
  if (!AUTHORIZED.includes(state)) return null
  const at = MOMENT - ago
  const isProved = state === 'settled' || state === 'released'
  const transaction = state === 'settled' ? `0x${hex(`paid ${id}`)}` : null
  return authorizationRow(id, {
    state: state as AuthorizationRow['state'],
    network: NETWORK,
    asset: USDC,
    name: 'USD Coin',
    payTo: PAYEE,
    amount,
    agent,
    asker: `https://${host}`,
    site: host.split('.').slice(-2).join('.'),
    url: `https://${host}${path}`,
    answeredUrl: `https://${host}${path}`,
    envelopeDigest: `0x${hex(`envelope ${id}`)}`,
    nonce: `0x${hex(`nonce ${id}`)}`,
    validBefore: Math.floor(at / 1_000) + 600,
    mandateId: mandate === true ? 'm-weather' : null,
    proved: isProved ? 1 : 0,
    moved: state === 'settled' ? amount : null,
    provedBlock: isProved ? 43_211_000 : null,
    transaction,
    claimedTransaction: transaction,
    claim: transaction === null ? 'none' : 'proved',
    outcome: state === 'settled' ? 'settled' : state === 'unknown' ? 'unknown' : null,
    status: state === 'settled' ? 200 : null,
    sends: 1,
    delivered: 1,
    // Nobody asks the chain while the pictures are taken.
    nextCheckAt: MOMENT + 1_000 * HOUR,
    createdAt: at + 1_000,
    updatedAt: at + 3_000,
  })
}

/** A history of a month as its owner finds it: two requests wait, one outcome is unknown, one site has a mandate. */
export function historyRows(): Readonly<Record<string, readonly object[]>> {
  const intents = PAYMENTS.map(intentOf)
  const quotes = PAYMENTS.map(quoteOf)
  const authorizations = PAYMENTS.map(authorizationOf).filter((row) => row !== null)
  let previous = GENESIS
  const receipts = authorizations
    .filter((row) => row.proved === 1)
    .toReversed()
    .map((row, i) => {
      const at = PAYMENTS.findIndex((told) => told.id === row.intentId)
      const said = { event: row.state === 'settled' ? 'proved' : 'released', settlement: null } as const
      const body = receiptBody(row, intents[at], quotes[at], [], said)
      const digest = receiptDigest(previous, body)
      const receipt = {
        seq: i + 1,
        id: `r-${row.intentId}`,
        intentId: row.intentId,
        authorizationId: row.id,
        previous,
        digest,
        body,
        createdAt: row.updatedAt,
      }
      previous = digest
      return receipt
    })
  const weather = mandateRow('m-weather', {
    origin: 'https://api.weather.example',
    agent: 'Trip planner',
    assets: [{ network: NETWORK, asset: USDC, maxAmount: '10000' }],
    payees: [PAYEE],
    unit: { kind: 'usd', testnet: false },
    limit: '1.00',
    window: { kind: 'rolling', seconds: 86_400 },
    expiresAt: Math.floor((MOMENT + 20 * 24 * HOUR) / 1_000),
    createdAt: Math.floor((MOMENT - 10 * 24 * HOUR) / 1_000),
    changedAt: Math.floor((MOMENT - 10 * 24 * HOUR) / 1_000),
  })
  return {
    intents,
    quotes,
    authorizations,
    receipts,
    mandates: [weather],
    incoming: [
      {
        id: `${NETWORK}/${SENT_IN}/7`,
        account: ACCOUNT,
        network: NETWORK,
        asset: USDC,
        from: SENDER,
        amount: '20000000',
        transaction: SENT_IN,
        block: 4_000,
        at: MOMENT - 90 * MINUTE,
      } satisfies IncomingRow,
    ],
    payees: [
      {
        id: `https://news.example ${PAYEE.toLowerCase()}`,
        origin: 'https://news.example',
        payTo: PAYEE,
        network: NETWORK,
        asset: USDC,
        amount: '100000',
        count: 8,
        totalUsd: { $bigint: '800000000000000000' },
        firstSeen: MOMENT - 500 * HOUR,
        lastSeen: MOMENT - 31 * MINUTE,
      },
    ],
    connections: [
      {
        origin: 'https://api.weather.example',
        account: ACCOUNT,
        network: NETWORK,
        connectedAt: MOMENT - 240 * HOUR,
        usedAt: MOMENT - 4 * MINUTE,
      },
    ],
    requests: [
      {
        id: 'q-connect',
        kind: 'connect',
        state: 'asking',
        asker: 'https://films.example',
        site: 'films.example',
        topOrigin: 'https://films.example',
        agent: null,
        tabId: 1,
        frameId: 0,
        documentId: 'D',
        reportId: 'q-connect',
        detail: { wants: 'accounts' },
        result: null,
        mayOpen: true,
        createdAt: MOMENT - 500,
        deadline: MOMENT + 10 * MINUTE,
      },
    ],
  }
}

import { DEFAULT_DAILY_LIMITS, DEFAULT_POLICY, dailyBudgets } from '../policy/defaults'
import { decide } from './decide'
import type { AdmissionInput, ApprovalFacts, PayeeFacts } from './types'

/** The seller that the mandate is for. */
export const PAYEE = '0x1111111111111111111111111111111111111111'
/** An address that nothing is known of. */
export const OTHER = '0x2222222222222222222222222222222222222222'
/** USDC on Base. */
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
/** What is bought. */
export const ITEM = 'https://api.seller.test/item/1'
/** The page that asks. */
export const ASKER = 'https://news.example'

/** A plain offer: one cent of USDC on Base. */
export const usdc = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: USDC,
  payTo: PAYEE,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
/** A version 2 quote for {@link ITEM} with these offers. */
export const quote = (...accepts: unknown[]) => ({ x402Version: 2, resource: { url: ITEM }, accepts })

/** A new wallet with one mandate for the seller, which alone makes `usdc` ready. */
export const base: AdmissionInput = {
  now: 1_767_225_600,
  wallet: {
    locked: false,
    paused: false,
    accounts: { eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    balances: [],
  },
  asker: { origin: ASKER, topOrigin: ASKER, site: 'news.example' },
  request: { transport: 'http', kind: 'fetch', method: 'GET', url: ITEM, answeredUrl: ITEM },
  intent: { id: 'intent-1', method: 'GET', url: ITEM, bodyDigest: null, paymentIdentifier: null },
  quote: quote(usdc),
  policy: { ...DEFAULT_POLICY, budgets: dailyBudgets(DEFAULT_DAILY_LIMITS, 'news.example') },
  mandates: [
    {
      id: 'mandate-1',
      scope: { origin: ASKER },
      network: 'eip155:8453',
      asset: USDC,
      payTo: PAYEE,
      maxAmount: '100000000',
      maxWindowSeconds: 300,
      expiresAt: 1_800_000_000,
      revoked: false,
    },
  ],
  approval: null,
  ledger: { totals: [], attempts: [], payees: [], resourceHosts: [], recent: { originLastMinute: 0 } },
}

/** A person’s answer to the plain offer. */
export const approval: ApprovalFacts = {
  intentId: 'intent-1',
  asker: ASKER,
  method: 'GET',
  url: ITEM,
  bodyDigest: null,
  network: 'eip155:8453',
  asset: USDC,
  amount: '10000',
  payTo: PAYEE,
  maxWindowSeconds: 3_600,
  decision: 'approve',
  expiresAt: 1_800_000_000,
  used: false,
}

/** What the ledger keeps after the plain offer was paid. */
export const seen: PayeeFacts = {
  origin: 'https://api.seller.test',
  payTo: PAYEE,
  network: 'eip155:8453',
  asset: USDC,
  amount: '10000',
  method: 'GET',
  path: '/item/1',
}

/** The decision where these parts of the input differ. */
export const codeFor = (change: Partial<AdmissionInput>) => decide({ ...base, ...change }).code
/** The decision on one offer that differs from the plain one in this. */
export const codeOfOffer = (change: object, rest: Partial<AdmissionInput> = {}) =>
  codeFor({ ...rest, quote: quote({ ...usdc, ...change }) })

import { ASKED_BY_HTTP, UNPROVED } from '@/lib/ledger/migrations'
import type { AuthorizationRow, IntentRow, MandateRow, QuoteRow } from '@/lib/ledger/schema'
import { UNDECIDED } from './reserve'

export const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const ORIGIN = 'https://news.example'
/** Unix milliseconds. */
export const NOW = 1_767_225_600_000

/** A quote of one cent for a purchase of this name. */
export function quoteRow(id: string, amount = '10000'): QuoteRow {
  const url = `${ORIGIN}/${id}`
  const offer = {
    scheme: 'exact',
    network: 'eip155:84532',
    asset: USDC,
    payTo: PAYEE,
    amount,
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2' },
  }
  return {
    id: `q-${id}`,
    version: 2,
    source: 'browser',
    raw: JSON.stringify({ x402Version: 2, resource: { url }, accepts: [offer] }),
    notes: [],
    receivedAt: NOW,
  }
}

/** A page's wish of this name. */
export function intentRow(id: string, change: Partial<IntentRow> = {}): IntentRow {
  const url = `${ORIGIN}/${id}`
  return {
    id,
    key: `key-${id}`,
    state: 'approved',
    kind: 'fetch',
    ...ASKED_BY_HTTP,
    reportId: null,
    asker: ORIGIN,
    site: 'news.example',
    topOrigin: ORIGIN,
    agent: null,
    tabId: 1,
    frameId: 0,
    documentId: 'D',
    method: 'GET',
    url,
    answeredUrl: url,
    bodyDigest: null,
    paymentIdentifier: `pay_${id.padStart(16, '0')}`,
    quoteId: `q-${id}`,
    decision: UNDECIDED,
    envelopeDigest: '0x00',
    mayOpen: true,
    createdAt: NOW,
    deadline: NOW + 120_000,
    ...change,
  }
}

/** What was signed for the purchase of this name. */
export function authorizationRow(id: string, change: Partial<AuthorizationRow> = {}): AuthorizationRow {
  const { asker, site, method, url, key, paymentIdentifier } = intentRow(id)
  return {
    id: `auth-${id}`,
    intentId: id,
    key,
    state: 'signed',
    version: 2,
    scheme: 'exact',
    transferMethod: 'eip3009',
    network: 'eip155:84532',
    asset: USDC,
    symbol: 'USDC',
    decimals: 6,
    name: 'USDC',
    tokenVersion: '2',
    from: ACCOUNT,
    payTo: PAYEE,
    amount: '10000',
    nonce: `0x${hexOf(id).padStart(64, '0')}`,
    nonceSalt: null,
    validAfter: 0,
    validBefore: NOW / 1_000 + 60,
    offerIndex: 0,
    asker,
    site,
    agent: null,
    method,
    url,
    answeredUrl: url,
    paymentIdentifier,
    envelopeDigest: '0x00',
    approvalId: null,
    mandateId: null,
    tag: null,
    tabId: 1,
    documentId: 'D',
    header: null,
    typedDataDigest: null,
    transaction: null,
    outcome: null,
    status: null,
    ...UNPROVED,
    proved: 0,
    delivered: 0,
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  }
}

/** A mandate of half a dollar an hour for a cent at a time. */
export function mandateRow(id: string, change: Partial<MandateRow> = {}): MandateRow {
  return {
    id,
    state: 'active',
    origin: ORIGIN,
    agent: null,
    pathPrefix: null,
    payees: [PAYEE],
    assets: [{ network: 'eip155:84532', asset: USDC, maxAmount: '10000' }],
    unit: { kind: 'usd', testnet: true },
    limit: '0.50',
    window: { kind: 'rolling', seconds: 3_600 },
    maxWindowSeconds: 60,
    expiresAt: NOW / 1_000 + 86_400,
    transports: ['http'],
    automaticPerMinute: null,
    maxRisePercent: null,
    mayRepeat: false,
    account: ACCOUNT,
    createdAt: NOW / 1_000,
    changedAt: NOW / 1_000,
    ...change,
  }
}

const hexOf = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

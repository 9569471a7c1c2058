import { isRecord } from '@/lib/core/json/parse'
import { LIVE_STATES } from '@/lib/core/lifecycle/transition'

/** Where a screen puts a file for the background to read, in the extension's own files. */
export const LEDGER_FILE = 'ledger-import.json'

/**
 * What a file of the ledger holds, in this order: what a row refers to comes before it, and receipts come
 * last, in the order of their chain. Totals and reservations are not in it: they are counted again.
 */
export const TABLES = [
  'mandates',
  'payees',
  'prices',
  'hosts',
  'quotes',
  'intents',
  'approvals',
  'authorizations',
  'receipts',
] as const
export type TableName = (typeof TABLES)[number]

/** One row of the file. */
export type FileRow = readonly [table: TableName, row: Record<string, unknown>]

/**
 * The first and the last line; every line between is one row, so that a reader needs one line at a time.
 *
 * Version 2 tells of an authorization how it moves, and what the chain showed. A file of version 1 says nothing
 * of that, and is read still.
 */
export const OPEN_ROWS = '{"format":"countersign-ledger","version":2,"rows":['
export const CLOSE_ROWS = ']}'
const OPENED_EARLIER: readonly string[] = ['{"format":"countersign-ledger","version":1,"rows":[']

/** Whether a line opens a file that can be read. */
export const opensRows = (line: string): boolean => line === OPEN_ROWS || OPENED_EARLIER.includes(line)

const isText = (value: unknown): boolean => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)
const isAtomic = (value: unknown): boolean => isText(value) && /^(0|[1-9]\d{0,77})$/.test(String(value))
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const METHODS: readonly unknown[] = ['eip3009', 'permit2', 'svm', 'transaction', 'page']
const CLAIMS: readonly unknown[] = ['none', 'unchecked', 'proved', 'contradicted']
const STATES: readonly unknown[] = [...LIVE_STATES, 'settled', 'released']

function isJson(value: unknown): boolean {
  try {
    return isText(value) && JSON.parse(String(value)) !== undefined
  } catch {
    return false
  }
}

const isUnit = (value: unknown): boolean =>
  isRecord(value) &&
  (value.kind === 'usd' || (value.kind === 'atomic' && isText(value.network) && isText(value.asset)))

const isWindow = (value: unknown): boolean =>
  isRecord(value) &&
  (value.kind === 'month' ||
    value.kind === 'total' ||
    (value.kind === 'rolling' && Number.isInteger(value.seconds)))

const isAttestation = (value: unknown): boolean =>
  isRecord(value) &&
  ['of', 'format', 'verdict', 'raw'].every((field) => isText(value[field])) &&
  isTextOrNull(value.signer) &&
  areTexts(value.notes)

const IS = {
  text: isText,
  textOrNull: isTextOrNull,
  number: Number.isFinite as (value: unknown) => boolean,
  flag: (value: unknown) => value === 0 || value === 1,
  atomic: isAtomic,
  decimal: (value: unknown) => isText(value) && /^\d{1,40}(\.\d{1,18})?$/.test(String(value)),
  whole: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  wholeOrNull: (value: unknown) => value === null || (Number.isSafeInteger(value) && Number(value) >= 0),
  texts: areTexts,
  json: isJson,
  state: (value: unknown) => STATES.includes(value),
  method: (value: unknown) => METHODS.includes(value),
  claim: (value: unknown) => CLAIMS.includes(value),
  atomicOrNull: (value: unknown) => value === null || isAtomic(value),
  attestations: (value: unknown) => Array.isArray(value) && value.every(isAttestation),
  unit: isUnit,
  window: isWindow,
  payees: (value: unknown) => value === '*' || areTexts(value),
  assets: (value: unknown) =>
    Array.isArray(value) &&
    value.every((a) => isRecord(a) && isText(a.network) && isText(a.asset) && isAtomic(a.maxAmount)),
  decision: (value: unknown) =>
    isRecord(value) && isText(value.code) && Array.isArray(value.facts) && Array.isArray(value.offers),
} as const

type Kind = keyof typeof IS

/** What each row must have, so that no later reader stumbles. Fields that are not here may be anything. */
const SHAPES: Readonly<Record<TableName, Readonly<Record<string, Kind>>>> = {
  mandates: {
    id: 'text',
    state: 'text',
    origin: 'text',
    agent: 'textOrNull',
    pathPrefix: 'textOrNull',
    payees: 'payees',
    assets: 'assets',
    unit: 'unit',
    limit: 'decimal',
    window: 'window',
    maxWindowSeconds: 'whole',
    expiresAt: 'whole',
    automaticPerMinute: 'wholeOrNull',
    maxRisePercent: 'wholeOrNull',
    transports: 'texts',
    account: 'text',
    createdAt: 'number',
  },
  payees: {
    id: 'text',
    origin: 'text',
    payTo: 'text',
    network: 'text',
    asset: 'text',
    amount: 'atomic',
    count: 'number',
    totalUsd: 'atomic',
    firstSeen: 'number',
    lastSeen: 'number',
  },
  prices: {
    id: 'text',
    origin: 'text',
    method: 'text',
    path: 'text',
    payTo: 'text',
    network: 'text',
    asset: 'text',
    amount: 'atomic',
    lastSeen: 'number',
  },
  hosts: { answered: 'text', named: 'text', approvedAt: 'number' },
  quotes: {
    id: 'text',
    version: 'number',
    source: 'text',
    raw: 'json',
    notes: 'texts',
    receivedAt: 'number',
  },
  intents: {
    id: 'text',
    key: 'text',
    state: 'text',
    asker: 'text',
    site: 'text',
    topOrigin: 'text',
    kind: 'text',
    method: 'text',
    url: 'text',
    answeredUrl: 'text',
    paymentIdentifier: 'text',
    quoteId: 'text',
    decision: 'decision',
    createdAt: 'number',
    deadline: 'number',
  },
  approvals: {
    id: 'text',
    intentId: 'text',
    key: 'text',
    decision: 'text',
    amount: 'atomic',
    expiresAt: 'number',
    used: 'flag',
  },
  authorizations: {
    id: 'text',
    intentId: 'text',
    key: 'text',
    state: 'state',
    version: 'number',
    scheme: 'text',
    network: 'text',
    asset: 'text',
    symbol: 'text',
    decimals: 'number',
    from: 'text',
    payTo: 'text',
    amount: 'atomic',
    nonce: 'text',
    validBefore: 'number',
    asker: 'text',
    site: 'text',
    agent: 'textOrNull',
    method: 'text',
    url: 'text',
    answeredUrl: 'text',
    paymentIdentifier: 'text',
    envelopeDigest: 'text',
    mandateId: 'textOrNull',
    proved: 'flag',
    delivered: 'flag',
    createdAt: 'number',
    updatedAt: 'number',
  },
  receipts: {
    seq: 'number',
    id: 'text',
    intentId: 'text',
    authorizationId: 'text',
    previous: 'text',
    digest: 'text',
    body: 'json',
    createdAt: 'number',
  },
}

/** What a row may say, and then must say rightly: files of older versions do not have it. */
const MAY_SAY: Readonly<Partial<Record<TableName, Readonly<Record<string, Kind>>>>> = {
  authorizations: {
    transferMethod: 'method',
    fee: 'atomic',
    permitNonce: 'atomic',
    spender: 'text',
    facilitator: 'text',
    lastValidBlockHeight: 'whole',
    moved: 'atomicOrNull',
    provedBlock: 'wholeOrNull',
    claimedTransaction: 'textOrNull',
    claim: 'claim',
    attestations: 'attestations',
    responseDigest: 'textOrNull',
    sends: 'whole',
    nextCheckAt: 'number',
    checks: 'whole',
    searched: 'whole',
    searchedTo: 'whole',
  },
}

/** The row of one line of the file, or why it is none. */
export function readLine(line: string): FileRow | { readonly fault: string } {
  let parsed: unknown
  try {
    parsed = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line)
  } catch {
    return { fault: 'not-json' }
  }
  if (!Array.isArray(parsed) || parsed.length !== 2) return { fault: 'not-a-row' }
  const [table, row] = parsed as unknown[]
  const name = TABLES.find((known) => known === table)
  if (name === undefined || !isRecord(row)) return { fault: 'not-a-row' }
  const isPartial = isRecord(row.unit) && row.unit.kind === 'atomic' && !isAtomic(row.limit)
  if (name === 'mandates' && isPartial) return { fault: 'mandates.limit' }
  const said = Object.entries(MAY_SAY[name] ?? {}).filter(([field]) => row[field] !== undefined)
  const wrong = [...Object.entries(SHAPES[name]), ...said].find(([field, kind]) => !IS[kind](row[field]))?.[0]
  return wrong === undefined ? [name, row] : { fault: `${name}.${wrong}` }
}

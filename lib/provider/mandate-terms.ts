import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { isRecord } from '@/lib/core/json/parse'
import { parseAtomic, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import type { AskedMandate, MandateTerms, NarrowedMandate } from '@/lib/doors/ui-mandates'
import type { Json } from '@/lib/page/protocol'
import { BAD_PARAMS, Refusal, shortText } from './caller'

const DAY = 86_400
const PERIODS: Readonly<Record<string, MandateTerms['window']>> = {
  hour: { kind: 'rolling', seconds: 3_600 },
  day: { kind: 'rolling', seconds: DAY },
  week: { kind: 'rolling', seconds: 7 * DAY },
  days30: { kind: 'rolling', seconds: 30 * DAY },
  month: { kind: 'month' },
  total: { kind: 'total' },
}

/** A part of a mandate that cannot be read. */
export const bad = (what: string): Refusal => new Refusal(BAD_PARAMS, `${what} is missing or not of the form`)

/** A list of short texts, or nothing. */
function texts(value: unknown, name: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) throw bad(name)
  return value.map((each) => {
    const text = shortText(each)
    if (text === undefined) throw bad(name)
    return text
  })
}

/**
 * Reads what a mandate should say; it is always for the origin that asks. What the owner's limits think of it
 * only the owner hears.
 *
 * @throws Refusal where it is not of the form
 */
export function readAsked(origin: string, value: Json, now: number): AskedMandate {
  if (!isRecord(value)) throw bad('the mandate')
  const { network, asset, maxPerPayment, total, period = 'day', expiresInDays = 30 } = value
  const known = typeof network === 'string' && typeof asset === 'string' && findDefaultAsset(network, asset)
  if (!known) throw bad('network or asset')
  const each = parseAtomic(typeof maxPerPayment === 'string' ? maxPerPayment : null)
  if (each === null || each === 0n) throw bad('maxPerPayment')
  const sum = typeof total === 'string' ? parseDecimal(total, USD_DECIMALS) : null
  if (sum === null || !sum.ok || sum.value === 0n) throw bad('total')
  const window = typeof period === 'string' && Object.hasOwn(PERIODS, period) ? PERIODS[period] : undefined
  if (window === undefined) throw bad('period')
  if (!Number.isInteger(expiresInDays) || Number(expiresInDays) < 1 || Number(expiresInDays) > 365)
    throw bad('expiresInDays')
  const pathPrefix = shortText(value.pathPrefix, 500) ?? null
  if (pathPrefix !== null && !pathPrefix.startsWith('/')) throw bad('pathPrefix')
  const terms: MandateTerms = {
    origin,
    agent: shortText(value.agent, 100) ?? null,
    pathPrefix,
    payees: texts(value.payees, 'payees') ?? '*',
    assets: [{ network: known.network, asset: known.asset, maxAmount: each.toString() }],
    unit: { kind: 'usd', testnet: known.testnet },
    total: String(total),
    window,
    maxWindowSeconds: DEFAULT_POLICY.maxWindowSeconds,
    expiresAt: now + Number(expiresInDays) * DAY,
    transports: texts(value.transports, 'transports') ?? ['http', 'provider'],
    automaticPerMinute: null,
    maxRisePercent: null,
    mayRepeat: false,
    account: null,
  }
  return { terms, reason: shortText(value.reason, 500) ?? null }
}

/**
 * The terms that are given: what was asked for, made narrower on the screen. Nothing that comes back from
 * there widens it.
 *
 * @param change a NarrowedMandate, or whatever the screen sent
 * @returns null where it is wider in any part, or says nothing
 */
export function narrowedTerms({ terms }: AskedMandate, change: unknown): MandateTerms | null {
  const to = change as NarrowedMandate | undefined
  const [asked] = terms.assets
  if (to === undefined || asked === undefined) return null
  const total = parseDecimal(to.total, USD_DECIMALS)
  const most = parseDecimal(terms.total, USD_DECIMALS)
  const each = parseAtomic(to.maxAmount)
  const within = (some: readonly string[] | '*', all: readonly string[] | '*') =>
    all === '*' || (some !== '*' && some.every((one) => all.includes(one)))
  const isNarrower =
    total.ok &&
    most.ok &&
    total.value <= most.value &&
    each !== null &&
    each <= BigInt(asked.maxAmount) &&
    to.expiresAt <= terms.expiresAt &&
    within(to.payees, terms.payees) &&
    within(to.transports, terms.transports)
  if (!isNarrower) return null
  const { payees, transports, expiresAt, account } = to
  const assets = [{ ...asked, maxAmount: to.maxAmount }]
  return { ...terms, total: to.total, payees, transports, expiresAt, account, assets }
}

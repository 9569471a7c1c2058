import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { isRecord } from '@/lib/core/json/parse'
import { parseAtomic, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import type { AskedMandate, MandateTerms, NarrowedMandate } from '@/lib/doors/ui-protocol'
import { payeesSeen } from '@/lib/ledger/read/payees'
import type { RequestRow } from '@/lib/ledger/schema'
import type { Json } from '@/lib/page/protocol'
import { nowSeconds } from '@/lib/payments/facts'
import { PAYEES_FOR_ANY } from '@/lib/payments/mandate-rules'
import { giveMandate } from '@/lib/payments/mandates'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, Refusal } from './caller'
import { shortText } from './payments'
import { onApproved, openRequest } from './requests'

const DAY = 86_400
const PERIODS: Readonly<Record<string, MandateTerms['window']>> = {
  hour: { kind: 'rolling', seconds: 3_600 },
  day: { kind: 'rolling', seconds: DAY },
  week: { kind: 'rolling', seconds: 7 * DAY },
  days30: { kind: 'rolling', seconds: 30 * DAY },
  month: { kind: 'month' },
  total: { kind: 'total' },
}

const bad = (what: string): Refusal => new Refusal(BAD_PARAMS, `${what} is missing or not of the form`)

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
function readAsked(origin: string, value: Json, now: number): AskedMandate {
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
 * Asks a person for a standing approval of the origin that calls.
 *
 * @throws Refusal where it is not of the form, or comes from a frame of another site: a mandate covers none
 */
export async function requestMandate(
  wallet: Wallet,
  caller: Caller,
  value: Json,
): Promise<{ readonly waits: string }> {
  if (caller.origin !== caller.topOrigin) throw new Refusal(BAD_PARAMS, 'not in a frame of another site')
  const detail = readAsked(caller.origin, value, nowSeconds())
  // Any payee can be meant only where there were several; the origin knows whom it had paid.
  if (detail.terms.payees === '*' && (await payeesSeen(wallet.ledger, caller.origin)) < PAYEES_FOR_ANY)
    throw bad('payees')
  return await openRequest(wallet, caller, {
    kind: 'mandate',
    detail,
    agent: detail.terms.agent ?? undefined,
  })
}

/** Gives what was asked for, or less: nothing that comes back from the screen widens it. */
async function give(
  wallet: Wallet,
  request: RequestRow,
  change: unknown,
): ReturnType<Parameters<typeof onApproved>[1]> {
  const { terms } = request.detail as AskedMandate
  const to = change as NarrowedMandate | undefined
  const asked = terms.assets[0]
  if (to === undefined || asked === undefined) return { error: { code: 'bad-value' } }
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
  if (!isNarrower) return { error: { code: 'bad-value' } }
  const { payees, transports, expiresAt, account } = to
  const assets = [{ ...asked, maxAmount: to.maxAmount }]
  const given = { ...terms, total: to.total, payees, transports, expiresAt, account, assets }
  const result = await giveMandate(wallet, given)
  if ('code' in result) return { error: result }
  const { window, pathPrefix } = given
  return {
    value: {
      granted: true,
      mandate: { id: result.id, payees, assets, total: to.total, window, pathPrefix, transports, expiresAt },
    },
  }
}

onApproved('mandate', give)

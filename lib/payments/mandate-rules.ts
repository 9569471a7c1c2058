import type { BudgetPolicy, BudgetWindow } from '@/lib/core/admission/types'
import { findDefaultAsset, networkById, usdOf } from '@/lib/core/assets/lookup'
import { isAddress, isNobody, sameAddress } from '@/lib/core/caip/address'
import { parseAtomic, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import { dollarsOfPolicy } from '@/lib/core/policy/dollars'
import type { MandateTerms } from '@/lib/doors/ui-mandates'
import type { Settings } from '@/lib/ledger/read/documents'
import { rulesOf } from '@/lib/ledger/read/totals'

/** What the rules look at beside the terms themselves. */
export type MandateContext = {
  readonly settings: Settings
  /** registrable domain of the origin */
  readonly site: string
  /** every address of ours */
  readonly own: readonly string[]
  /** payees of the origin that were paid before */
  readonly payeesSeen: number
  /** Unix seconds */
  readonly now: number
}

const TRANSPORTS = ['http', 'mcp', 'a2a', 'provider']
const MOST_PAYEES = 5
const MOST_ASSETS = 10
const LONGEST_LIFE = 366 * 86_400
const MOST_PER_MINUTE = 120
/** From so many payees on, an origin may be one that makes an address for each payment. */
export const PAYEES_FOR_ANY = 2

/** The unit as the ledger has it, with the total in it; null where that is no amount. */
export type MandateTotal = { readonly unit: BudgetPolicy['unit']; readonly limit: string }

/**
 * Checks a mandate before it is given: whole, meaningful, and nowhere wider than the owner's own limits.
 *
 * @returns its total in the ledger's unit, or the name of the part that is wrong
 */
export function checkMandate(terms: MandateTerms, context: MandateContext): MandateTotal | { wrong: string } {
  const wrong = CHECKS.find(([, holds]) => !holds(terms, context))?.[0]
  if (wrong !== undefined) return { wrong }
  const total = totalOf(terms, context.settings)
  if (total === null) return { wrong: 'total' }
  return isWithinRules(terms, total, context) ? total : { wrong: 'wider-than-limits' }
}

const CHECKS: readonly (readonly [string, (terms: MandateTerms, context: MandateContext) => boolean])[] = [
  ['origin', ({ origin }, { settings }) => isOrigin(origin) && !settings.blockedOrigins.includes(origin)],
  [
    'path',
    ({ pathPrefix }) => pathPrefix === null || (pathPrefix.startsWith('/') && pathPrefix.length <= 500),
  ],
  ['agent', ({ agent }) => agent === null || (agent !== '' && agent.length <= 100)],
  ['assets', areAssets],
  ['payees', arePayees],
  ['window', ({ window }) => isWindow(window)],
  [
    'authorization-window',
    ({ maxWindowSeconds: seconds }) => isWhole(seconds, 1, DEFAULT_POLICY.maxWindowSeconds),
  ],
  ['expiry', ({ expiresAt }, { now }) => isWhole(expiresAt, now + 1, now + LONGEST_LIFE)],
  [
    'transports',
    ({ transports }) => transports.length > 0 && transports.every((name) => TRANSPORTS.includes(name)),
  ],
  ['rate', ({ automaticPerMinute: rate }) => rate === null || isWhole(rate, 1, MOST_PER_MINUTE)],
  [
    'rise',
    ({ maxRisePercent: rise }, { settings }) => rise === null || isWhole(rise, 0, settings.maxRisePercent),
  ],
]

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** Another extension that the owner connected; its address has no origin outside of its own browser. */
const EXTENSION = /^(chrome|moz)-extension:\/\/[\w@.{}-]+$/

function isOrigin(text: string): boolean {
  if (EXTENSION.test(text)) return true
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isLoopback =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback))
}

const isWindow = (window: BudgetWindow): boolean =>
  window.kind !== 'rolling' || isWhole(window.seconds, 3_600, LONGEST_LIFE)

function arePayees({ payees, assets }: MandateTerms, { own, payeesSeen }: MandateContext): boolean {
  if (payees === '*') return payeesSeen >= PAYEES_FOR_ANY
  const isPayee = (network: string, payee: string) =>
    isAddress(network, payee) &&
    !isNobody(network, payee) &&
    ![...own, ...assets.map((a) => a.asset)].some((ours) => sameAddress(network, ours, payee))
  return (
    payees.length > 0 &&
    payees.length <= MOST_PAYEES &&
    payees.every((payee) => assets.every(({ network }) => isPayee(network, payee)))
  )
}

/** Each is one that the owner's rules admit, up to an amount that they admit, in one kind of money. */
function areAssets({ assets, unit }: MandateTerms, { settings }: MandateContext): boolean {
  if (assets.length === 0 || assets.length > MOST_ASSETS) return false
  const perPayment = dollarsOfPolicy(settings.perPaymentUsd)
  return assets.every(({ network, asset, maxAmount }) => {
    const amount = parseAtomic(maxAmount)
    const testnet = networkById(network)?.testnet
    if (amount === null || amount === 0n || testnet === undefined) return false
    if (testnet && !settings.testnets) return false
    const entry = settings.assets.find((e) => e.network === network && sameAddress(network, e.asset, asset))
    const cap = [entry?.maxAmount, entry?.approvalAbove].filter((limit) => limit !== undefined)
    if (cap.some((limit) => amount > BigInt(limit))) return false
    const usd = usdOf(network, asset, amount)
    if (unit.kind === 'asset')
      return (
        unit.network === network &&
        sameAddress(network, unit.asset, asset) &&
        (usd !== null || cap.length > 0)
      )
    if (usd === null || usd.testnet !== unit.testnet) return false
    return entry?.maxAmount !== undefined || usd.usd <= perPayment
  })
}

function totalOf({ unit, total }: MandateTerms, settings: Settings): MandateTotal | null {
  if (unit.kind === 'usd') {
    const usd = parseDecimal(total, USD_DECIMALS)
    return usd.ok && usd.value > 0n ? { unit, limit: total } : null
  }
  const { network, asset } = unit
  const entry = settings.assets.find((e) => e.network === network && sameAddress(network, e.asset, asset))
  const decimals = findDefaultAsset(network, asset)?.decimals ?? entry?.decimals
  const atomic = decimals === undefined ? null : parseDecimal(total, decimals)
  if (atomic === null || !atomic.ok || atomic.value === 0n) return null
  return { unit: { kind: 'atomic', network, asset }, limit: atomic.value.toString() }
}

/** A total over a time is no more than what the owner's limit over that time or a longer one admits. */
function isWithinRules(
  { window, origin }: MandateTerms,
  { unit, limit }: MandateTotal,
  { settings, site }: MandateContext,
): boolean {
  const read = (text: string) => (unit.kind === 'usd' ? dollarsOfPolicy(text) : BigInt(text))
  return rulesOf(settings).every((rule) => {
    const { scope } = rule
    const subject = scope.kind === 'site' ? site : origin
    const binds =
      scope.kind === 'everything' ||
      ((scope.kind === 'site' || scope.kind === 'origin' || scope.kind === 'mandate') &&
        (scope.value === null || scope.value === subject))
    if (!binds || !sameUnit(rule.unit, unit) || lengthOf(rule.window) < lengthOf(window)) return true
    return read(limit) <= read(rule.limit)
  })
}

const sameUnit = (a: BudgetPolicy['unit'], b: BudgetPolicy['unit']): boolean =>
  a.kind === 'usd'
    ? b.kind === 'usd' && (a.testnet ?? false) === (b.testnet ?? false)
    : b.kind === 'atomic' && a.network === b.network && sameAddress(a.network, a.asset, b.asset)

const lengthOf = (window: BudgetWindow): number => {
  if (window.kind === 'total') return Number.POSITIVE_INFINITY
  return window.kind === 'month' ? 31 * 86_400 : window.seconds
}

import { decide } from '@/lib/core/admission/decide'
import type { AdmissionInput, DecisionCode, OfferVerdict } from '@/lib/core/admission/types'
import { findDefaultAsset, usdOf } from '@/lib/core/assets/lookup'
import { networkFacts } from '@/lib/core/caip/network'
import { parseAtomic } from '@/lib/core/money/amount'
import { formatDollars } from '@/lib/core/money/dollars'
import { DEFAULT_DAILY_LIMITS, DEFAULT_POLICY, dailyBudgets, SIGNABLE } from '@/lib/core/policy/defaults'
import { type ReadOffer, readQuote } from '@/lib/core/quote/read'
import { type FoundQuote, findQuote, type QuoteError, type QuoteNote } from '@/lib/wire/http/find-quote'

import { type FetchedAnswer, type FetchFault, fetchAnswer } from './fetch-answer'
import { type Advice, adviceOn, LIFTED_BY, type Lift } from './words'

/** What is wrong with the quote as a whole, by admission's code or one of finding the quote. */
export type AuditFault = Advice & {
  readonly code: DecisionCode | FetchFault['code'] | QuoteError['code'] | QuoteNote | 'no-402'
}

/** How a new wallet pays an offer: by itself under a mandate, by a click, by the password, or not. */
export type Standing = 'automatic' | 'click' | 'password' | 'refused'

/** One offer as a new wallet sees it. What cannot be read is null; `usd` is decimal dollars. */
export type AuditedOffer = {
  readonly index: number
  readonly scheme: string | null
  readonly network: string | null
  readonly networkName: string | null
  readonly asset: string | null
  readonly symbol: string | null
  readonly amount: string | null
  readonly usd: string | null
  readonly windowSeconds: number | null
  readonly code: DecisionCode
  readonly standing: Standing
  /** everything that stands against it, the code's own first */
  readonly reasons: readonly (Advice & { readonly code: DecisionCode })[]
}

/** What a new wallet makes of one URL. */
export type UrlAudit = {
  readonly url: string
  /** after redirects; null where nothing answered */
  readonly answeredUrl: string | null
  readonly status: number | null
  /** faults that leave nothing to pay */
  readonly faults: readonly AuditFault[]
  /** what the wallet gets over, and other clients may not */
  readonly notes: readonly AuditFault[]
  readonly offers: readonly AuditedOffer[]
  /** whether some offer is paid automatically or by a click */
  readonly payable: boolean
}

/** `testnets` audits for a wallet whose owner has switched test networks on. */
export type AuditOptions = { readonly testnets: boolean }

/** Fetches a URL and says what a new wallet makes of its quote. Never throws for what a server does. */
export async function audit(url: string, options: AuditOptions): Promise<UrlAudit> {
  const fetched = await fetchAnswer(url)
  if (fetched.ok) return auditAnswer(url, fetched.value, options)
  const { code, detail } = fetched.error
  const remedy = code === 'insecure' ? 'Serve it over https; plain http is paid on this machine alone.' : null
  return { ...nothing(url), faults: [{ code, reason: `${detail}.`, remedy }] }
}

/** The same for an answer that is there already. */
export function auditAnswer(url: string, answer: FetchedAnswer, options: AuditOptions): UrlAudit {
  const rest = { ...nothing(url), answeredUrl: answer.url, status: answer.status }
  if (answer.status !== 402) {
    const reason = `It answered ${answer.status}, and a wallet pays only what is answered 402.`
    return { ...rest, faults: [{ code: 'no-402', reason, remedy: null }] }
  }
  const found = findQuote(answer)
  if (!found.ok) {
    const { code, detail } = found.error
    return { ...rest, faults: [{ code, reason: `${detail}.`, remedy: QUOTE_REMEDIES[code] }] }
  }
  const input = newWallet(answer.url, found.value, options)
  const { code, facts, offers: verdicts } = decide(input)
  const read = readQuote(found.value.quote)
  const stops = verdicts.every((v) => v.code !== code)
  const faults = stops ? [{ code, ...adviceOn({ code, facts }) }] : []
  const offers = read.ok ? read.value.offers.flatMap((offer) => audited(offer, verdicts)) : []
  const payable = !stops && offers.some((o) => o.standing === 'automatic' || o.standing === 'click')
  const notes = found.value.notes.map((note) => ({ code: note, ...NOTES[note] }))
  return { ...rest, faults, notes, offers, payable }
}

const nothing = (url: string): UrlAudit => ({
  url,
  answeredUrl: null,
  status: null,
  faults: [],
  notes: [],
  offers: [],
  payable: false,
})

const HEADER = 'Send one PAYMENT-REQUIRED header: standard base64 of the quote as UTF-8 JSON.'

const QUOTE_REMEDIES: Readonly<Record<QuoteError['code'], string>> = {
  none: HEADER,
  'several-headers': HEADER,
  'not-base64': HEADER,
  'not-utf8': HEADER,
  'not-json': HEADER,
  'too-deep': 'Nest the quote no deeper than 16 levels.',
  'too-large': 'Keep the quote below 16 kB: Node clients cannot read longer headers.',
  'duplicate-key': 'Name every member once.',
  'inexact-number': 'Send large numbers as text.',
}

const NOTES: Readonly<Record<QuoteNote, Advice>> = {
  'challenge is not base64': { reason: 'PAYMENT-REQUIRED is plain JSON.', remedy: HEADER },
  'v1-in-header': {
    reason: 'The header carries a version 1 quote.',
    remedy: 'Send version 2 in the header, or version 1 in the body.',
  },
  'v2-in-body': {
    reason: 'The version 2 quote is in the body alone, where published clients do not look.',
    remedy: HEADER,
  },
  'header-and-body-disagree': {
    reason: 'Header and body carry different terms; the wallet takes the header.',
    remedy: 'Send the same terms in both, or nothing in the body.',
  },
}

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * A new wallet that asks for this URL itself, with money enough and a mandate for each offer at its price. Limits are
 * the default ones, so what still stands against an offer is the service's to change.
 */
function newWallet(url: string, { quote }: FoundQuote, { testnets }: AuditOptions): AdmissionInput {
  const { origin, hostname } = new URL(url)
  const read = readQuote(quote)
  const offers = read.ok ? read.value.offers.flatMap((o) => (o.ok ? [o.offer] : [])) : []
  return {
    now: 0,
    wallet: { locked: false, paused: false, accounts: { eip155: ACCOUNT }, balances: [] },
    asker: { origin, topOrigin: origin, site: hostname },
    request: { transport: 'http', kind: 'fetch', method: 'GET', url, answeredUrl: url },
    intent: { id: 'audit', method: 'GET', url, bodyDigest: null, paymentIdentifier: null },
    quote,
    policy: {
      ...DEFAULT_POLICY,
      ...SIGNABLE,
      testnets: testnets || DEFAULT_POLICY.testnets,
      budgets: dailyBudgets(DEFAULT_DAILY_LIMITS, hostname),
    },
    mandates: offers.map(({ network, asset, payTo, amount }, i) => ({
      id: `offer-${i}`,
      scope: { origin },
      network,
      asset,
      payTo,
      maxAmount: (parseAtomic(amount) ?? 0n).toString(),
      maxWindowSeconds: DEFAULT_POLICY.maxWindowSeconds,
      expiresAt: 1,
      upto: true,
      revoked: false,
    })),
    approval: null,
    ledger: { totals: [], attempts: [], payees: [], resourceHosts: [], recent: { originLastMinute: 0 } },
  }
}

function audited(read: ReadOffer, verdicts: readonly OfferVerdict[]): readonly AuditedOffer[] {
  const verdict = verdicts.find((v) => v.index === read.index)
  if (verdict === undefined) return []
  const { index, code, facts, unusual } = verdict
  const against = [{ code, facts }, ...unusual.filter((u) => u.code !== code)]
  const reasons = against.map((reason) => ({ code: reason.code, ...adviceOn(reason) }))
  const standing = standingOf(against.map((a) => LIFTED_BY[a.code]))
  return [{ index, ...termsOf(read), code, standing, reasons }]
}

function termsOf(read: ReadOffer): Omit<AuditedOffer, 'index' | 'code' | 'standing' | 'reasons'> {
  if (!read.ok) {
    const none = { scheme: null, network: null, networkName: null, asset: null, symbol: null }
    return { ...none, amount: null, usd: null, windowSeconds: null }
  }
  const { scheme, network, asset, amount: asked, windowSeconds } = read.offer
  const amount = parseAtomic(asked)
  const usd = amount === null ? null : usdOf(network, asset, amount)
  return {
    scheme,
    network,
    networkName: networkFacts(network)?.name ?? null,
    asset,
    symbol: findDefaultAsset(network, asset)?.symbol ?? null,
    amount: amount?.toString() ?? null,
    usd: usd === null ? null : formatDollars(usd.usd),
    windowSeconds,
  }
}

/** Everything that stands against an offer must be lifted, so the hardest to lift decides. */
function standingOf(lifts: readonly Lift[]): Standing {
  if (lifts.every((lift) => lift === 'none')) return 'automatic'
  if (lifts.every((lift) => lift === 'none' || lift === 'click')) return 'click'
  return lifts.every((lift) => lift === 'none' || lift === 'click' || lift === 'password')
    ? 'password'
    : 'refused'
}

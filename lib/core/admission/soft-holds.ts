import { looksLike, sameAddress } from '../caip/address'
import { formatDollars } from '../money/dollars'
import { dollarsOfPolicy } from '../policy/dollars'
import type { Coverage } from './mandate'
import type { Admitted } from './offer'
import type { AdmissionInput, Fact, MandateFacts, PayeeFacts, Reason } from './types'
import { parseUrl } from './url'

const hold = (code: Reason['code'], ...facts: Fact[]): Reason => ({ code, facts })

/** Step 8: everything that a person may lift, in order. The first is the code; a screen shows all. */
export function softHolds(
  input: AdmissionInput,
  admitted: Admitted,
  { mandate, why }: Coverage,
): readonly Reason[] {
  return [
    resourceMismatch(input, admitted),
    newPayee(input, admitted, mandate),
    termsChanged(input, admitted, mandate),
    windowTooLong(input, admitted, mandate),
    rateLimited(input, mandate),
    overPaymentLimit(input, admitted),
    approvalRequired(admitted, mandate === null ? why : null),
  ].filter((reason) => reason !== null)
}

/** Judged by the host that answered: what the quote calls its resource is only a claim. */
function resourceMismatch({ request, ledger }: AdmissionInput, { offer }: Admitted): Reason | null {
  const claim = offer.resourceUrl
  if (claim === undefined || claim === null || claim === '') return null
  const answered = new URL(request.answeredUrl).host
  const named =
    typeof claim === 'string' && URL.canParse(claim, request.answeredUrl)
      ? new URL(claim, request.answeredUrl).host
      : null
  if (named === answered) return null
  // The name of a tool or a task (mcp://tool/x) is no host: who answered is known by its own address.
  if (['mcp', 'a2a'].includes(request.transport) && typeof claim === 'string' && !/^https?:/i.test(claim))
    return null
  if (ledger.resourceHosts.some((pair) => pair.answered === answered && pair.named === named)) return null
  return hold('HOLD_RESOURCE_MISMATCH', { rule: 'resource', answered, named: named ?? 'unreadable' })
}

function newPayee(input: AdmissionInput, { offer }: Admitted, mandate: MandateFacts | null): Reason | null {
  const origin = parseUrl(input.request.answeredUrl)?.origin
  const rows = input.ledger.payees.filter((row) => row.origin === origin)
  const last = rows.at(-1)
  if (last === undefined || mandate?.payTo === '*') return null
  if (rows.some((row) => sameAddress(offer.network, row.payTo, offer.payTo))) return null
  // The one it can be mistaken for is the one to show beside it.
  const before = rows.findLast((row) => looksLike(row.payTo, offer.payTo)) ?? last
  return hold('HOLD_NEW_PAYEE', { rule: 'payee', before: before.payTo, now: offer.payTo })
}

function termsChanged(
  { request, ledger, policy }: AdmissionInput,
  { offer, amount }: Admitted,
  mandate: MandateFacts | null,
): Reason | null {
  const rise = Math.min(policy.maxRisePercent, mandate?.maxRisePercent ?? policy.maxRisePercent)
  const { origin, pathname } = new URL(request.answeredUrl)
  const isSame = (row: PayeeFacts) =>
    row.origin === origin &&
    row.method === request.method &&
    row.path === pathname &&
    row.network === offer.network &&
    sameAddress(row.network, row.payTo, offer.payTo) &&
    sameAddress(row.network, row.asset, offer.asset)
  const before = ledger.payees.findLast(isSame)?.amount
  if (before === undefined || amount * 100n <= BigInt(before) * BigInt(100 + rise)) return null
  return hold('HOLD_TERMS_CHANGED', { rule: 'maxRisePercent', before, now: amount.toString() })
}

function windowTooLong(
  { policy, request }: AdmissionInput,
  { offer }: Admitted,
  mandate: MandateFacts | null,
): Reason | null {
  // A page's own typed data is signed as it stands or not at all: no window in it can be made shorter.
  const isFixed = request.kind === 'signature' && mandate !== null
  const limit = isFixed
    ? Math.min(policy.maxWindowSeconds, mandate.maxWindowSeconds)
    : policy.maxAskedWindowSeconds
  if (offer.windowSeconds <= limit) return null
  return hold('HOLD_WINDOW_TOO_LONG', {
    rule: 'maxAskedWindowSeconds',
    limit: String(limit),
    asked: String(offer.windowSeconds),
  })
}

function rateLimited({ policy, ledger }: AdmissionInput, mandate: MandateFacts | null): Reason | null {
  const limit = mandate?.automaticPerMinute ?? policy.automaticPerMinute
  if (ledger.recent.originLastMinute < limit) return null
  return hold('HOLD_RATE_LIMITED', { rule: 'automaticPerMinute', limit: String(limit) })
}

function overPaymentLimit({ policy }: AdmissionInput, { usd, entry }: Admitted): Reason | null {
  // An owner's own cap on the asset, higher or lower, stands in place of the dollar limit.
  if (usd === null || entry?.maxAmount !== undefined) return null
  const over = usd.usd - dollarsOfPolicy(policy.perPaymentUsd)
  if (over <= 0n) return null
  return hold('HOLD_OVER_PAYMENT_LIMIT', {
    rule: 'perPaymentUsd',
    limit: policy.perPaymentUsd,
    asked: formatDollars(usd.usd),
    over: formatDollars(over),
  })
}

/** @param why why no mandate covers the offer; null where one does */
function approvalRequired({ entry, amount }: Admitted, why: Fact | null): Reason | null {
  const limit = entry?.approvalAbove
  if (limit !== undefined && amount > BigInt(limit))
    return hold('HOLD_APPROVAL_REQUIRED', { rule: 'approvalAbove', limit, asked: amount.toString() })
  return why === null ? null : hold('HOLD_APPROVAL_REQUIRED', why)
}

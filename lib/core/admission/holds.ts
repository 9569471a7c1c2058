import { falls, type Spending } from '../budget/scope'
import { formatAmount, parseDecimal, USD_DECIMALS } from '../money/amount'
import type { ReadQuote } from '../quote/read'
import type { Admitted } from './offer'
import type { AdmissionInput, DecisionCode, Fact, MandateFacts } from './types'

export type Hold = { readonly code: DecisionCode; readonly facts: readonly Fact[] }

const hold = (code: DecisionCode, ...facts: Fact[]): Hold => ({ code, facts })
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Only a page's own call or a navigation is paid without a person (I7). */
const MANDATABLE = ['fetch', 'xhr', 'navigation']

/**
 * The mandate that covers an offer: asker and top-level origin are both its origin (I7).
 *
 * @returns the first that covers, or null
 */
export function coveringMandate(input: AdmissionInput, { offer, amount }: Admitted): MandateFacts | null {
  const { asker, request, now } = input
  if (!MANDATABLE.includes(request.kind) || asker.origin === 'null' || asker.origin !== asker.topOrigin)
    return null
  const covers = (m: MandateFacts) =>
    !m.revoked &&
    now < m.expiresAt &&
    m.scope.origin === asker.origin &&
    (m.scope.agent === undefined || m.scope.agent === asker.agent) &&
    (m.scope.pathPrefix === undefined || new URL(request.url).pathname.startsWith(m.scope.pathPrefix)) &&
    m.network === offer.network &&
    same(m.asset, offer.asset) &&
    (m.payTo === '*' || same(m.payTo, offer.payTo)) &&
    amount <= BigInt(m.maxAmount)
  return input.mandates.find(covers) ?? null
}

/** Step 7: what no approval lifts. */
export function hardHold(
  input: AdmissionInput,
  admitted: Admitted,
  mandate: MandateFacts | null,
): Hold | null {
  if (input.wallet.locked) return hold('HOLD_LOCKED')
  const over = overBudget(input, admitted, mandate)
  if (over !== null) return over
  const { offer, amount } = admitted
  const balance = input.wallet.balances.find((b) => b.network === offer.network && same(b.asset, offer.asset))
  if (balance && BigInt(balance.amount) < amount) {
    return hold('HOLD_INSUFFICIENT_FUNDS', {
      rule: 'balance',
      balance: balance.amount,
      asked: amount.toString(),
    })
  }
  if (offer.extra.assetTransferMethod !== 'permit2') return null
  const allowance = input.wallet.allowances?.find(
    (a) => a.network === offer.network && same(a.asset, offer.asset),
  )
  if (!allowance || BigInt(allowance.amount) >= amount) return null
  return hold('HOLD_ALLOWANCE_REQUIRED', {
    rule: 'allowance',
    allowance: allowance.amount,
    asked: amount.toString(),
  })
}

function overBudget(input: AdmissionInput, admitted: Admitted, mandate: MandateFacts | null): Hold | null {
  const { network, asset, payTo } = admitted.offer
  const spending: Spending = { input, network, asset, payTo, mandate: mandate?.id ?? null, usd: admitted.usd }
  for (const budget of input.policy.budgets.filter((b) => falls(b, spending))) {
    const inDollars = budget.unit.kind === 'usd'
    const read = (value: string): bigint => (inDollars ? dollars(value) : BigInt(value))
    const total = input.ledger.totals.find((t) => t.budget === budget.id)
    const committed = total ? read(total.settled) + read(total.reserved) : 0n
    const asked = inDollars ? (admitted.usd?.usd ?? 0n) : admitted.amount
    if (committed + asked <= read(budget.limit)) continue
    const write = (value: bigint): string =>
      inDollars ? formatAmount(value, USD_DECIMALS) : value.toString()
    return hold('HOLD_OVER_BUDGET', {
      rule: 'budget',
      budget: budget.id,
      limit: budget.limit,
      committed: write(committed),
      asked: write(asked),
      over: write(committed + asked - read(budget.limit)),
    })
  }
  return null
}

/** @throws RangeError for a limit or a total that is no decimal number: a bug, never a quote's doing */
function dollars(text: string): bigint {
  const read = parseDecimal(text.replace(/^\$/, ''), USD_DECIMALS)
  if (!read.ok) throw new RangeError(`${text} is no amount of dollars`)
  return read.value
}

/** Step 8: everything that a person may lift, in order. The first is the code; a screen shows all. */
export function softHolds(
  input: AdmissionInput,
  quote: ReadQuote,
  admitted: Admitted,
  mandate: MandateFacts | null,
): readonly Hold[] {
  const checks = [
    resourceMismatch(input, quote),
    newPayee(input, admitted, mandate),
    termsChanged(input, admitted),
  ]
  const { policy, ledger } = input
  const { offer, amount, usd, entry } = admitted
  if (offer.windowSeconds > policy.maxAskedWindowSeconds) {
    const limit = String(policy.maxAskedWindowSeconds)
    checks.push(
      hold('HOLD_WINDOW_TOO_LONG', {
        rule: 'maxAskedWindowSeconds',
        limit,
        asked: String(offer.windowSeconds),
      }),
    )
  }
  if (ledger.recent.originLastMinute >= policy.automaticPerMinute) {
    checks.push(
      hold('HOLD_RATE_LIMITED', { rule: 'automaticPerMinute', limit: String(policy.automaticPerMinute) }),
    )
  }
  if (usd !== null && entry?.maxAmount === undefined && usd.usd > dollars(policy.perPaymentUsd)) {
    const asked = formatAmount(usd.usd, USD_DECIMALS)
    const over = formatAmount(usd.usd - dollars(policy.perPaymentUsd), USD_DECIMALS)
    checks.push(
      hold('HOLD_OVER_PAYMENT_LIMIT', { rule: 'perPaymentUsd', limit: policy.perPaymentUsd, asked, over }),
    )
  }
  const above = entry?.approvalAbove
  if (above !== undefined && amount > BigInt(above)) {
    checks.push(
      hold('HOLD_APPROVAL_REQUIRED', { rule: 'approvalAbove', limit: above, asked: amount.toString() }),
    )
  } else if (mandate === null) checks.push(hold('HOLD_APPROVAL_REQUIRED', { rule: 'mandate' }))
  return checks.filter((h) => h !== null)
}

function resourceMismatch(input: AdmissionInput, quote: ReadQuote): Hold | null {
  const { resourceUrl } = quote
  if (resourceUrl === undefined || resourceUrl === null || resourceUrl === '') return null
  const { answeredUrl } = input.request
  const answered = new URL(answeredUrl).host
  const named =
    typeof resourceUrl === 'string' && URL.canParse(resourceUrl, answeredUrl)
      ? new URL(resourceUrl, answeredUrl).host
      : null
  if (named === answered) return null
  const before = input.ledger.resourceHosts.some((h) => h.answered === answered && h.named === named)
  return before
    ? null
    : hold('HOLD_RESOURCE_MISMATCH', { rule: 'resource', answered, named: named ?? 'unreadable' })
}

function newPayee(input: AdmissionInput, { offer }: Admitted, mandate: MandateFacts | null): Hold | null {
  const { origin } = new URL(input.request.answeredUrl)
  const rows = input.ledger.payees.filter((p) => p.origin === origin)
  const last = rows.at(-1)
  if (last === undefined || mandate?.payTo === '*' || rows.some((p) => same(p.payTo, offer.payTo)))
    return null
  return hold('HOLD_NEW_PAYEE', { rule: 'payee', before: last.payTo, now: offer.payTo })
}

function termsChanged(input: AdmissionInput, { offer, amount }: Admitted): Hold | null {
  const { origin, pathname } = new URL(input.request.answeredUrl)
  const row = input.ledger.payees.findLast(
    (p) =>
      p.origin === origin &&
      p.method === input.request.method &&
      p.path === pathname &&
      same(p.payTo, offer.payTo) &&
      p.network === offer.network &&
      same(p.asset, offer.asset),
  )
  if (!row || amount * 100n <= BigInt(row.amount) * BigInt(100 + input.policy.maxRisePercent)) return null
  return hold('HOLD_TERMS_CHANGED', { rule: 'maxRisePercent', before: row.amount, now: amount.toString() })
}

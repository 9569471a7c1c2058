import { ASSETS, SITE_OF } from './wishes'

/** What the ledger says of one payment, as far as limits need it. */
export type Counted = {
  readonly id: string
  readonly asker: string
  readonly payTo: string
  readonly network: string
  readonly asset: string
  readonly amount: string
  readonly intentId: string
  readonly mandateId: string | null
  /** Unix seconds, when it was reserved */
  readonly at: number
}

export type Limit = {
  readonly id: string
  readonly scope: { readonly kind: string; readonly value?: string | null }
  readonly unit:
    | { readonly kind: 'usd'; readonly testnet?: boolean }
    | { readonly kind: 'atomic'; readonly network: string; readonly asset: string }
  readonly limit: string
  readonly window:
    | { readonly kind: 'rolling'; readonly seconds: number }
    | { readonly kind: 'month' | 'total' }
}

/** Dollars of 18 decimals, from decimal text. */
function dollars(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(18, '0'))
}

/** The two limits of a day, for real and for test money. */
export function dailyLimits(perDayUsd: string, perSiteDayUsd: string): readonly Limit[] {
  return [false, true].flatMap((testnet): readonly Limit[] => {
    const rest = { unit: { kind: 'usd', testnet }, window: { kind: 'rolling', seconds: 86_400 } } as const
    return [
      { id: `day ${testnet}`, scope: { kind: 'everything' }, limit: perDayUsd, ...rest },
      { id: `site day ${testnet}`, scope: { kind: 'site', value: null }, limit: perSiteDayUsd, ...rest },
    ]
  })
}

function subjectOf(kind: string, payment: Counted): string | null {
  switch (kind) {
    case 'everything':
      return '*'
    case 'site':
      return SITE_OF[payment.asker] ?? null
    case 'origin':
      return payment.asker
    case 'payee':
      return payment.payTo.toLowerCase()
    case 'intent':
      return payment.intentId
    case 'mandate':
      return payment.mandateId
    default:
      return null
  }
}

/** What a payment adds to a limit, in its unit; null where it does not count there. */
function share({ scope, unit }: Limit, payment: Counted): bigint | null {
  const subject = subjectOf(scope.kind, payment)
  if (subject === null) return null
  const named = scope.value ?? null
  if (named !== null && subject !== (scope.kind === 'payee' ? named.toLowerCase() : named)) return null
  const known = ASSETS.find((a) => a.network === payment.network && a.asset === payment.asset)
  if (known === undefined) return null
  if (unit.kind === 'usd') {
    return unit.testnet === known.testnet ? BigInt(payment.amount) * 10n ** 12n : null
  }
  return unit.network === known.network && unit.asset === known.asset ? BigInt(payment.amount) : null
}

function since(window: Limit['window'], now: number): number {
  if (window.kind === 'total') return Number.NEGATIVE_INFINITY
  if (window.kind === 'rolling') return now - window.seconds
  const today = new Date(now * 1_000)
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth()) / 1_000 - 1
}

/**
 * Whether a limit holds after a payment, counted from the list of all payments that may still cost money.
 *
 * @returns null, or by how much it is passed
 */
export function passedBy(limit: Limit, payment: Counted, held: readonly Counted[]): bigint | null {
  if (share(limit, payment) === null) return null
  const subject = subjectOf(limit.scope.kind, payment)
  const from = since(limit.window, payment.at)
  const sum = held
    .filter((other) => subjectOf(limit.scope.kind, other) === subject && other.at > from)
    .reduce((total, other) => total + (share(limit, other) ?? 0n), 0n)
  const most = limit.unit.kind === 'usd' ? dollars(limit.limit) : BigInt(limit.limit)
  return sum > most ? sum - most : null
}

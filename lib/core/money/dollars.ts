import { err, ok, type Result } from '../result'
import { formatAmount, parseDecimal, USD_DECIMALS } from './amount'
import type { Atomic, Usd18 } from './units'

/**
 * Reads dollars as an owner types them and as policy keeps them: `1`, `1.00`, `$1.00`. Exact.
 *
 * @returns 'too-precise' past 18 decimals
 */
export function parseDollars(text: string): Result<Usd18, 'not-a-number' | 'too-precise'> {
  return parseDecimal(text.startsWith('$') ? text.slice(1) : text, USD_DECIMALS)
}

/** Writes dollars in full, without trailing zeros. */
export function formatDollars(usd: Usd18): string {
  return formatAmount(usd, USD_DECIMALS)
}

/** `$`, digits with an optional fraction, and a ticker behind a space, which changes nothing. */
const MONEY = /^\$?\s*(\d+)(?:\.(\d+))?(?:\s+[A-Za-z][A-Za-z0-9.]*)?$/
/** Longer than any number's decimal digits; text past it is refused before it is matched. */
const MONEY_LENGTH = 400

/**
 * Reads a `Money` as the published clients do (`maxAmountPerPayment`, x402 client configuration), as
 * units of a token with the given decimals.
 *
 * What is finer than the token is cut off, as they do: it is a cap, and a cap may only become smaller.
 *
 * @returns an error for a sign, an exponent in text, a ticker without a space, a missing digit, other types
 */
export function moneyToAtomic(money: unknown, decimals: number): Result<Atomic, 'not-money'> {
  const text = typeof money === 'number' ? plainDecimal(money) : money
  if (typeof text !== 'string' || text.length > MONEY_LENGTH) return err('not-money')
  const match = MONEY.exec(text.trim())
  if (match === null) return err('not-money')
  const [, whole = '', fraction = ''] = match
  return ok(BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')))
}

/** A number in decimal digits, without an exponent; null where it is no finite number from zero up. */
function plainDecimal(number: number): string | null {
  if (!Number.isFinite(number) || number < 0) return null
  const [digits = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = Number(exponent)
  const point = whole.length + shift
  const all = whole + fraction
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`
  if (point >= all.length) return all.padEnd(point, '0')
  return `${all.slice(0, point)}.${all.slice(point)}`
}

import { err, ok, type Result } from '../result'
import type { Atomic, Usd18 } from './units'

/** Decimals of every amount in dollars. */
export const USD_DECIMALS = 18

/**
 * Reads an offer's amount. Strict: `0` or digits without a leading zero; a whole safe JSON number is
 * read as that integer (some servers send one).
 *
 * @returns null for anything else: signs, fractions, exponents, hex, spaces, other types
 */
export function parseAtomic(value: unknown): Atomic | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0) ? BigInt(value) : null
  return typeof value === 'string' && value.length <= 80 && /^(0|[1-9][0-9]*)$/.test(value)
    ? BigInt(value)
    : null
}

/**
 * Reads a decimal number of a token, exactly.
 *
 * @returns 'too-precise' where it has more decimals than the token; nothing is ever rounded
 */
export function parseDecimal(text: string, decimals: number): Result<bigint, 'not-a-number' | 'too-precise'> {
  const match = /^(\d{1,80})(?:\.(\d{1,80}))?$/.exec(text)
  if (match === null) return err('not-a-number')
  const [, whole = '0', fraction = ''] = match
  const needed = fraction.replace(/0+$/, '')
  if (needed.length > decimals) return err('too-precise')
  return ok(BigInt(whole + needed.padEnd(decimals, '0')))
}

/** Writes an atomic amount with the token's decimals: exact, without trailing zeros. */
export function formatAmount(atomic: bigint, decimals: number): string {
  const sign = atomic < 0n ? '-' : ''
  const digits = (atomic < 0n ? -atomic : atomic).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Turns an amount of a dollar token into dollars, one to one.
 *
 * A token with more than 18 decimals is rounded up: a total may be too high, never too low.
 */
export function toUsd18(atomic: Atomic, decimals: number): Usd18 {
  if (decimals <= USD_DECIMALS) return atomic * 10n ** BigInt(USD_DECIMALS - decimals)
  const unit = 10n ** BigInt(decimals - USD_DECIMALS)
  return (atomic + unit - 1n) / unit
}

/** A decimal text as this wallet writes amounts: digits, and a point only between digits. */
const DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/

/** An amount ready to be set: `whole` may wrap only between `groups`. */
export type AmountText = {
  /** the amount in one piece, exact */
  readonly text: string
  /** everything up to the third decimal, with sign, grouping and point */
  readonly head: string
  /** the further decimals in threes */
  readonly groups: readonly string[]
  /** what stands after the digits, such as a currency sign in Spanish */
  readonly tail: string
}

const LONG_FROM = 12

/** True where an amount does not fit in the largest size. */
export function isLong(amount: AmountText): boolean {
  return amount.text.length >= LONG_FROM
}

/**
 * Sets decimal dollars in a language, every digit kept and never fewer than two decimals.
 *
 * @returns the text as it is where it is no decimal number, rather than a wrong one
 */
export function dollars(decimal: string, locale: string): AmountText {
  return set(decimal, locale, { style: 'currency', currency: 'USD' }, 2)
}

/** Sets a decimal amount of a token in a language, every digit kept, no sign. */
export function units(decimal: string, locale: string): AmountText {
  return set(decimal, locale, {}, 0)
}

/**
 * Parts an amount that comes with its token's name, `0.25 USDC`, into the number as the language writes it and the
 * name, which may be of somebody else. What does not begin with a number is all name.
 */
export function unitsOf(text: string, locale: string): { readonly number: string; readonly name: string } {
  const space = text.indexOf(' ')
  const number = space < 0 ? text : text.slice(0, space)
  if (!DECIMAL.test(number)) return { number: '', name: text }
  return { number: units(number, locale).text, name: space < 0 ? '' : text.slice(space + 1) }
}

/** Decimal dollars as a part under a sum: two decimals at least, every digit kept, no sign. */
export function cents(decimal: string, locale: string): string {
  return set(decimal, locale, {}, 2).text
}

function set(decimal: string, locale: string, style: Intl.NumberFormatOptions, least: number): AmountText {
  const match = DECIMAL.exec(decimal)
  if (match === null) return { text: decimal, head: decimal, groups: [], tail: '' }
  const digits = Math.max(least, match[2]?.length ?? 0)
  const format = new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  let head = ''
  let fraction = ''
  let tail = ''
  for (const part of format.formatToParts(decimal as `${number}`)) {
    if (part.type === 'fraction') fraction = part.value
    else if (fraction === '') head += part.value
    else tail += part.value
  }
  // Without decimals a sign behind the digits has already gone into the head, where it does no harm.
  const [first = '', ...groups] = fraction.match(/.{1,3}/g) ?? []
  return { text: head + fraction + tail, head: head + first, groups, tail }
}

/**
 * Adds decimal texts exactly.
 *
 * @throws SyntaxError where one of them is no decimal number
 */
export function sum(decimals: readonly string[]): string {
  return text18(decimals.reduce((all, decimal) => all + parse18(decimal), 0n))
}

/**
 * A decimal text so many times, exact.
 *
 * @throws SyntaxError where it is no decimal number
 */
export function timesOf(decimal: string, count: number): string {
  return text18(parse18(decimal) * BigInt(count))
}

/** How far `amount` is over `limit`, decimal; null where it is not over. */
export function excess(amount: string, limit: string): string | null {
  const over = parse18(amount) - parse18(limit)
  return over > 0n ? text18(over) : null
}

/** What is left of `limit` after `amount`, decimal; zero where that is over it. */
export function left(amount: string, limit: string): string {
  // Without the decimals that say nothing: the unit puts its own back.
  return (excess(limit, amount) ?? '0').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}

/** An amount as people type it (a sign before it, a comma for the point) as decimal text; unchecked. */
export function typedDecimal(text: string): string {
  return text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.')
}

/** Decimal text as atomic text, exact; null where it is no decimal number of so many decimals. */
export function toAtomic(decimal: string, decimals: number): string | null {
  const match = DECIMAL.exec(decimal)
  const fraction = match?.[2] ?? ''
  if (match === null || fraction.length > decimals) return null
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`).toString()
}

/** `part` of `whole` in percent, 0 to 100, for the width of a bar alone: a drawing, not a sum. */
export function share(part: string, whole: string): number {
  const all = parse18(whole)
  if (all === 0n) return 0
  const tenThousandths = (parse18(part) * 10_000n) / all
  return Number(tenThousandths > 10_000n ? 10_000n : tenThousandths) / 100
}

/** True for a decimal text above zero or zero, of at most `decimals` decimals. */
export function isDecimal(text: string, decimals: number): boolean {
  const match = DECIMAL.exec(text)
  return match !== null && (match[2]?.length ?? 0) <= decimals
}

/**
 * Atomic text as decimal text, exact, at least two decimals where the token has them.
 *
 * @param atomic digits only
 */
export function fromAtomic(atomic: string, decimals: number): string {
  if (decimals === 0) return atomic
  const padded = atomic.padStart(decimals + 1, '0')
  const whole = padded.slice(0, -decimals)
  const fraction = padded.slice(-decimals)
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(2, decimals), '0')
  return `${whole}.${kept}`
}

const DECIMALS_18 = 18

function parse18(decimal: string): bigint {
  const match = DECIMAL.exec(decimal)
  const fraction = match?.[2] ?? ''
  if (match === null || fraction.length > DECIMALS_18) throw new SyntaxError('not a decimal amount')
  return BigInt(`${match[1]}${fraction.padEnd(DECIMALS_18, '0')}`)
}

function text18(value: bigint): string {
  return fromAtomic(value.toString(), DECIMALS_18)
}

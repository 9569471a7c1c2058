import { toAtomic, typedDecimal } from './amount'

/** Why a typed amount is none: no number; a separator that may stand for thousands; more decimals than the asset has. */
type Mistyped = 'number' | 'thousands' | 'decimals'

/**
 * Reads an amount as people type it in their language, exact. Comma and point are both taken for the decimal sign,
 * as keyboards differ, but never where the text could be a thousand times more in that language: `1,000` in English
 * and `1.000` in Spanish are refused, and so is any number with both, or with one of them twice.
 *
 * @param decimals of the asset
 * @returns atomic text, or what is wrong
 */
export function typedAmount(
  text: string,
  decimals: number,
  locale: string,
): { readonly atomic: string } | { readonly wrong: Mistyped } {
  const decimal = typedDecimal(text)
  const bare = text.trim().replace(/^\$\s*/, '')
  const signs = bare.match(/[.,]/g) ?? []
  if (signs.length > 1) return { wrong: 'thousands' }
  const { group } = separators(locale)
  if (signs[0] === group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return { wrong: 'thousands' }
  const atomic = toAtomic(decimal, decimals)
  if (atomic !== null) return { atomic }
  return { wrong: /^(?:0|[1-9]\d*)\.\d+$/.test(decimal) ? 'decimals' : 'number' }
}

/** A decimal text as it is typed in a language, without separators of thousands. */
export const typeable = (decimal: string, locale: string): string =>
  decimal.replace('.', separators(locale).decimal)

function separators(locale: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5)
  const of = (type: 'group' | 'decimal', usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual
  return { group: of('group', ','), decimal: of('decimal', '.') }
}

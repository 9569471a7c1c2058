import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { NoticeWords } from './words'

/** A name in a notice is at most this long, in code points. */
const NAME_AT_MOST = 60

/** What draws nothing, or moves its neighbours. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu

/**
 * A foreign text as one line of a notice: bounded, and without what cannot be seen. A host keeps its end,
 * which is what is registered.
 */
export function plainName(text: string, keep: 'start' | 'end' = 'start'): string {
  const points = [...text.replace(UNSEEN, '\ufffd').replace(/\s+/gu, ' ')]
  if (points.length <= NAME_AT_MOST) return points.join('')
  return keep === 'start'
    ? `${points.slice(0, NAME_AT_MOST).join('')}…`
    : `…${points.slice(-NAME_AT_MOST).join('')}`
}

/** Whose site it is, as the URL parser writes it: encoded, with its port. */
export function siteName(origin: string, words: NoticeWords): string {
  if (origin === OWN_ORIGIN) return 'Countersign'
  const url = URL.parse(origin)
  return url === null || url.host === '' ? words.noSite : plainName(url.host, 'end')
}

/** Decimal dollars in a language, every digit kept. */
export function dollarText(decimal: string, { locale }: NoticeWords): string {
  const digits = Math.max(2, decimal.split('.')[1]?.length ?? 0)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(decimal as `${number}`)
}

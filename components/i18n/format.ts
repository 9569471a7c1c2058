import type { Language } from './language'

/** Numbers follow the language; dates too, with days first and 24 hours in both. */
const NUMBERS: Record<Language, string> = { en: 'en-US', es: 'es-ES' }
const DATES: Record<Language, string> = { en: 'en-GB', es: 'es-ES' }

const SECOND = 1000
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Ways to write numbers and times in one language. Times are Unix milliseconds. */
export type Format = {
  readonly locale: string
  readonly number: (value: number) => string
  /** of a hundred: `40%` */
  readonly percent: (value: number) => string
  readonly time: (ms: number) => string
  readonly timeWithSeconds: (ms: number) => string
  readonly timeExact: (ms: number) => string
  readonly day: (ms: number) => string
  readonly date: (ms: number) => string
  /** a day of this year, and one of another, as short as they stay clear */
  readonly dayShort: (ms: number) => string
  readonly dateShort: (ms: number) => string
  readonly weekday: (ms: number) => string
  /** day and time, for what is not today */
  readonly moment: (ms: number) => string
  readonly hours: (count: number) => string
  readonly duration: (seconds: number) => string
  /** how long ago, in the largest whole unit: `2 hours ago` */
  readonly ago: (ms: number) => string
  readonly list: (items: readonly string[]) => string
  /** names in a sentence: `Base, Mezo and Sei` */
  readonly names: (items: readonly string[]) => string
}

/** Builds the formats of a language once; the time zone is the computer's. */
export function formats(language: Language): Format {
  const locale = NUMBERS[language]
  const dates = DATES[language]
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const list = new Intl.ListFormat(dates, { type: 'unit', style: 'short' })
  const names = new Intl.ListFormat(dates, { type: 'conjunction' })
  const clock = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(dates, { hourCycle: 'h23', ...options })
    return (ms: number) => format.format(ms)
  }
  const hm = { hour: '2-digit', minute: '2-digit' } as const
  return {
    locale,
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    time: clock(hm),
    timeWithSeconds: clock({ ...hm, second: '2-digit' }),
    timeExact: clock({ ...hm, second: '2-digit', fractionalSecondDigits: 3 }),
    day: clock({ day: 'numeric', month: 'long' }),
    date: clock({ day: 'numeric', month: 'long', year: 'numeric' }),
    dayShort: clock({ day: 'numeric', month: 'short' }),
    dateShort: clock({ day: 'numeric', month: 'short', year: 'numeric' }),
    weekday: clock({ weekday: 'short' }),
    moment: clock({ day: 'numeric', month: 'short', ...hm }),
    hours: (count) => unitText(count, 'hour', locale),
    duration: (seconds) => duration(seconds, locale),
    ago: (ms) => ago(ms, Date.now(), locale),
    list: (items) => list.format(items),
    names: (items) => names.format(items),
  }
}

/** Whole units only where they say it exactly: 3600 is an hour, 3601 is 3,601 seconds. */
function duration(seconds: number, locale: string): string {
  for (const [unit, length] of UNITS) {
    if (seconds >= length && seconds % length === 0) return unitText(seconds / length, unit, locale)
  }
  return unitText(seconds, 'second', locale)
}

/**
 * How long ago something was, in the largest whole unit.
 *
 * @param then Unix milliseconds; what is said to come is now
 */
export function ago(then: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.floor((now - then) / SECOND))
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  for (const [unit, length] of UNITS)
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit)
  return format.format(-seconds, 'second')
}

function unitText(value: number, unit: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** What passed between two times, as short as it stays true: `+4 ms`, `+1.84 s`. */
export function since(from: number, to: number, locale: string): string {
  const ms = Math.max(0, to - from)
  if (ms < SECOND) return `+${new Intl.NumberFormat(locale).format(ms)} ms`
  return `+${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(ms / SECOND)} s`
}

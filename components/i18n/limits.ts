import type { BudgetWindow } from '@/lib/core/admission/types'
import type { LimitView, UnitView } from '@/lib/doors/ui-protocol'

import { type AmountText, dollars, units } from '../text/amount'
import { hostText } from '../text/host'
import { short } from '../text/short'
import { plainText } from '../text/visible'
import type { Catalogue } from './en'
import type { Format } from './format'

/** Lengths of the rolling windows that have a name of their own, in seconds. */
export const HOUR = 3_600
export const DAY = 86_400
export const WEEK = 7 * DAY
export const DAYS_30 = 30 * DAY

/** Of a name that somebody else chose, so much stands beside a bar. */
const LONGEST_NAME = 60
/** A ticker that can stand in a line of ours; anything else is named by its contract. */
const TICKER = /^[\w.$+-]{1,12}$/

/** The word for what a unit counts in: nothing for dollars, which carry their sign. */
function symbolOf(unit: UnitView): string {
  if (unit.kind === 'usd') return ''
  return unit.symbol !== null && TICKER.test(unit.symbol) ? unit.symbol : short(unit.asset)
}

/** The word for a unit beside a field: `dollars`, `USDC`. */
export function unitText(unit: UnitView, t: Catalogue): string {
  return unit.kind === 'usd' ? t.budgets.dollars : symbolOf(unit)
}

/** Decimal text of a unit, set in a language: `$0.50`, or `0.5` where a token's word stands behind it. */
export function amountOf(unit: UnitView, decimal: string, locale: string): AmountText {
  return unit.kind === 'usd' ? dollars(decimal, locale) : units(decimal, locale)
}

/** The same with its unit, for a sentence: `$0.50`, `2 USDC`. */
export function amountWithUnit(unit: UnitView, decimal: string, locale: string): string {
  return `${amountOf(unit, decimal, locale).text} ${symbolOf(unit)}`.trimEnd()
}

/** The time that a limit counts over, as seen from now: `last 24 hours`, `this month`, `in all`. */
export function windowText(window: BudgetWindow, t: Catalogue, format: Format): string {
  if (window.kind === 'month') return t.windows.month
  if (window.kind === 'total') return t.windows.total
  return window.seconds === HOUR ? t.windows.hour : t.windows.last(lengthText(window.seconds, format))
}

/** A day is 24 hours wherever it could be taken for one that begins at midnight. */
function lengthText(seconds: number, format: Format): string {
  return seconds === DAY ? format.hours(24) : format.duration(seconds)
}

/** The time that a limit counts over, wherever it begins: `any 24 hours`, `a calendar month`. */
export function anyWindowText(window: BudgetWindow, t: Catalogue, format: Format): string {
  const { windows } = t.budgets
  if (window.kind !== 'rolling') return window.kind === 'month' ? windows.month : windows.total
  if (window.seconds === HOUR) return windows.hour
  if (window.seconds === DAY) return windows.day
  if (window.seconds === WEEK) return windows.week
  return window.seconds === DAYS_30 ? windows.days30 : t.budgets.anyTime(format.duration(window.seconds))
}

/** The time of a mandate's total, behind an amount: `a day`, `in 30 days`, `in all`. */
export function periodText(window: BudgetWindow, t: Catalogue, format: Format): string {
  if (window.kind === 'month') return t.periods.month
  if (window.kind === 'total') return t.periods.total
  switch (window.seconds) {
    case HOUR:
      return t.periods.hour
    case DAY:
      return t.periods.day
    case WEEK:
      return t.periods.week
    default:
      return t.periods.each(format.duration(window.seconds))
  }
}

/** Who or what a limit is about, by its own name: `all sites`, `news.example`, a shortened address. */
export function subjectName({ scope, label }: Pick<LimitView, 'scope' | 'label'>, t: Catalogue): string {
  switch (scope) {
    case 'everything':
      return t.limitOf.everything
    case 'origin':
      return hostText(label)
    case 'payee':
      return short(label)
    case 'intent':
      return t.budgets.oneOf.intent
    case 'mandate':
      return t.budgets.oneOf.mandate
    default:
      return plainText(label, LONGEST_NAME)
  }
}

/** A limit as seen from the payment on screen: `this site, last 24 hours`. */
export function limitHere(limit: Pick<LimitView, 'scope' | 'window'>, t: Catalogue, format: Format): string {
  return t.windows.labelled(t.limitOf[limit.scope], windowText(limit.window, t, format))
}

/** A limit by name, wherever it stands: `news.example, last 24 hours`. */
export function limitByName(
  limit: Pick<LimitView, 'scope' | 'label' | 'window'>,
  t: Catalogue,
  format: Format,
): string {
  return t.windows.labelled(subjectName(limit, t), windowText(limit.window, t, format))
}

/** When something of a limit is free again, as a sentence's end: `frees at 14:00`, `frees on 3 December, 14:00`. */
export function freesText(freesAt: number, now: number, t: Catalogue, format: Format): string {
  return format.day(freesAt) === format.day(now)
    ? t.windows.frees(format.time(freesAt))
    : t.windows.freesOn(format.moment(freesAt))
}

/** A day, with its year where that is not this one. */
export function dayText(ms: number, now: number, format: Format): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? format.dayShort(ms) : format.dateShort(ms)
}

import type { Fact } from '@/lib/core/admission/types'
import type { BudgetView, UnitView } from '@/lib/doors/ui-protocol'

import { fromAtomic, isDecimal, units } from '../text/amount'
import { plainText } from '../text/visible'
import type { Catalogue } from './en'
import type { Format } from './format'
import { amountWithUnit, limitByName } from './limits'

const MS = 1_000
const USD: UnitView = { kind: 'usd', testnet: false }
const USD_DECIMALS = 18

/** The token of the offer, whose atomic numbers the facts of a mandate name; null decimals: not known. */
export type Token = { readonly decimals?: number | null; readonly symbol?: string | null }

/** A number of a fact in its unit: dollars are decimal there, everything else is atomic. */
function inUnit(value: string | undefined, unit: UnitView, locale: string): string {
  const text = (value ?? '').replace(/^\$/, '')
  if (unit.kind === 'usd') return isDecimal(text, USD_DECIMALS) ? amountWithUnit(unit, text, locale) : text
  return /^\d+$/.test(text) ? amountWithUnit(unit, fromAtomic(text, unit.decimals), locale) : text
}

/**
 * Why the mandate that came nearest did not cover a payment (facts of the rule `mandate`), in one sentence.
 *
 * @param unit what that mandate's total counts in
 * @returns null where no mandate came near, so that there is nothing to say
 */
export function mandateReason(
  fact: Fact,
  t: Catalogue,
  format: Format,
  token: Token,
  unit: UnitView = USD,
): string | null {
  const words = t.mandateReasons
  const ofToken = (value: string | undefined) => {
    const atomic = value ?? ''
    if (token.decimals == null || !/^\d+$/.test(atomic)) return atomic
    return `${units(fromAtomic(atomic, token.decimals), format.locale).text} ${token.symbol ?? ''}`.trimEnd()
  }
  switch (fact.reason) {
    case undefined:
      return null
    case 'expired':
      return words.expired(format.date(Number(fact.expiresAt) * MS))
    case 'path':
      return words.path(plainText(fact.limit ?? ''))
    case 'amount':
      return words.amount(ofToken(fact.limit), ofToken(fact.asked))
    case 'total':
      return fact.over === undefined
        ? words.totalOther
        : words.total(
            inUnit(fact.committed, unit, format.locale),
            inUnit(fact.limit, unit, format.locale),
            inUnit(fact.over, unit, format.locale),
          )
    case 'repeated':
      return words.repeated(format.duration(Number(fact.secondsAgo)))
    case 'funds':
      return words.funds(ofToken(fact.balance))
    case 'revoked':
    case 'paused':
    case 'agent':
    case 'transport':
    case 'asset':
    case 'payee':
    case 'upto':
      return words[fact.reason]
    default:
      return words.other
  }
}

/**
 * Which limit a payment would break (facts of the rule `budget`), how far it is used and how far over.
 *
 * @param budgets the owner's limits; one that was removed since is called a limit
 */
export function budgetReason(
  fact: Fact,
  budgets: readonly BudgetView[],
  t: Catalogue,
  format: Format,
): string | null {
  const id = fact.budget
  if (id === undefined) return null
  const rule = budgets.find((budget) => id.startsWith(`${budget.id}:`))
  const unit = rule?.unit ?? USD
  const label =
    rule === undefined
      ? t.aLimit
      : limitByName(
          { scope: rule.scope.kind, label: id.slice(rule.id.length + 1), window: rule.window },
          t,
          format,
        )
  const number = (value: string | undefined) => inUnit(value, unit, format.locale)
  return t.overFact(label, number(fact.committed), number(fact.limit), number(fact.over))
}

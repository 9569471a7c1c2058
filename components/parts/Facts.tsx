import type { Fact } from '@/lib/core/admission/types'

import { useAnswer } from '../hooks/useAnswer'
import { useWords } from '../i18n/context'
import { budgetReason, mandateReason, type Token } from '../i18n/decisions'
import { dollars, fromAtomic, units } from '../text/amount'
import { SiteText } from './SiteText'

/** Decimals null: atomic numbers are shown as they are. */
type Props = Token & { readonly facts: readonly Fact[] }

/** Rules whose numbers are atomic units of the offer's token. */
const ATOMIC = new Set(['maxRisePercent', 'asset-cap', 'balance', 'allowance', 'approvalAbove'])
const DOLLARS = new Set(['perPaymentUsd'])
const SECONDS = new Set(['maxAskedWindowSeconds'])
const DIGITS = /^\d+$/

/** The numbers and names behind a decision, with the units of their rule; the site's own values stay isolated. */
export function Facts({ facts, decimals = null, symbol = null }: Props) {
  const { t, format } = useWords()
  const told = facts.filter((fact) => fact.rule === 'mandate' || fact.rule === 'budget')
  const shown = facts
    .filter((fact) => !told.includes(fact))
    .map(({ rule, ...details }) => ({
      rule,
      details: Object.entries(details).filter(([, value]) => value !== ''),
    }))
    .filter(({ details }) => details.length > 0)
  if (shown.length === 0 && told.length === 0) return null
  const read = (rule: string, value: string) => {
    if (DOLLARS.has(rule)) return dollars(value.replace(/^\$/, ''), format.locale).text
    if (!DIGITS.test(value)) return value
    if (SECONDS.has(rule)) return format.duration(Number(value))
    if (!ATOMIC.has(rule) || decimals === null) return value
    return `${units(fromAtomic(value, decimals), format.locale).text} ${symbol ?? ''}`.trimEnd()
  }
  return (
    <>
      {told.map((fact) =>
        fact.rule === 'budget' ? (
          <BudgetFact key="budget" fact={fact} />
        ) : (
          <MandateFact key="mandate" fact={fact} decimals={decimals} symbol={symbol} />
        ),
      )}
      {shown.length > 0 && (
        <ul className="facts">
          {shown.map(({ rule, details }) => (
            <li key={rule}>
              {details.map(([name, value]) => (
                <span className="fact" key={name}>
                  <span className="quiet">{t.facts[name] ?? name}</span> <SiteText
                    text={read(rule, value)}
                  />{' '}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Which limit holds a payment, in words. */
function BudgetFact({ fact }: { readonly fact: Fact }) {
  const { t, format } = useWords()
  const { value, error } = useAnswer('budgets.list', undefined, null)
  if (value === undefined && error === null) return null
  const words = budgetReason(fact, value ?? [], t, format)
  return words !== null && <p>{words}</p>
}

/** Why the mandate that came nearest did not pay, in words; nothing where there is none. */
export function MandateFact({ fact, ...token }: Token & { readonly fact: Fact }) {
  const { t, format } = useWords()
  const { value, error } = useAnswer('mandates.list', undefined, null)
  if (value === undefined && error === null) return null
  const unit = value?.find((mandate) => mandate.id === fact.mandate)?.standing.unit
  const words = mandateReason(fact, t, format, token, unit)
  return words !== null && <p>{words}</p>
}

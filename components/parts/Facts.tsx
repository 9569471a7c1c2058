import type { Fact } from '@/lib/core/admission/types'

import { useAnswer } from '../hooks/useAnswer'
import { useWords } from '../i18n/context'
import { budgetReason, mandateReason, type Token } from '../i18n/decisions'
import { whyWords } from '../i18n/why'

/** Decimals null: atomic numbers are shown as they are. */
type Props = Token & { readonly facts: readonly Fact[] }

/** The numbers and names behind a decision, a sentence for each rule. */
export function Facts({ facts, decimals = null, symbol = null }: Props) {
  const { t, format } = useWords()
  return facts.map((fact) => {
    const key = JSON.stringify(fact)
    if (fact.rule === 'budget') return <BudgetFact key={key} fact={fact} />
    if (fact.rule === 'mandate')
      return <MandateFact key={key} fact={fact} decimals={decimals} symbol={symbol} />
    const words = whyWords(fact, t, format, { decimals, symbol })
    return (
      words !== null && (
        <p className="fact" dir="auto" key={key}>
          {words}
        </p>
      )
    )
  })
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

import { lazy, Suspense, useMemo } from 'react'

import { documentsChanged, mandatesChanged, totalsChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../../hooks/useAnswer'
import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Problem } from '../../parts/Problem'
import { LimitsPart } from './LimitsPart'
import { MandatesPart } from './MandatesPart'

/** Loaded only where it is shown. */
const Spending = lazy(() => import('./Spending'))

/** Every limit and every mandate with what it stands at, and the ways to change them. */
export function Budgets({ mandate }: { readonly mandate: string | null }) {
  const { t } = useWords()
  useTitle(t.budgets.title)
  const totals = useLive(totalsChanged, [])
  const documents = useLive(documentsChanged, [])
  const given = useLive(mandatesChanged, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object whenever one of them changes
  const signal = useMemo(() => ({}), [totals, documents, given])
  const settings = useAnswer('settings.get', undefined, signal)
  const budgets = useAnswer('budgets.list', undefined, signal)
  const mandates = useAnswer('mandates.list', undefined, signal)
  const refresh = () => {
    settings.refresh()
    budgets.refresh()
    mandates.refresh()
  }
  return (
    <>
      <h1 className="sr">{t.budgets.title}</h1>
      <Problem error={settings.error ?? budgets.error ?? mandates.error} />
      {settings.value !== undefined && budgets.value !== undefined && mandates.value !== undefined && (
        // One boundary for all: what is below must not move under a hand when the chart comes.
        <Suspense>
          <Spending
            testnets={settings.value.testnets}
            perDayUsd={settings.value.perDayUsd}
            mandateName={(id) => mandates.value?.find((m) => m.id === id)?.origin ?? id}
          />
          <LimitsPart
            settings={settings.value}
            budgets={budgets.value}
            mandates={mandates.value}
            onChanged={refresh}
          />
          <MandatesPart mandates={mandates.value} pointed={mandate} onChanged={refresh} />
        </Suspense>
      )}
    </>
  )
}

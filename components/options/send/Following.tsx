import { paymentRecord } from '@/lib/ledger/read/payments'
import type { StateWord } from '@/lib/ledger/read/standing'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useLive } from '../../hooks/useLive'
import { useWords } from '../../i18n/context'
import { LOOKS, Mark } from '../../parts/Mark'
import { Problem } from '../../parts/Problem'

/** What becomes of a transfer, from the approval window until the chain has proved it. */
export function Following({ id, onAnother }: { readonly id: string; readonly onAnother: () => void }) {
  const { t } = useWords()
  const record = useLive(paymentRecord, [id])
  const action = useAction()
  if (record === undefined || record === null) return <p className="quiet">{t.common.loading}</p>
  const { state } = record
  const last = record.authorizations.at(-1)
  const look = LOOKS[state]
  const words: Partial<Record<StateWord, string>> = {
    waiting: t.money.waits,
    paying: t.money.under,
    unknown: t.money.under,
    failed: t.money.under,
    settled: last?.proved === 1 ? t.money.proved : t.money.under,
    unused: last?.outcome === 'reverted' ? t.money.undone : t.money.unsent,
  }
  const open = () => action.run(async () => void (await call('approval.open', undefined)))
  return (
    <section className="stack-wide" aria-live="polite">
      <p className="result">
        <Mark strokes={look.strokes} tone={look.tone} /> {t.states[state]}
      </p>
      <p>{words[state] ?? t.money.unsent}</p>
      <Problem error={action.error} />
      <div className="row-end">
        {state === 'waiting' ? (
          <button className="btn" type="button" disabled={action.busy} onClick={open}>
            {t.money.open}
          </button>
        ) : (
          <a className="btn" href={`#/payment/${encodeURIComponent(id)}`}>
            {t.money.details}
          </a>
        )}
        {state !== 'waiting' && state !== 'paying' && (
          <button className="btn" type="button" onClick={onAnother}>
            {t.money.another}
          </button>
        )}
      </div>
    </section>
  )
}

import { useEffect, useRef } from 'react'

import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useWords } from '../i18n/context'
import { Note } from '../parts/Note'
import { Problem } from '../parts/Problem'
import { Switch } from '../parts/Switch'
import { units } from '../text/amount'

const LOOK_AGAIN_MS = 4_000

type Props = { readonly view: ApprovalView; readonly onAnswered: () => void }

/**
 * The allowance that a payment by Permit2 needs and does not have: a consent of its own, over exactly the amount.
 * Signed with the payment where the site's facilitator hands it in, else sent as a transaction.
 */
export function Allowance({ view, onAnswered }: Props) {
  const { t, format } = useWords()
  const action = useAction()
  const { permit2, offer, paymentId } = view
  const isMissing = view.code === 'HOLD_ALLOWANCE_REQUIRED' || view.outcome?.what === 'allowance-required'
  const isWaiting = isMissing && view.state === 'asking' && permit2 !== null
  const again = useRef(onAnswered)
  again.current = onAnswered
  useEffect(() => {
    if (!isWaiting) return
    // A transaction that gives the allowance lands without a word to this window.
    const timer = setInterval(() => again.current(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  if (permit2 === null || offer === null || !(isMissing || permit2.permitted)) return null
  const exact = offer.amountText === null ? offer.amount : units(offer.amountText, format.locale).text
  const amount = `${exact} ${offer.symbol ?? ''}`.trimEnd()
  const run = (work: () => Promise<null>) =>
    action.run(async () => {
      await work()
      onAnswered()
    })
  const isAsking = view.state === 'asking'
  return (
    <section className="block spaced-s" aria-label={t.permit2.title}>
      <Note tone="plain">
        <p>
          <b>{t.permit2.title}</b> {t.permit2.means}
        </p>
        {permit2.unlimitedOffered && !permit2.sponsored && <p>{t.permit2.unlimited}</p>}
      </Note>
      {isAsking && permit2.sponsored && (
        <Switch
          label={t.permit2.also(amount)}
          more={t.permit2.alsoMore}
          on={permit2.permitted}
          disabled={action.busy}
          onChange={(on) => run(() => call('approval.permit', { paymentId, on }))}
        />
      )}
      {!permit2.permitted && (
        <p className="spaced-s">
          <button
            className="btn btn-small"
            type="button"
            disabled={action.busy}
            onClick={() => run(() => call('approval.allowance', { paymentId }))}
          >
            {t.permit2.byTransaction(amount)}
          </button>
          <span className="quiet under-button">{t.permit2.byTransactionMore}</span>
        </p>
      )}
      <Problem error={action.error} />
    </section>
  )
}

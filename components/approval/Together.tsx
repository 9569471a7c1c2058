import type { ApprovalSummary, ApprovalView } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { useWords } from '../i18n/context'
import { dollars, timesOf, units } from '../text/amount'
import { refuseHeldKey } from './held-key'

/** Refuses each of these requests, whatever it is; one that is gone meanwhile needs no answer. */
export async function declineEach(requests: readonly ApprovalSummary[]): Promise<void> {
  for (const { paymentId, question } of requests)
    await (question === null
      ? call('approval.decline', { paymentId })
      : call('request.answer', { id: paymentId, approve: false }).catch(() => null))
}

type SameProps = {
  readonly view: ApprovalView
  readonly count: number
  /** which of them is being approved, from 1; null while none is */
  readonly underway: number | null
  readonly isReady: boolean
  readonly isBusy: boolean
  readonly onPay: () => void
  readonly onDecline: () => void
}

/** Several requests that say the same: how many, and one answer to each of them with one click. */
export function Same({ view, count, underway, isReady, isBusy, onPay, onDecline }: SameProps) {
  const { t, format } = useWords()
  const { offer } = view
  const sum =
    offer === null
      ? ''
      : offer.usd !== null
        ? dollars(timesOf(offer.usd, count), format.locale).text
        : `${units(timesOf(offer.amountText ?? '0', count), format.locale).text} ${offer.symbol ?? ''}`.trimEnd()
  const many = format.number(count)
  return (
    <section className="together" aria-label={t.queue.same(many)}>
      <p>
        <b>{t.queue.same(many)}</b> <span className="quiet">{t.queue.sameMore}</span>
      </p>
      <div className="row-end">
        <button
          className="btn btn-small"
          type="button"
          disabled={isBusy}
          onKeyDown={refuseHeldKey}
          onClick={onDecline}
        >
          {t.queue.declineAll(many)}
        </button>
        <button
          className="btn btn-small"
          type="button"
          disabled={!isReady}
          onKeyDown={refuseHeldKey}
          onClick={onPay}
        >
          {underway === null ? t.queue.payAll(many, sum) : t.queue.paying(format.number(underway), many)}
        </button>
      </div>
    </section>
  )
}

type SiteProps = {
  readonly requests: readonly ApprovalSummary[]
  readonly disabled: boolean
  readonly onDecline: () => void
}

/** One click that refuses everything that this site has waiting. */
export function DeclineSite({ requests, disabled, onDecline }: SiteProps) {
  const { t, format } = useWords()
  if (requests.length < 2) return null
  return (
    <button
      className="btn btn-quiet"
      type="button"
      disabled={disabled}
      onKeyDown={refuseHeldKey}
      onClick={onDecline}
    >
      {t.queue.declineSite(format.number(requests.length))}
    </button>
  )
}

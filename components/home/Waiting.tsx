import type { ApprovalSummary } from '@/lib/doors/ui-protocol'
import { waitingChanged } from '@/lib/ledger/read/changes'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { Host } from '../parts/Host'
import { Problem } from '../parts/Problem'
import { TokenText } from '../parts/TokenText'

/** The requests that wait for a person; each is answered in the approval window. */
export function Waiting() {
  const { t, format } = useWords()
  const { value: waiting = [] } = useAnswer('approval.list', undefined, useLive(waitingChanged, []))
  const action = useAction()
  if (waiting.length === 0) return null
  const review = () => action.run(async () => void (await call('approval.open', undefined)))
  const row = (request: ApprovalSummary) => (
    <li key={request.paymentId}>
      <div>
        <Host origin={request.asker} cut />
        <div className="what">{format.time(request.createdAt)}</div>
      </div>
      <span className="sum">
        {request.question === null ? (
          <TokenText text={request.amountText} />
        ) : (
          t.questions[request.question].yes
        )}
      </span>
      <button className="btn btn-small" type="button" disabled={action.busy} onClick={review}>
        {t.home.review}
      </button>
    </li>
  )
  return (
    <section className="block">
      <div className="head">
        <h2>{t.home.waiting}</h2>
        <span className="tag">{format.number(waiting.length)}</span>
      </div>
      <ul className="waiting">{waiting.map(row)}</ul>
      <Problem error={action.error} />
    </section>
  )
}

import type { PaymentRecord } from '@/lib/ledger/read/payments'

import { useWords } from '../../i18n/context'
import { since } from '../../i18n/format'
import { SiteText } from '../../parts/SiteText'
import { type StepName, timeline } from './steps'

const MS = 1000
const TONES = { ink: '', pen: 'is-pen', amber: 'is-pen is-amber', green: 'is-pen is-green' } as const

/** What happened, from the quote to the proof: ink until the approval, pen from the signature on. */
export function Timeline({ record }: { readonly record: PaymentRecord }) {
  const { t, format } = useWords()
  const steps = timeline(record)
  const start = steps.find((step) => step.at !== null)?.at ?? record.intent.createdAt
  const more = useMore(record)
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li key={step.name} className={TONES[step.tone]}>
          <span className="dot" />
          <b>{t.payment[step.name]}</b>
          <span className="t">
            {step.at !== null &&
              (index === 0 ? format.timeExact(step.at) : since(start, step.at, format.locale))}
          </span>
          <span className="sub">{more(step.name)}</span>
        </li>
      ))}
    </ol>
  )
}

function useMore(record: PaymentRecord) {
  const { t, format } = useWords()
  const { intent, quote } = record
  const authorization = record.authorizations.at(-1)
  return (name: StepName) => {
    switch (name) {
      case 'quoted':
        return quote?.source === 'page' ? t.payment.quotedPage : t.payment.quotedBrowser
      case 'decided':
        return t.reasons[intent.decision.code]
      case 'approved':
        return t.payment.approvedBy
      case 'mandated':
        return t.allowedBy.mandate
      case 'refusedBy':
        return ''
      case 'reserved':
        return t.payment.reservedMore
      case 'signed':
        return authorization === undefined
          ? ''
          : t.payment.until(format.timeWithSeconds(authorization.validBefore * MS))
      case 'sent':
        return <SiteText text={`${intent.method} ${intent.url}`} />
      case 'settled':
      case 'failed':
        return authorization?.status == null ? '' : t.outcome.answered(String(authorization.status))
      case 'follow':
        return t.payment.followMore
      case 'proved':
        return t.payment.provedMore
      case 'released':
        return t.payment.releasedMore
    }
  }
}

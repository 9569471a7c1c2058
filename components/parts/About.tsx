import { OWN_MOVE, OWN_ORIGIN } from '@/lib/core/policy/own'
import type { PaymentLine } from '@/lib/ledger/read/payments'

import { useWords } from '../i18n/context'
import { short } from '../text/short'
import { Host } from './Host'

/** Who was paid for what, in a row: the site that asked, or of the owner's own transfers whom they went to. */
export function About({ line: { intent } }: { readonly line: Pick<PaymentLine, 'intent'> }) {
  const { t } = useWords()
  const { asker, action, method } = intent
  const isTransfer = asker === OWN_ORIGIN && (method === 'SEND' || method === OWN_MOVE)
  if (!isTransfer || action?.to === undefined) return <Host origin={asker} cut />
  return (
    <bdi className="host cut" title={action.to}>
      {method === OWN_MOVE ? t.money.lineMoved(short(action.to)) : t.money.lineSent(short(action.to))}
    </bdi>
  )
}

import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { Address } from '../parts/Address'

/** Who stands between payer and payee of a payment by Permit2, and who alone may settle it. */
export function Permit2Terms({ view }: { readonly view: ApprovalView }) {
  const { t } = useWords()
  const { permit2 } = view
  if (permit2 === null || view.kind === 'signature') return null
  const { scheme, spender, facilitator } = permit2
  return (
    <>
      <dt>{t.permit2.throughTerm}</dt>
      <dd>
        <span>{t.permit2.contract[scheme]}</span>
        <Address value={spender} />
      </dd>
      {facilitator !== null && (
        <>
          <dt>{t.permit2.settledByTerm}</dt>
          <dd>
            <Address value={facilitator} />
            <span className="quiet">{t.permit2.settledBy}</span>
          </dd>
        </>
      )}
    </>
  )
}

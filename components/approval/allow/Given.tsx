import type { MandateProposal } from '@/lib/doors/ui-mandates'

import { useWords } from '../../i18n/context'
import { Address } from '../../parts/Address'
import { Note } from '../../parts/Note'
import { isShort } from './draft'

type Props = {
  readonly proposal: MandateProposal
  readonly account: MandateProposal['accounts'][number]
  /** decimal text of the asset */
  readonly price: string
}

/** A mandate was given, and this payment waits all the same: what is missing, and that a click pays it. */
export function Given({ proposal, account, price }: Props) {
  const { t } = useWords()
  const name = account.kind === 'spending' ? t.allow.spending : account.name
  return (
    <div className="given" role="status">
      <Note tone="plain">
        <p>
          <b>{t.allow.allowed}</b> {t.allow.stillWaits}
        </p>
        {account.address !== null && isShort(account, price) && (
          <>
            <p>{t.allow.topUp(name, proposal.symbol, proposal.networkName)}</p>
            <Address value={account.address} />
          </>
        )}
      </Note>
    </div>
  )
}

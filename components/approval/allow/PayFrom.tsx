import type { MandateProposal } from '@/lib/doors/ui-mandates'

import { useWords } from '../../i18n/context'
import { SiteText } from '../../parts/SiteText'
import { dollars } from '../../text/amount'

type Props = {
  readonly proposal: MandateProposal
  /** index of the account */
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** The account that pays: the spending account, and why that one; or one of the owner's own. */
export function PayFrom({ proposal, chosen, onChoose }: Props) {
  const { t, format } = useWords()
  const held = ({ address, balance }: MandateProposal['accounts'][number]) => {
    if (address === null) return t.allow.fresh
    if (balance === null) return t.allow.unknown
    return Number(balance) === 0 ? t.allow.empty : dollars(balance, format.locale).text
  }
  return (
    <fieldset className="radios">
      <legend>{t.allow.from}</legend>
      {proposal.accounts.map((account, index) => (
        <label key={account.address ?? account.kind}>
          <input type="radio" name="account" checked={chosen === index} onChange={() => onChoose(index)} />
          <span>
            {account.kind === 'spending' ? (
              <>
                {t.allow.spending} <span className="tag">{t.allow.recommended}</span>
              </>
            ) : (
              <SiteText text={account.name} />
            )}
          </span>
          <span className="quiet">{held(account)}</span>
        </label>
      ))}
      <p className="quiet">
        {proposal.accounts[chosen]?.kind === 'spending' ? t.allow.spendingWhy : t.allow.ownWhy}
      </p>
    </fieldset>
  )
}

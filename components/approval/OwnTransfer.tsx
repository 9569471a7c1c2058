import { OWN_MOVE, OWN_ORIGIN } from '@/lib/core/policy/own'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWallet } from '../hooks/useWallet'
import { useWords } from '../i18n/context'
import { Address } from '../parts/Address'
import { Icon } from '../parts/Icon'
import { dollars } from '../text/amount'

/** Addresses are compared by eye in groups of so many letters. */
const FOUR = /.{1,4}/g

type Of = Pick<ApprovalView, 'asker' | 'method'>

/** Whether the owner sends money of their own accord, and no site asks for it. */
export const isOwnTransfer = ({ asker, method }: Of): boolean =>
  asker === OWN_ORIGIN && (method === 'SEND' || method === OWN_MOVE)

/** The terms of a transfer of the owner's own: from which account, and to whom, with all of the address. */
export function OwnTransfer({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const { value: status } = useWallet()
  const nameOf = (address: string) => status?.accounts.find((account) => account.address === address)?.name
  const { action, offer, payee } = view
  const own = offer === null ? undefined : nameOf(offer.payTo)
  const from = action?.account
  return (
    <>
      <dt>{t.approval.forTerm}</dt>
      <dd>
        <span className="quiet">{t.money.byYou}</span>
      </dd>
      {from !== undefined && (
        <>
          <dt>{t.money.fromTerm}</dt>
          <dd>
            <Address value={from} /> <span className="quiet">{nameOf(from)}</span>
          </dd>
        </>
      )}
      {offer !== null && (
        <>
          <dt>{t.approval.toTerm}</dt>
          <dd>
            <span className="mono w" translate="no">
              0x{(offer.payTo.slice(2).match(FOUR) ?? []).join(' ')}
            </span>
            {own !== undefined ? (
              <span className="quiet">{t.money.ownAccount(own)}</span>
            ) : payee !== null && payee.count > 0 ? (
              <span className="quiet">
                {t.approval.paidBefore(payee.count, dollars(payee.totalUsd, format.locale).text)}
              </span>
            ) : (
              <span className="amber copy">
                <Icon name="warn" /> {t.money.newPayee}
              </span>
            )}
          </dd>
        </>
      )}
    </>
  )
}

import { useState } from 'react'

import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useWords } from '../i18n/context'
import { Icon } from '../parts/Icon'
import { PasswordField } from '../parts/PasswordField'
import { Problem } from '../parts/Problem'
import { AllowForm } from './allow/AllowForm'
import { Given } from './allow/Given'
import { useAllow } from './allow/useAllow'
import { amountLabel } from './amounts'
import { approveEach } from './approve-each'
import { refuseHeldKey } from './held-key'
import { isPayable } from './payable'
import { DeclineSite, declineEach, Same } from './Together'
import { useArming } from './useArming'
import type { Queue } from './useQueue'

type Props = { readonly view: ApprovalView; readonly queue: Queue; readonly onAnswered: () => void }

/** The answers. Nothing here is a form's default, nothing takes the focus, and each click is sent once. */
export function Answers({ view, queue, onAnswered }: Props) {
  const { t, format } = useWords()
  const [password, setPassword] = useState('')
  const [sent, setSent] = useState<'pay' | 'decline' | null>(null)
  const action = useAction()
  const payable = isPayable(view)
  const armed = useArming(`${view.paymentId} ${view.envelopeDigest} ${view.code} ${view.needsPassword}`)
  const amount = view.offer === null ? '' : amountLabel(view.offer, format.locale)
  const isOnce = view.needsPassword || view.code === 'HOLD_OVER_PAYMENT_LIMIT'

  const { same, ofSite } = queue.standing
  const [underway, setUnderway] = useState<number | null>(null)
  const answer = (which: 'pay' | 'decline', work: () => Promise<unknown>) =>
    action.run(async () => {
      setSent(which)
      try {
        await work()
      } catch (thrown) {
        setSent(null)
        throw thrown
      } finally {
        setPassword('')
        setUnderway(null)
        onAnswered()
      }
    })
  const pay = () => {
    if (!armed || !payable) return
    const { paymentId, envelopeDigest } = view
    answer('pay', () =>
      call(
        'approval.approve',
        view.needsPassword ? { paymentId, envelopeDigest, password } : { paymentId, envelopeDigest },
      ),
    )
  }
  const payAll = () => {
    if (!armed || !payable) return
    answer('pay', () => approveEach(view, same, view.needsPassword ? password : undefined, setUnderway))
  }
  // No answer counts before what is shown has stood for a moment, also none that costs nothing.
  const decline = (blockSite: boolean) => {
    if (armed) answer('decline', () => call('approval.decline', { paymentId: view.paymentId, blockSite }))
  }
  const declineAll = (requests: Parameters<typeof declineEach>[0]) => {
    if (armed) answer('decline', () => declineEach(requests))
  }

  const allow = useAllow(view, onAnswered)
  const { proposal, draft, given } = allow
  const isBusy = action.busy || sent !== null || allow.action.busy
  const isReady = armed && payable && !isBusy && (!view.needsPassword || password !== '')
  return (
    <footer className="foot">
      {payable && allow.isOpen && proposal !== null && draft !== null && (
        <AllowForm view={view} allow={allow} proposal={proposal} draft={draft} armed={armed} />
      )}
      {given !== null && proposal !== null && (
        <Given proposal={proposal} account={given} price={view.offer?.amountText ?? '0'} />
      )}
      {payable && view.needsPassword && (
        <PasswordField
          label={
            view.code === 'HOLD_OVER_PAYMENT_LIMIT'
              ? t.approval.passwordOnce(amount)
              : t.approval.passwordAlways
          }
          value={password}
          onChange={setPassword}
          bad={action.error?.code === 'wrong-password'}
        />
      )}
      <Problem error={action.error} />
      {same.length > 1 && (
        <Same
          view={view}
          count={same.length}
          underway={underway}
          isReady={isReady}
          isBusy={isBusy || !armed}
          onPay={payAll}
          onDecline={() => declineAll(ofSite.filter(({ paymentId }) => same.includes(paymentId)))}
        />
      )}
      <div className="actions">
        <button
          className="btn btn-tall"
          type="button"
          disabled={isBusy || !armed}
          onKeyDown={refuseHeldKey}
          onClick={() => decline(false)}
        >
          {t.approval.decline}
        </button>
        {payable ? (
          <button
            className={armed ? 'btn btn-tall btn-pay' : 'btn btn-tall btn-pay is-arming'}
            type="button"
            disabled={!isReady}
            onKeyDown={refuseHeldKey}
            onClick={pay}
          >
            {sent === 'pay' && underway === null
              ? t.approval.payingNow
              : isOnce
                ? t.approval.payOnce(amount)
                : t.approval.pay(amount)}
          </button>
        ) : (
          <button className="btn btn-tall btn-pay" type="button" disabled>
            {t.approval.cannot}
          </button>
        )}
      </div>
      <div className="more">
        {view.asker !== OWN_ORIGIN && (
          <button
            className="btn btn-quiet"
            type="button"
            disabled={isBusy || !armed}
            onKeyDown={refuseHeldKey}
            onClick={() => decline(true)}
          >
            {t.approval.declineAndBlock}
          </button>
        )}
        {payable && proposal !== null && given === null && (
          <button
            className="btn btn-quiet"
            type="button"
            disabled={isBusy}
            aria-expanded={allow.isOpen}
            aria-controls={allow.isOpen ? 'allow' : undefined}
            onKeyDown={refuseHeldKey}
            onClick={allow.toggle}
          >
            {t.allow.open} <Icon name="down" />
          </button>
        )}
        <DeclineSite
          requests={view.asker === OWN_ORIGIN ? [] : ofSite}
          disabled={isBusy || !armed}
          onDecline={() => declineAll(ofSite)}
        />
      </div>
    </footer>
  )
}

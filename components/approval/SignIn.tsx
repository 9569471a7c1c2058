import { useState } from 'react'

import type { ApprovalView, WayBackView } from '@/lib/doors/ui-protocol'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Address } from '../parts/Address'
import { Fold } from '../parts/Fold'
import { Note } from '../parts/Note'
import { PasswordField } from '../parts/PasswordField'
import { Problem } from '../parts/Problem'
import { SignInText } from '../parts/SignInText'
import { units } from '../text/amount'
import { refuseHeldKey } from './held-key'
import { useArming } from './useArming'

type Props = { readonly view: ApprovalView; readonly onAnswered: () => void }

/** What is asked for was paid for already, and its site lets who paid sign in: the way that costs nothing. */
export function SignIn({ view, onAnswered }: Props) {
  const { wayBack, paymentId } = view
  return wayBack === null ? null : <Offer wayBack={wayBack} paymentId={paymentId} onAnswered={onAnswered} />
}

function Offer({
  wayBack,
  paymentId,
  onAnswered,
}: {
  readonly wayBack: WayBackView
  readonly paymentId: string
  readonly onAnswered: () => void
}) {
  const { t, format } = useWords()
  const [password, setPassword] = useState('')
  const action = useAction()
  const { message, account, needsPassword, paidAt, refusedAt, amountText, symbol, paidBy } = wayBack
  const armed = useArming(`${paymentId} ${message}`)
  const isReady = armed && !action.busy && (!needsPassword || password !== '')
  const sign = () =>
    action.run(async () => {
      try {
        await call('approval.signIn', { paymentId, message, ...(needsPassword && { password }) })
      } finally {
        setPassword('')
        onAnswered()
      }
    })
  const amount = `${units(amountText, format.locale).text} ${symbol}`
  return (
    <section className="block spaced-s" aria-label={t.signIn.title}>
      <Note tone="plain">
        <p>
          <b>{t.signIn.paid(amount, format.date(paidAt))}</b> {t.signIn.means}
        </p>
        {refusedAt !== null && <p className="amber">{t.signIn.refusedBefore(format.time(refusedAt))}</p>}
      </Note>
      <dl className="terms">
        <dt>{t.signIn.account}</dt>
        <dd>
          <Address value={account} />
        </dd>
      </dl>
      <div className="spaced-s">
        <Fold title={t.signIn.text}>
          <SignInText message={message} />
        </Fold>
      </div>
      {needsPassword && (
        <PasswordField
          label={t.signIn.password}
          value={password}
          onChange={setPassword}
          bad={action.error?.code === 'wrong-password'}
        />
      )}
      <Problem error={action.error} />
      <p className="spaced-s sign-in-acts">
        <button className="btn" type="button" disabled={!isReady} onKeyDown={refuseHeldKey} onClick={sign}>
          {action.busy ? t.signIn.busy : t.signIn.yes}
        </button>
        <button
          className="btn btn-quiet"
          type="button"
          onClick={() => openPage(`#/payment/${encodeURIComponent(paidBy)}`)}
        >
          {t.signIn.seePayment}
        </button>
      </p>
    </section>
  )
}

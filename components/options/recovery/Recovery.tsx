import { type FormEvent, useId, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { keepStorage } from '../../keep-storage'
import { Message } from '../../parts/Message'
import { type Chosen, isChosen, NewPassword } from '../../parts/NewPassword'
import { Problem } from '../../parts/Problem'
import { Top } from '../../parts/Top'
import { secretOf } from '../../text/words'

type Props = { readonly status: WalletStatus; readonly onChanged: () => void }

/** The way back from a vault that is damaged or gone: its words, and a new password. The ledger is kept. */
export function Recovery({ status, onChanged }: Props) {
  const { t } = useWords()
  useTitle(t.watch.recover)
  if (status.vault !== 'broken') {
    const leave = () => {
      location.hash = '#/activity'
    }
    return (
      <div className="screen first">
        <Top />
        <Message title={t.watch.intact} lede={t.watch.intactMore} action={t.common.done} onAction={leave} />
      </div>
    )
  }
  return <Broken onChanged={onChanged} />
}

function Broken({ onChanged }: Pick<Props, 'onChanged'>) {
  const { t } = useWords()
  const [secret, setSecret] = useState('')
  const [chosen, setChosen] = useState<Chosen>({ first: '', second: '' })
  const action = useAction()
  const id = useId()
  const isReady = isChosen(chosen) && secret.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    action.run(async () => {
      await call('wallet.recover', { ...secretOf(secret), password: chosen.first })
      setSecret('')
      void keepStorage()
      onChanged()
      location.hash = '#/activity'
    })
  }
  return (
    <div className="screen first">
      <Top />
      <main className="main">
        <div>
          <h1 className="title">{t.watch.broken}</h1>
          <p className="lede">{t.watch.brokenMore}</p>
        </div>
        <form className="steps-form" onSubmit={submit} aria-label={t.watch.recoverTitle}>
          <div className="field">
            <label htmlFor={id}>{t.welcome.secret}</label>
            <textarea
              className="input"
              id={id}
              rows={3}
              value={secret}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setSecret(event.target.value)}
            />
          </div>
          <NewPassword label={t.welcome.passwordHere} value={chosen} onChange={setChosen} />
          <Problem error={action.error} />
          <button className="btn btn-tall btn-pay" type="submit" disabled={!isReady || action.busy}>
            {action.busy ? t.welcome.working : t.watch.recover}
          </button>
        </form>
      </main>
    </div>
  )
}

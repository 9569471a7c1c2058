import { type FormEvent, type ReactNode, useState } from 'react'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useWords } from '../i18n/context'
import { keepStorage } from '../keep-storage'
import { Mark } from './Mark'
import { PasswordField } from './PasswordField'
import { Problem } from './Problem'

type Props = {
  /** a line under the title */
  readonly lede: string
  /** false in a window that opened by itself: what somebody types elsewhere must not land here */
  readonly focus: boolean
  readonly onUnlocked: () => void
  readonly children?: ReactNode
}

/** The locked wallet: one field, one button. */
export function Unlock({ lede, focus, onUnlocked, children }: Props) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const action = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      await call('wallet.unlock', { password })
      setPassword('')
      void keepStorage()
      onUnlocked()
    })
  }
  return (
    <main className="centre">
      <div>
        <Mark strokes="met" size={48} />
        <h1 className="title spaced">{t.lock.title}</h1>
        <p className="lede">{lede}</p>
      </div>
      <form className="stack" onSubmit={submit}>
        <PasswordField
          label={t.common.password}
          value={password}
          onChange={setPassword}
          bad={action.error?.code === 'wrong-password'}
          focus={focus}
        />
        <Problem error={action.error} />
        <button className="btn btn-pay" type="submit" disabled={action.busy || password === ''}>
          {action.busy ? t.lock.unlocking : t.lock.unlock}
        </button>
        {children}
      </form>
    </main>
  )
}

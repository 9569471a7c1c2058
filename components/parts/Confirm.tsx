import { type FormEvent, useState } from 'react'

import type { Guarded } from '../hooks/useGuarded'
import { useWords } from '../i18n/context'
import { PasswordField } from './PasswordField'
import { Problem } from './Problem'

type Props = { readonly change: Omit<Guarded, 'apply'>; readonly label: string }

/** The password for a change that waits for it, and what became of the change. */
export function Confirm({ change, label }: Props) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const { isPending, action } = change
  if (!isPending) {
    return (
      <>
        <Problem error={action.error} />
        <p className="green" role="status">
          {change.isSaved ? t.settings.saved : ''}
        </p>
      </>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.confirm(password)
    setPassword('')
  }
  const cancel = () => {
    setPassword('')
    change.cancel()
  }
  return (
    <form className="confirm" onSubmit={submit}>
      <PasswordField
        label={label}
        value={password}
        onChange={setPassword}
        bad={action.error?.code === 'wrong-password'}
        focus
      />
      <Problem error={action.error} />
      <div className="row-end">
        <button className="btn" type="button" onClick={cancel}>
          {t.settings.cancel}
        </button>
        <button className="btn btn-pay" type="submit" disabled={password === '' || action.busy}>
          {t.settings.confirm}
        </button>
      </div>
    </form>
  )
}

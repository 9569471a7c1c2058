import { type FormEvent, useState } from 'react'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Fold } from '../../parts/Fold'
import { type Chosen, isChosen, NewPassword } from '../../parts/NewPassword'
import { PasswordField } from '../../parts/PasswordField'
import { Problem } from '../../parts/Problem'
import { Section } from './Section'

const NOTHING: Chosen = { first: '', second: '' }

/** A new password, by the old one. */
export function PasswordSection() {
  const { t } = useWords()
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState(NOTHING)
  const [isDone, setDone] = useState(false)
  const action = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    action.run(async () => {
      await call('wallet.changePassword', { from: old, to: fresh.first })
      setOld('')
      setFresh(NOTHING)
      setDone(true)
    })
  }
  return (
    <Section id="password" title={t.settings.password}>
      <Fold title={t.settings.change}>
        <form className="stack narrow-form" onSubmit={submit}>
          <PasswordField
            label={t.settings.old}
            value={old}
            onChange={setOld}
            bad={action.error?.code === 'wrong-password'}
          />
          <NewPassword label={t.settings.fresh} value={fresh} onChange={setFresh} />
          <Problem error={action.error} />
          <p className="green" role="status">
            {isDone ? t.settings.changed : ''}
          </p>
          <button className="btn" type="submit" disabled={old === '' || !isChosen(fresh) || action.busy}>
            {t.settings.change}
          </button>
        </form>
      </Fold>
    </Section>
  )
}

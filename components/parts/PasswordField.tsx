import { useId, useState } from 'react'

import { useWords } from '../i18n/context'
import { Icon } from './Icon'

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly bad?: boolean
  /** for a password that is being chosen, so that a manager may offer one */
  readonly fresh?: boolean
  readonly focus?: boolean
}

/** A password with its label and a button that shows it. */
export function PasswordField({ label, value, onChange, bad = false, fresh = false, focus = false }: Props) {
  const { t } = useWords()
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="with-icon">
        <Icon name="key" />
        <input
          className={bad ? 'input is-bad' : 'input'}
          id={id}
          type={shown ? 'text' : 'password'}
          value={value}
          // The unlock form is the one thing on its screen; nowhere else does a field take the focus.
          // biome-ignore lint/a11y/noAutofocus: see above
          autoFocus={focus}
          autoComplete={fresh ? 'new-password' : 'off'}
          spellCheck={false}
          aria-invalid={bad}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          className="icon-btn"
          type="button"
          aria-label={shown ? t.common.hide : t.common.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </button>
      </div>
    </div>
  )
}

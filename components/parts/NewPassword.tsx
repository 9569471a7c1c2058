import { useWords } from '../i18n/context'
import { SHORTEST_PASSWORD, strengthOf } from '../text/password'
import { PasswordField } from './PasswordField'

/** A password being chosen, typed twice. */
export type Chosen = { readonly first: string; readonly second: string }

/** True where both are the same and long enough. */
export function isChosen({ first, second }: Chosen): boolean {
  return first === second && [...first].length >= SHORTEST_PASSWORD
}

type Props = { readonly label: string; readonly value: Chosen; readonly onChange: (value: Chosen) => void }

const STEPS = [1, 2, 3, 4] as const

/** Two fields for a new password, with how hard it is to guess. */
export function NewPassword({ label, value, onChange }: Props) {
  const { t } = useWords()
  const strength = strengthOf(value.first)
  const isTyped = value.first !== ''
  const differs = value.second !== '' && !value.first.startsWith(value.second)
  return (
    <>
      <div>
        <PasswordField
          label={label}
          value={value.first}
          onChange={(first) => onChange({ ...value, first })}
          fresh
        />
        <div className="meter" aria-hidden="true">
          {STEPS.map((step) => (
            <i key={step} className={isTyped && strength >= step ? 'on' : ''} />
          ))}
        </div>
        <p aria-live="polite">
          {isTyped && strength === 0 ? t.welcome.tooShort : isTyped && <b>{t.welcome.strength[strength]}</b>}{' '}
          <span className="quiet">{t.welcome.noReset}</span>
        </p>
      </div>
      <div>
        <PasswordField
          label={t.welcome.again}
          value={value.second}
          onChange={(second) => onChange({ ...value, second })}
          bad={differs}
          fresh
        />
        <p className="red" role="status">
          {differs ? t.welcome.differ : ''}
        </p>
      </div>
    </>
  )
}

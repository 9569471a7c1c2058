import { useId } from 'react'

type Props = {
  /** what a person reads; `spoken` says more to a screen reader where the place is short */
  readonly label: string
  readonly spoken?: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** why the value cannot be used, empty where that is said elsewhere; null where it can */
  readonly bad?: string | null
  readonly isNumber?: boolean
  readonly hint?: string
  readonly focus?: boolean
}

/** One line of text with its label, and what is wrong with it. */
export function TextField(props: Props) {
  const { label, spoken, value, onChange, bad = null, isNumber = false, hint, focus = false } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className={bad === null ? 'input' : 'input is-bad'}
        id={id}
        value={value}
        placeholder={hint}
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // Only where the field was just asked for by a click.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus={focus}
        aria-label={spoken}
        aria-invalid={bad !== null}
        aria-describedby={bad === null || bad === '' ? undefined : `${id}-bad`}
        onChange={(event) => onChange(event.target.value)}
      />
      {bad !== null && bad !== '' && (
        <p className="red" id={`${id}-bad`}>
          {bad}
        </p>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'

import { useWords } from '../i18n/context'

type Props = {
  readonly label: string
  readonly more?: string
  readonly icon?: ReactNode
  readonly on: boolean
  readonly disabled?: boolean
  readonly onChange: (on: boolean) => void
}

/** A switch with its word and its state in words. */
export function Switch({ label, more, icon, on, disabled = false, onChange }: Props) {
  const { t } = useWords()
  return (
    <label className="switch">
      <span>
        {icon}
        <span>
          {label} {more !== undefined && <span className="quiet">{more}</span>}
        </span>
      </span>
      <span className="state" aria-hidden="true">
        {on ? t.common.on : t.common.off}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

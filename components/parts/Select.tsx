import { useId } from 'react'

import { Icon } from './Icon'

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly options: readonly (readonly [value: V, name: string])[]
  readonly onChange: (value: V) => void
}

/** A list to choose one of, with its label above it. */
export function Select<V extends string>({ label, value, options, onChange }: Props<V>) {
  const id = useId()
  const choose = (chosen: string) => {
    const option = options.find(([known]) => known === chosen)
    if (option !== undefined) onChange(option[0])
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="select">
        <select className="input" id={id} value={value} onChange={(event) => choose(event.target.value)}>
          {options.map(([known, name]) => (
            <option key={known} value={known}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </div>
  )
}

import type { ReactNode } from 'react'

/** One line of the section: what it is, the button, and what became of it. */
export function DataRow(props: {
  readonly name: string
  readonly more: string
  readonly button: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <li>
      <div>
        <b>{props.name}</b>
        <p>{props.more}</p>
      </div>
      {props.button}
      <div className="whole">{props.children}</div>
    </li>
  )
}

import type { ReactNode } from 'react'

import { Icon } from './Icon'

type Props = {
  readonly title: string
  readonly aside?: string
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Something that opens under its title. */
export function Fold({ title, aside, wide = false, children }: Props) {
  return (
    <details className={wide ? 'fold fold-wide' : 'fold'}>
      <summary>
        <Icon name="right" /> {title}
        {aside !== undefined && aside !== '' && <span className="quiet">{aside}</span>}
      </summary>
      <div>{children}</div>
    </details>
  )
}

import type { ReactNode } from 'react'

import { Icon } from './Icon'

type Props = {
  readonly title: string
  readonly aside?: string
  readonly wide?: boolean
  /** how it stands at first */
  readonly open?: boolean
  readonly children: ReactNode
}

/** Something that opens under its title. */
export function Fold({ title, aside, wide = false, open = false, children }: Props) {
  return (
    <details className={wide ? 'fold fold-wide' : 'fold'} open={open}>
      <summary>
        <Icon name="right" /> {title}
        {aside !== undefined && aside !== '' && <span className="quiet">{aside}</span>}
      </summary>
      <div>{children}</div>
    </details>
  )
}

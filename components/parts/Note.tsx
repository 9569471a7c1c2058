import type { ReactNode } from 'react'

import { Icon } from './Icon'

/** A notice: plain, unusual, or refused. */
export function Note({
  tone,
  children,
}: {
  readonly tone: 'plain' | 'amber' | 'red'
  readonly children: ReactNode
}) {
  const icon = tone === 'plain' ? 'info' : tone === 'amber' ? 'warn' : 'block'
  return (
    <div className={tone === 'plain' ? 'note' : `note note-${tone}`}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}

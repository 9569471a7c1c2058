import type { ReactNode } from 'react'

import { useWords } from '../i18n/context'
import { Mark, type Strokes } from './Mark'

type Props = { readonly strokes?: Strokes; readonly tone?: string; readonly children?: ReactNode }

/** The first line of a window. The mark stays hollow over a request until it is signed. */
export function Top({ strokes = 'met', tone = '', children }: Props) {
  const { t } = useWords()
  return (
    <header className="top">
      <span className="brand">
        <Mark strokes={strokes} tone={tone} /> {t.brand}
      </span>
      {children}
    </header>
  )
}

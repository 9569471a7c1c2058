import type { ReactNode } from 'react'

import { useWords } from '../i18n/context'
import { Top } from './Top'

type Props = {
  readonly step: number
  readonly title: string
  readonly lede: string
  readonly children: ReactNode
  readonly foot: ReactNode
}

const STEPS = [1, 2, 3, 4] as const

/** One step of the first run. */
export function Frame({ step, title, lede, children, foot }: Props) {
  const { t, format } = useWords()
  return (
    <div className="screen first">
      <Top>
        <span
          className="progress"
          role="img"
          aria-label={t.welcome.step(format.number(step), format.number(STEPS.length))}
        >
          {STEPS.map((one) => (
            <i key={one} className={one <= step ? 'done' : ''} />
          ))}
        </span>
      </Top>
      <main className="main">
        <div>
          <h1 className="title">{title}</h1>
          <p className="lede">{lede}</p>
        </div>
        {children}
      </main>
      <footer className="foot">{foot}</footer>
    </div>
  )
}

import type { ReactNode } from 'react'

import type { StateWord } from '@/lib/ledger/read/standing'

/** How the two strokes stand: asked, being paid, met, broken, crossing, apart. */
export type Strokes = 'open' | 'half' | 'met' | 'broken' | 'cross' | 'apart'

const FIRST = <path key="first" fill="var(--a)" d="M1.28 12h7.3l5.73 9.2L11.28 28z" />
const HOLLOW = (
  <path key="hollow" fill="none" stroke="var(--b)" strokeWidth="2.4" d="M15.1 26.8h4.2L28.9 5.2h-4.2z" />
)

const DRAWINGS: Record<Strokes, ReactNode> = {
  open: [FIRST, HOLLOW],
  half: [FIRST, HOLLOW, <path key="fill" fill="var(--b)" d="M13.25 28h6.8L25.84 15h-6.8z" />],
  met: [FIRST, <path key="second" fill="var(--b)" d="M13.25 28h6.8L30.73 4h-6.8z" />],
  broken: [
    FIRST,
    <path
      key="second"
      fill="var(--b)"
      d="M21.26 10h6.8L30.73 4h-6.8zM17.26 19h6.8L26.73 13h-6.8zM13.25 28h6.8L22.72 22h-6.8z"
    />,
  ],
  cross: [
    <path key="one" fill="none" stroke="var(--b)" strokeWidth="5.4" d="M7 26.5 25 5.5" />,
    <path key="two" fill="none" stroke="var(--a)" strokeWidth="5.4" d="M7 5.5l5.6 6.53M19.4 19.97 25 26.5" />,
  ],
  apart: [
    <path key="one" fill="var(--a)" d="M6 4h7v24H6z" />,
    <path key="two" fill="var(--b)" d="M19 4h7v24h-7z" />,
  ],
}

type Look = { readonly strokes: Strokes; readonly tone: string; readonly word: string }

/** Strokes, colour of the mark, and colour of the word, for each state of a payment. */
export const LOOKS: Record<StateWord, Look> = {
  waiting: { strokes: 'open', tone: 'st-wait', word: 'pen' },
  paying: { strokes: 'half', tone: 'st-wait', word: 'pen' },
  settled: { strokes: 'met', tone: 'st-settled', word: '' },
  unknown: { strokes: 'broken', tone: 'st-unknown', word: 'amber' },
  failed: { strokes: 'broken', tone: 'st-unknown', word: 'amber' },
  unused: { strokes: 'open', tone: 'st-off', word: 'quiet' },
  declined: { strokes: 'cross', tone: 'st-off', word: 'quiet' },
  refused: { strokes: 'cross', tone: 'st-no', word: 'red' },
  gone: { strokes: 'open', tone: 'st-off', word: 'quiet' },
  signedIn: { strokes: 'met', tone: 'st-off', word: 'quiet' },
}

type Props = { readonly strokes: Strokes; readonly tone?: string; readonly size?: 16 | 20 | 48 }

/** The wallet's mark; a word always stands beside it. */
export function Mark({ strokes, tone = '', size = 20 }: Props) {
  return (
    <svg className={`mark mark-${size} ${tone}`} viewBox="0 0 32 32" aria-hidden="true">
      {DRAWINGS[strokes]}
    </svg>
  )
}

import { useEffect, useRef, useState } from 'react'

import type { AutomaticView } from '@/lib/doors/ui-protocol'
import { totalsChanged } from '@/lib/ledger/read/changes'

import { call } from '../client'
import { useAction } from '../hooks/useAction'
import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { Fold } from '../parts/Fold'
import { Host } from '../parts/Host'
import { Problem } from '../parts/Problem'
import { dollars, unitsOf } from '../text/amount'
import { hostText } from '../text/host'

/** So many stand in sight; the others are folded. */
const IN_SIGHT = 3

type Done = Readonly<Record<string, 'stopped' | 'paused'>>

/** What mandates paid since the owner last looked, a quiet line each, with the way to end that. */
export function Automatic() {
  const { t } = useWords()
  const { value: lines = [] } = useAnswer('automatic.unseen', undefined, useLive(totalsChanged, []))
  const [done, setDone] = useState<Done>({})
  const action = useAction()
  useSeenOnLeaving(lines.length > 0)
  if (lines.length === 0) return null
  const end = (mandateId: string, kind: 'revoke' | 'pause') =>
    action.run(async () => {
      await call('mandates.set', { id: mandateId, change: { kind } })
      setDone((before) => ({ ...before, [mandateId]: kind === 'revoke' ? 'stopped' : 'paused' }))
    })
  const list = (some: readonly AutomaticView[]) => (
    <ul className="quiet-lines">
      {some.map((line) => (
        <Line
          key={line.paymentId}
          line={line}
          done={done[line.mandateId]}
          busy={action.busy}
          onEnd={(kind) => end(line.mandateId, kind)}
        />
      ))}
    </ul>
  )
  const rest = lines.slice(IN_SIGHT)
  return (
    <section className="block">
      <h2 className="sr">{t.automatic.title}</h2>
      {list(lines.slice(0, IN_SIGHT))}
      {rest.length > 0 && <Fold title={t.automatic.more(rest.length)}>{list(rest)}</Fold>}
      <Problem error={action.error} />
    </section>
  )
}

type LineProps = {
  readonly line: AutomaticView
  readonly done: Done[string] | undefined
  readonly busy: boolean
  readonly onEnd: (kind: 'revoke' | 'pause') => void
}

function Line({ line, done, busy, onEnd }: LineProps) {
  const { t, format } = useWords()
  const site = hostText(line.origin)
  const button = (word: string, kind: 'revoke' | 'pause') => (
    <button
      className="link"
      type="button"
      aria-label={t.budgets.actionOf(word, site)}
      disabled={busy}
      onClick={() => onEnd(kind)}
    >
      {word}
    </button>
  )
  const { number, name } = unitsOf(line.amountText, format.locale)
  const amount = line.usd === null ? `${number} ${name}` : dollars(line.usd, format.locale).text
  return (
    <li>
      <span className="quiet">
        {t.automatic.line(amount)} <Host origin={line.origin} />
      </span>
      <span className="acts">
        {done !== undefined && <span className="tag">{t.automatic[done]}</span>}
        {done === undefined && button(t.automatic.pause, 'pause')}
        {done !== 'stopped' && button(t.automatic.stop, 'revoke')}
      </span>
    </li>
  )
}

/** Tells that the owner looked, once the list leaves the eye: closed, left, or hidden behind something else. */
function useSeenOnLeaving(isShown: boolean): void {
  const shown = useRef(isShown)
  shown.current = isShown
  useEffect(() => {
    const left = () => {
      if (!shown.current) return
      shown.current = false
      // Where the page is on its way out there is nobody to tell that it failed: it is shown again.
      call('automatic.seen', undefined).catch(() => undefined)
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') left()
    }
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', left)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', left)
      left()
    }
  }, [])
}

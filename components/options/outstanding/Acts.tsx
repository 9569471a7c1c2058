import { useState } from 'react'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Note } from '../../parts/Note'
import { Problem } from '../../parts/Problem'

type Props = {
  /** of the authorization */
  readonly id: string
  /** the accessible name of an act */
  readonly name: (act: string) => string
  readonly sendOnly?: boolean
}

/** Ask the chain, send again, cancel; and in words what each came to, or why it cannot be done. */
export function Acts({ id, name, sendOnly = false }: Props) {
  const { t } = useWords()
  const words = t.outstandingWords
  const action = useAction()
  const [said, setSaid] = useState<string | null>(null)
  const [isCancelling, setCancelling] = useState(false)
  const act = (work: () => Promise<string>) => {
    setSaid(null)
    action.run(async () => setSaid(await work()))
  }
  const ask = () => act(async () => words.said[(await call('outstanding.ask', { id })).said])
  const send = () =>
    act(async () => {
      const result = await call('outstanding.send', { id })
      return 'how' in result ? words.how[result.how] : words.cannot[result.cannot]
    })
  const cancel = () => {
    setCancelling(false)
    act(async () => {
      const result = await call('outstanding.cancel', { id })
      return 'cannot' in result ? words.cannot[result.cannot] : words.waits
    })
  }
  const button = (word: string, onClick: () => void) => (
    <button className="link" type="button" aria-label={name(word)} disabled={action.busy} onClick={onClick}>
      {word}
    </button>
  )
  return (
    <>
      <div className="signed-acts">
        {!sendOnly && button(words.ask, ask)}
        {button(words.send, send)}
        {!sendOnly && button(words.cancel, () => setCancelling(!isCancelling))}
      </div>
      {isCancelling && (
        <Note tone="plain">
          <p>{words.race}</p>
          <div className="row-end">
            <button className="btn btn-small" type="button" onClick={() => setCancelling(false)}>
              {words.keep}
            </button>
            <button className="btn btn-small" type="button" onClick={cancel}>
              {words.toFee}
            </button>
          </div>
        </Note>
      )}
      <p role="status">{said}</p>
      <Problem error={action.error} />
    </>
  )
}

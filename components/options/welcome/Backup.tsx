import { useState } from 'react'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { CheckWords } from '../../parts/CheckWords'
import { Frame } from '../../parts/Frame'
import { Note } from '../../parts/Note'
import { Problem } from '../../parts/Problem'
import { Words } from '../../parts/Words'
import { wordsOf } from '../../text/words'

/** Step 2: the words behind a click, then three of them; either may be put off. */
export function Backup({ phrase, onDone }: { readonly phrase: string; readonly onDone: () => void }) {
  const { t } = useWords()
  const [isShown, setShown] = useState(false)
  const [isChecking, setChecking] = useState(false)
  const [isPassed, setPassed] = useState(false)
  const action = useAction()
  const words = wordsOf(phrase)
  const finish = () =>
    action.run(async () => {
      await call('wallet.backedUp', undefined)
      onDone()
    })
  const later = (
    <button className="btn btn-tall" type="button" onClick={onDone}>
      {t.common.later}
    </button>
  )
  if (isChecking) {
    return (
      <Frame
        step={2}
        title={t.welcome.checkTitle}
        lede={t.welcome.checkMore}
        foot={
          <div className="actions">
            {later}
            <button
              className="btn btn-tall btn-pay"
              type="button"
              disabled={!isPassed || action.busy}
              onClick={finish}
            >
              {t.welcome.continue}
            </button>
          </div>
        }
      >
        <CheckWords words={words} onPassed={setPassed} />
        <Problem error={action.error} />
        <Note tone="plain">
          <p>{t.welcome.checkLater}</p>
        </Note>
      </Frame>
    )
  }
  return (
    <Frame
      step={2}
      title={t.welcome.wordsTitle}
      lede={t.welcome.wordsMore}
      foot={
        <div className="actions">
          {later}
          <button
            className="btn btn-tall btn-pay"
            type="button"
            disabled={!isShown}
            onClick={() => setChecking(true)}
          >
            {t.welcome.wrote}
          </button>
        </div>
      }
    >
      <Words words={isShown ? words : null} onShow={() => setShown(true)} />
      <Note tone="plain">
        <p>{t.welcome.hiddenAgain}</p>
      </Note>
    </Frame>
  )
}

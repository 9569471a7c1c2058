import { type FormEvent, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { CheckWords } from '../../parts/CheckWords'
import { PasswordField } from '../../parts/PasswordField'
import { Problem } from '../../parts/Problem'
import { Words } from '../../parts/Words'
import { wordsOf } from '../../text/words'
import { Section } from './Section'

type Stage = { readonly at: 'closed' } | { readonly at: 'words' | 'check'; readonly words: readonly string[] }

/** The words behind the password, and the check of three of them. */
export function BackupSection({
  status,
  onChanged,
}: {
  readonly status: WalletStatus
  readonly onChanged: () => void
}) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [stage, setStage] = useState<Stage>({ at: 'closed' })
  const [isPassed, setPassed] = useState(false)
  const action = useAction()
  const reveal = (event: FormEvent) => {
    event.preventDefault()
    action.run(async () => {
      const { words } = await call('wallet.revealWords', { password })
      setPassword('')
      setStage({ at: 'words', words: wordsOf(words) })
    })
  }
  const finish = () =>
    action.run(async () => {
      await call('wallet.backedUp', undefined)
      setStage({ at: 'closed' })
      onChanged()
    })
  const close = () => setStage({ at: 'closed' })
  return (
    <Section id="backup" title={t.settings.backup}>
      <p className={status.backedUp ? 'green' : 'amber'}>
        {status.backedUp ? t.settings.backupChecked : t.settings.backupNot}
      </p>
      {stage.at === 'closed' && (
        <form className="stack narrow-form" onSubmit={reveal}>
          <PasswordField
            label={t.common.password}
            value={password}
            onChange={setPassword}
            bad={action.error?.code === 'wrong-password'}
          />
          {action.error?.code === 'bad-value' ? (
            <p>{t.settings.noWords}</p>
          ) : (
            <Problem error={action.error} />
          )}
          <p className="quiet">{t.settings.revealMore}</p>
          <button className="btn" type="submit" disabled={password === '' || action.busy}>
            {t.settings.reveal}
          </button>
        </form>
      )}
      {stage.at === 'words' && (
        <div className="stack narrow-form">
          <Words words={stage.words} onShow={close} />
          <div className="row-end">
            <button className="btn" type="button" onClick={close}>
              {t.common.close}
            </button>
            <button
              className="btn btn-pay"
              type="button"
              onClick={() => setStage({ at: 'check', words: stage.words })}
            >
              {t.welcome.wrote}
            </button>
          </div>
        </div>
      )}
      {stage.at === 'check' && (
        <div className="stack narrow-form">
          <CheckWords words={stage.words} onPassed={setPassed} />
          <Problem error={action.error} />
          <div className="row-end">
            <button className="btn" type="button" onClick={close}>
              {t.common.later}
            </button>
            <button
              className="btn btn-pay"
              type="button"
              disabled={!isPassed || action.busy}
              onClick={finish}
            >
              {t.common.done}
            </button>
          </div>
        </div>
      )}
    </Section>
  )
}

import { useState } from 'react'

import type { RequestView } from '@/lib/doors/ui-protocol'
import { questionChanged } from '@/lib/ledger/read/changes'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useAnswer } from '../../hooks/useAnswer'
import { useLive } from '../../hooks/useLive'
import type { useWallet } from '../../hooks/useWallet'
import { useWords } from '../../i18n/context'
import { Host } from '../../parts/Host'
import { Message } from '../../parts/Message'
import { PasswordField } from '../../parts/PasswordField'
import { Problem } from '../../parts/Problem'
import { SiteText } from '../../parts/SiteText'
import { Unlock } from '../../parts/Unlock'
import { refuseHeldKey } from '../held-key'
import { DeclineSite, declineEach } from '../Together'
import { useArming } from '../useArming'
import type { Queue } from '../useQueue'
import { KINDS } from './kinds'

type Props = {
  readonly id: string
  readonly queue: Queue
  readonly wallet: ReturnType<typeof useWallet>
  readonly onAnswered: () => void
}

/** A question that moves no money by itself, from the asking to what was answered. */
export function RequestPage({ id, queue, wallet, onAnswered }: Props) {
  const { t } = useWords()
  const signal = useLive(questionChanged, [id])
  const { value: view, error, refresh } = useAnswer('request.view', { id }, signal)
  const again = () => {
    wallet.refresh()
    refresh()
    onAnswered()
  }
  if (view === undefined)
    return error === null ? (
      <Message title="" lede={t.common.loading} />
    ) : (
      <Message title={t.common.noAnswer} onRetry={again} />
    )
  if (view === null || view.state === 'gone')
    return <Message title={t.approval.gone} lede={t.questions.goneMore} />
  if (view.state !== 'asking')
    return (
      <Message
        title={view.state === 'approved' ? t.questions.answered : t.outcome.declined}
        action={t.common.close}
        onAction={() => window.close()}
      />
    )
  if (wallet.value?.vault === 'locked')
    return <Unlock lede={t.questions.lockedAsk} focus={false} onUnlocked={again} />
  return <Asked view={view} queue={queue} onAnswered={again} />
}

type AskedProps = { readonly view: RequestView; readonly queue: Queue; readonly onAnswered: () => void }

function Asked({ view, queue, onAnswered }: AskedProps) {
  const { t } = useWords()
  const kind = KINDS[view.kind]
  const [password, setPassword] = useState('')
  const [draft, setDraft] = useState<{ change: unknown; isSound: boolean }>({
    change: undefined,
    isSound: kind?.drafts === false,
  })
  const action = useAction()
  const armed = useArming(`${view.id} ${view.needsPassword}`)
  const words = t.questions[view.kind]
  const answer = (approve: boolean) =>
    action.run(async () => {
      const { id } = view
      const said = approve && draft.change !== undefined ? { change: draft.change } : {}
      const typed = approve && view.needsPassword ? { password } : {}
      try {
        await call('request.answer', { id, approve, ...said, ...typed })
      } finally {
        setPassword('')
        onAnswered()
      }
    })
  const { ofSite } = queue.standing
  const declineSite = () => {
    if (!armed) return
    action.run(async () => {
      await declineEach(ofSite)
      onAnswered()
    })
  }
  const isReady = armed && draft.isSound && !action.busy && (!view.needsPassword || password !== '')
  return (
    <>
      <main className="main">
        <section className="ask">
          <h1 className="who">
            <Host origin={view.asker} /> {words.asks}
          </h1>
          {view.topOrigin !== view.asker && (
            <p className="quiet">
              {t.approval.inPage} <Host origin={view.topOrigin} />
            </p>
          )}
          {view.agent !== null && (
            <p className="quiet">
              {t.questions.agent} <SiteText text={view.agent} quoted />
            </p>
          )}
        </section>
        {kind !== undefined && (
          <kind.Body view={view} onDraft={(change, isSound) => setDraft({ change, isSound })} />
        )}
      </main>
      <footer className="foot">
        {view.needsPassword && (
          <PasswordField
            label={t.questions.password}
            value={password}
            onChange={setPassword}
            bad={action.error?.code === 'wrong-password'}
          />
        )}
        {action.error?.code === 'bad-value' ? (
          <p className="red" role="alert">
            {t.questions.notTaken}
          </p>
        ) : (
          <Problem error={action.error} />
        )}
        <div className="actions">
          <button
            className="btn btn-tall"
            type="button"
            disabled={action.busy || !armed}
            onKeyDown={refuseHeldKey}
            onClick={() => armed && answer(false)}
          >
            {t.approval.decline}
          </button>
          <button
            className={armed ? 'btn btn-tall btn-pay' : 'btn btn-tall btn-pay is-arming'}
            type="button"
            disabled={!isReady}
            onKeyDown={refuseHeldKey}
            onClick={() => isReady && answer(true)}
          >
            {words.yes}
          </button>
        </div>
        <div className="more">
          <DeclineSite requests={ofSite} disabled={action.busy || !armed} onDecline={declineSite} />
        </div>
      </footer>
    </>
  )
}

import { useMemo } from 'react'

import { type ApprovalView, QUESTION } from '@/lib/doors/ui-protocol'
import { documentsChanged, mandatesChanged, paymentChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useTitle } from '../hooks/useTitle'
import { useWallet } from '../hooks/useWallet'
import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Fold } from '../parts/Fold'
import { Limits } from '../parts/Limits'
import { LOOKS, type Strokes } from '../parts/Mark'
import { Message } from '../parts/Message'
import { PauseButton, PausedBand } from '../parts/Pause'
import { Top } from '../parts/Top'
import { Unlock } from '../parts/Unlock'
import { Allowance } from './Allowance'
import { Answers } from './Answers'
import { Ask } from './Ask'
import { Others } from './Others'
import { Outcome } from './Outcome'
import { Raw } from './Raw'
import { RequestPage } from './request/RequestPage'
import { SignIn } from './SignIn'
import { Steps } from './Steps'
import { Terms } from './Terms'
import { Unusual } from './Unusual'
import { type Queue, useQueue } from './useQueue'

/** The approval window: one request at a time, from the question to what became of it. */
export function ApprovalScreen() {
  const { t } = useWords()
  useTitle(t.approval.title)
  const wallet = useWallet()
  const queue = useQueue()
  return (
    <div className="screen approval">
      {queue.id === null ? (
        <Empty queue={queue} wallet={wallet} />
      ) : queue.id.startsWith(QUESTION) ? (
        <>
          <Head queue={queue} wallet={wallet} strokes="open" />
          <RequestPage
            key={queue.id}
            id={queue.id}
            queue={queue}
            wallet={wallet}
            onAnswered={queue.refresh}
          />
        </>
      ) : (
        <Request key={queue.id} id={queue.id} queue={queue} wallet={wallet} />
      )}
    </div>
  )
}

type HeadProps = {
  readonly queue: Queue
  readonly wallet: ReturnType<typeof useWallet>
  readonly strokes: Strokes
  readonly tone?: string
}

/** The first line: whose window it is, the way to other requests, and the pause. */
function Head({ queue, wallet, strokes, tone = '' }: HeadProps) {
  return (
    <>
      <Top strokes={strokes} tone={tone}>
        <span className="tools">
          <Steps queue={queue} />
          <PauseButton status={wallet.value} onChanged={wallet.refresh} />
        </span>
      </Top>
      <PausedBand status={wallet.value} />
    </>
  )
}

function Empty({ queue, wallet }: Pick<HeadProps, 'queue' | 'wallet'>) {
  const { t } = useWords()
  return (
    <>
      <Head queue={queue} wallet={wallet} strokes="open" />
      {queue.error !== null ? (
        <Message title={t.common.noAnswer} onRetry={queue.refresh} />
      ) : queue.waiting === undefined ? (
        <Message title="" lede={t.common.loading} />
      ) : (
        <Message title={t.approval.nothing} lede={t.approval.nothingMore} />
      )}
    </>
  )
}

type RequestProps = {
  readonly id: string
  readonly queue: Queue
  readonly wallet: ReturnType<typeof useWallet>
}

function Request({ id, queue, wallet }: RequestProps) {
  const { t } = useWords()
  const changed = useLive(paymentChanged, [id])
  // A limit that was raised meanwhile, or a mandate that was resumed, changes what can be answered.
  const documents = useLive(documentsChanged, [])
  const mandates = useLive(mandatesChanged, [])
  const vault = wallet.value?.vault
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object whenever one of them changes
  const signal = useMemo(() => ({}), [changed, documents, mandates, vault])
  const { value: view, error, refresh } = useAnswer('approval.view', { paymentId: id }, signal)
  const isAsking = view == null || view.state === 'asking'
  const isLocked = isAsking && (vault === 'locked' || error?.code === 'locked')
  const look = view == null ? LOOKS.waiting : LOOKS[view.state === 'asking' ? 'waiting' : view.state]
  const again = () => {
    wallet.refresh()
    queue.refresh()
    refresh()
  }
  return (
    <>
      <Head queue={queue} wallet={wallet} strokes={look.strokes} tone={isAsking ? '' : look.tone} />
      {vault === 'none' ? (
        <Message
          title={t.home.noWallet}
          lede={t.home.noWalletMore}
          action={t.home.start}
          onAction={() => openPage('#/welcome')}
        />
      ) : isLocked ? (
        <Unlock lede={t.approval.lockedAsk} focus={false} onUnlocked={again} />
      ) : view === undefined ? (
        error === null ? (
          <Message title="" lede={t.common.loading} />
        ) : (
          <Message title={t.common.noAnswer} onRetry={again} />
        )
      ) : view === null ? (
        <Message title={t.approval.gone} lede={t.approval.goneMore} />
      ) : view.state === 'asking' ? (
        <Question view={view} queue={queue} onAnswered={again} />
      ) : (
        <Outcome view={view} queue={queue} onAnswered={again} />
      )}
    </>
  )
}

type QuestionProps = {
  readonly view: ApprovalView
  readonly queue: Queue
  readonly onAnswered: () => void
}

function Question({ view, queue, onAnswered }: QuestionProps) {
  const { t } = useWords()
  const isOver = view.limits.some((limit) => limit.over)
  const isFolded = view.code === 'HOLD_OVER_PAYMENT_LIMIT' && !isOver
  return (
    <>
      <main className="main">
        <Ask view={view} />
        <SignIn view={view} onAnswered={onAnswered} />
        <Unusual view={view} />
        <Allowance view={view} onAnswered={onAnswered} />
        <Terms view={view} />
        {view.limits.length > 0 && !isFolded && (
          <section className="block">
            <div className="head">
              <h2>{t.approval.after}</h2>
            </div>
            <Limits limits={view.limits} />
          </section>
        )}
        <div className="folds">
          {view.limits.length > 0 && isFolded && (
            <Fold title={t.approval.after} aside={t.approval.withinLimits} wide>
              <Limits limits={view.limits} />
            </Fold>
          )}
          <Raw view={view} />
          {view.others.length > 0 && <Others offers={view.others} />}
        </div>
      </main>
      <Answers view={view} queue={queue} onAnswered={onAnswered} />
    </>
  )
}

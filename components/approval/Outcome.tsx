import type { ApprovalView } from '@/lib/doors/ui-protocol'
import type { StateWord } from '@/lib/ledger/read/standing'

import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Address } from '../parts/Address'
import { Amount, Exact } from '../parts/Amount'
import { Fold } from '../parts/Fold'
import { Host } from '../parts/Host'
import { Icon } from '../parts/Icon'
import { LOOKS, Mark } from '../parts/Mark'
import { SignInText, signInEnd } from '../parts/SignInText'
import { SiteText } from '../parts/SiteText'
import { units } from '../text/amount'
import { Allowance } from './Allowance'
import { amountLabel, mainAmount } from './amounts'
import { isOwnTransfer } from './OwnTransfer'
import type { Queue } from './useQueue'

/** What became of a payment after it was answered; stays until somebody closes it. */
export function Outcome({
  view,
  queue,
  onAnswered,
}: {
  readonly view: ApprovalView
  readonly queue: Queue
  readonly onAnswered: () => void
}) {
  const { t, format } = useWords()
  const { outcome, state } = view
  // Nothing was asked of the money where a sign-in took its place.
  const offer = state === 'signedIn' ? null : view.offer
  const amount = offer === null ? null : mainAmount(offer, format.locale)
  const look = LOOKS[state === 'asking' ? 'waiting' : (state satisfies StateWord)]
  const title = useOutcomeTitle(view)
  const rule =
    outcome?.proved === true ? 'proved' : state === 'unknown' || state === 'failed' ? 'unknown' : 'asked'
  const { next, entries } = queue.standing
  return (
    <>
      <main className="main">
        <section className="ask" aria-live="polite">
          <h1 className="result">
            <Mark strokes={look.strokes} tone={look.tone} /> {title}
          </h1>
          {amount !== null && <Amount amount={amount} rule={rule} />}
          {offer !== null && (
            <p className="exact">
              {offer.amountText !== null && <Exact amount={units(offer.amountText, format.locale)} />}{' '}
              <SiteText text={offer.symbol ?? offer.asset} />{' '}
              <span className="quiet">{t.approval.onTo(offer.networkName)}</span>{' '}
              {isOwnTransfer(view) ? <Address value={offer.payTo} /> : <Host origin={view.asker} />}
            </p>
          )}
        </section>
        <Explanation view={view} />
        <Allowance view={view} onAnswered={onAnswered} />
        {outcome !== null && (
          <dl className="terms">
            {outcome.transaction !== null && (
              <>
                <dt>{t.outcome.transaction}</dt>
                <dd>
                  <Address value={outcome.transaction} label={t.common.copy} />
                </dd>
              </>
            )}
            {outcome.what !== '' && (
              <>
                <dt>{t.outcome.what}</dt>
                <dd>
                  <SiteText text={outcome.what} />
                </dd>
              </>
            )}
          </dl>
        )}
      </main>
      <footer className="foot">
        {state === 'paying' && <p className="quiet under">{t.outcome.payingMore}</p>}
        <div className={outcome?.receiptId == null ? 'actions one' : 'actions even'}>
          {outcome?.receiptId != null && (
            <button
              className="btn btn-tall"
              type="button"
              onClick={() => openPage(`#/payment/${encodeURIComponent(view.paymentId)}`)}
            >
              {t.outcome.receipt}
            </button>
          )}
          <button className="btn btn-tall" type="button" onClick={() => window.close()}>
            {state === 'settled' ? t.common.done : t.common.close}
          </button>
        </div>
        {next !== null && (
          <div className="more">
            <button className="btn btn-quiet" type="button" onClick={() => queue.show(next)}>
              {t.queue.goOn(format.number(entries))} <Icon name="right" />
            </button>
          </div>
        )}
      </footer>
    </>
  )
}

function useOutcomeTitle({ state, outcome }: ApprovalView): string {
  const { t } = useWords()
  switch (state) {
    case 'asking':
      return t.approval.title
    case 'paying':
      return t.outcome.paying
    case 'settled':
      return outcome?.proved === true ? t.outcome.proved : t.outcome.settled
    case 'unknown':
      return t.outcome.unknown
    case 'failed':
      return t.outcome.failed
    case 'unused':
      return t.ends.unused
    case 'refused':
      return t.ends.refused
    case 'declined':
      return t.outcome.declined
    case 'gone':
      return t.approval.gone
    case 'signedIn':
      return t.signIn.signedIn
  }
}

/** What the site made of a sign-in that took the place of a payment. */
function SignedIn({ signedIn }: { readonly signedIn: NonNullable<ApprovalView['signedIn']> }) {
  const { t } = useWords()
  const { status, message } = signedIn
  return (
    <>
      <p className="spaced">{signInEnd(t.signIn, status)}</p>
      <div className="spaced-s">
        <Fold title={t.signIn.text}>
          <SignInText message={message} />
        </Fold>
      </div>
    </>
  )
}

function Explanation({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const { outcome, state } = view
  if (state === 'unused') return <p className="spaced">{t.ends.unusedMore}</p>
  if (state === 'refused') return <p className="spaced">{t.ends.refusedMore}</p>
  if (state === 'declined') return <p className="spaced">{t.outcome.declinedMore}</p>
  if (view.signedIn !== null) return <SignedIn signedIn={view.signedIn} />
  if (state === 'gone') return <p className="spaced">{t.approval.goneMore}</p>
  if (state === 'settled' && outcome?.proved === false)
    return <p className="quiet spaced">{t.outcome.notProved}</p>
  if (state !== 'unknown' && state !== 'failed') return null
  const amount = view.offer === null ? '' : amountLabel(view.offer, format.locale)
  const end = outcome?.validBefore ?? null
  return (
    <>
      <p className="spaced">
        {state === 'failed' ? t.outcome.failedMore : t.outcome.unknownMore}{' '}
        {outcome?.status != null && t.outcome.answered(String(outcome.status))}
      </p>
      <section className="block spaced-s">
        <div className="head">
          <h2>{t.outcome.next}</h2>
        </div>
        <ol className="next">
          <li>
            <span>{t.outcome.held(amount)}</span>
          </li>
          <li>
            <span>{end === null ? t.outcome.readOn : t.outcome.readUntil(format.timeWithSeconds(end))}</span>
          </li>
          <li>
            <span>{t.outcome.neverAgain}</span>
          </li>
        </ol>
      </section>
    </>
  )
}

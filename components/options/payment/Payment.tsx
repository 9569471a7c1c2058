import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { readQuote } from '@/lib/core/quote/read'
import { type PaymentRecord, paymentRecord } from '@/lib/ledger/read/payments'
import type { AuthorizationRow } from '@/lib/ledger/schema'

import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import type { Token } from '../../i18n/decisions'
import { Amount } from '../../parts/Amount'
import { Facts } from '../../parts/Facts'
import { Host } from '../../parts/Host'
import { Icon } from '../../parts/Icon'
import { LOOKS, Mark } from '../../parts/Mark'
import { Message } from '../../parts/Message'
import { SignInText, signInEnd } from '../../parts/SignInText'
import { SiteText } from '../../parts/SiteText'
import { dollars, fromAtomic, units } from '../../text/amount'
import { Acts } from '../outstanding/Acts'
import { Fields } from './Fields'
import { Kept } from './Kept'
import { Proof } from './Proof'
import { Timeline } from './Timeline'

/** One payment: what became of it, why, what happened when, and every byte that was kept. */
export function Payment({ id }: { readonly id: string }) {
  const { t } = useWords()
  useTitle(t.payment.title)
  const record = useLive(paymentRecord, [id])
  return (
    <>
      <a className="back" href="#/activity">
        <Icon name="left" /> {t.activity.title}
      </a>
      {record === null && <Message title={t.payment.missing} />}
      {record != null && <Record record={record} />}
    </>
  )
}

function Record({ record }: { readonly record: PaymentRecord }) {
  const { t, format } = useWords()
  const { intent, state } = record
  const authorization = record.authorizations.at(-1)
  const look = LOOKS[state]
  const rule =
    authorization?.proved === 1 && state === 'settled'
      ? 'proved'
      : state === 'unknown' || state === 'failed'
        ? 'unknown'
        : 'asked'
  const most = authorization === undefined ? '0' : fromAtomic(authorization.amount, authorization.decimals)
  const moved = authorization?.moved ?? null
  const amount = moved === null ? most : fromAtomic(moved, authorization?.decimals ?? 0)
  const isDollar =
    authorization !== undefined && findDefaultAsset(authorization.network, authorization.asset) !== null
  const networkName = networkById(authorization?.network ?? '')?.name ?? authorization?.network ?? ''
  return (
    <div className="cols">
      <div>
        <h1 className="result">
          <Mark strokes={look.strokes} tone={look.tone} />{' '}
          {rule === 'proved' ? t.outcome.proved : <span className="word-first">{t.states[state]}</span>}
        </h1>
        {authorization !== undefined && (
          <Amount
            amount={isDollar ? dollars(amount, format.locale) : units(amount, format.locale)}
            rule={rule}
          />
        )}
        <p className="exact">
          {authorization !== undefined && (
            <>
              {units(amount, format.locale).text} <SiteText text={authorization.symbol} />{' '}
              {authorization.scheme === 'upto' && (
                <span className="quiet">
                  ({t.permit2.most(`${units(most, format.locale).text} ${authorization.symbol}`)}){' '}
                </span>
              )}
              <span className="quiet">{t.approval.onTo(networkName)}</span>
            </>
          )}{' '}
          <Host origin={intent.asker} />
          <span className="quiet">, {format.date(intent.createdAt)}</span>
        </p>
        {authorization !== undefined && isOutstanding(authorization) && (
          <Acts
            id={authorization.id}
            name={(act) =>
              t.outstandingWords.actionOf(act, intent.asker, `${amount} ${authorization.symbol}`)
            }
          />
        )}
        <h2>{t.payment.why}</h2>
        <Why record={record} />
        <h2>{t.payment.happened}</h2>
        <Timeline record={record} />
      </div>
      <aside>
        <Proof record={record} />
        <h2>{t.payment.fields}</h2>
        <Fields record={record} />
        <Kept record={record} />
      </aside>
    </div>
  )
}

/** Something can still be done about it: it is not proved, or it was paid and its answer never came. */
const isOutstanding = ({ proved, state, delivered, scheme }: AuthorizationRow): boolean =>
  scheme !== 'transaction' && (proved === 0 || (state === 'settled' && delivered === 0))

/** Who or what allowed it, or what stood against it, with the numbers of that rule. */
function Why({ record }: { readonly record: PaymentRecord }) {
  const { t } = useWords()
  const { decision } = record.intent
  const authorization = record.authorizations.at(-1)
  const { signIn } = record.intent
  if (signIn !== undefined)
    return (
      <>
        <p className="why">{signInEnd(t.signIn, signIn.status)}</p>
        <p>
          <a href={`#/payment/${encodeURIComponent(signIn.paidBy)}`}>{t.signIn.seePayment}</a>
        </p>
        <SignInText message={signIn.message} />
      </>
    )
  const mandate = authorization?.mandateId ?? null
  if (mandate !== null) {
    return (
      <>
        <p className="why">{t.allowedBy.mandate}</p>
        <MandateLink id={mandate} />
      </>
    )
  }
  const nearest = decision.facts.find((fact) => fact.rule === 'mandate')?.mandate
  return (
    <>
      <p className="why">
        {authorization?.approvalId == null ? t.reasons[decision.code] : t.payment.approvedBy}
      </p>
      <Facts facts={decision.facts} {...tokenOf(record)} />
      {nearest !== undefined && <MandateLink id={nearest} />}
    </>
  )
}

function MandateLink({ id }: { readonly id: string }) {
  const { t } = useWords()
  return (
    <p>
      <a href={`#/budgets/${encodeURIComponent(id)}`}>{t.allowedBy.see}</a>
    </p>
  )
}

/** The token that the decision's atomic numbers are of; nothing where no table knows it. */
function tokenOf({ quote, intent }: PaymentRecord): Token {
  const read = quote === null ? null : readQuote(JSON.parse(quote.raw))
  const chosen = read?.ok === true ? read.value.offers.find((o) => o.index === intent.decision.offer) : null
  const known = chosen?.ok === true ? findDefaultAsset(chosen.offer.network, chosen.offer.asset) : null
  return { decimals: known?.decimals ?? null, symbol: known?.symbol ?? null }
}

import type { Fact } from '@/lib/core/admission/types'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { amountWithUnit, freesText, limitHere } from '../i18n/limits'
import { openPage } from '../open'
import { Facts, MandateFact } from '../parts/Facts'
import { Limit } from '../parts/Limits'
import { Note } from '../parts/Note'
import { dollars, excess, isDecimal } from '../text/amount'
import { hostParts } from '../text/host'
import { decimalsOf } from './amounts'
import { isOwnTransfer } from './OwnTransfer'
import { PeerNotes } from './Peer'
import { isFinal, isWorthSaying } from './payable'

/** Dollars in the ledger have 18 decimals. */
const USD_DECIMALS = 18
const USD = { kind: 'usd', testnet: false } as const

/** Everything that is not as usual, refused first. Stands above the terms, so that nobody has to look for it. */
export function Unusual({ view }: { readonly view: ApprovalView }) {
  const { t } = useWords()
  const said = [...view.unusual]
  if (!said.some((item) => item.code === view.code))
    said.unshift({ code: view.code, facts: view.offer?.code === view.code ? view.offer.facts : [] })
  // A missing allowance has a part of its own, with the ways to give it.
  const isTold = (code: string) =>
    (view.permit2 !== null && code === 'HOLD_ALLOWANCE_REQUIRED') ||
    (view.wayBack !== null && code === 'RETURN_CACHED_RECEIPT')
  const worth = said.filter((item) => isWorthSaying(item.code) && !isTold(item.code))
  const red = worth.filter((item) => isFinal(item.code))
  const amber = worth.filter((item) => !isFinal(item.code) && item.code !== 'HOLD_OVER_PAYMENT_LIMIT')
  const token = view.offer === null ? {} : { decimals: decimalsOf(view.offer), symbol: view.offer.symbol }
  const overPayment = worth.find((item) => item.code === 'HOLD_OVER_PAYMENT_LIMIT')
  // Somebody allowed this site before: why that does not pay this is what the owner will ask.
  const nearest =
    view.code === 'HOLD_APPROVAL_REQUIRED'
      ? view.offer?.facts.find((fact) => fact.rule === 'mandate' && fact.reason !== undefined)
      : undefined
  // Nobody's terms changed: the owner sends somewhere else than before.
  const isNewHere = (code: string) => code === 'HOLD_NEW_PAYEE' && isOwnTransfer(view)
  const encoded = hostParts(view.asker)?.encoded === true || hostParts(view.topOrigin)?.encoded === true
  return (
    <div className="notes">
      {red.map((item) => (
        <Note tone="red" key={item.code}>
          <p>
            <b>{t.reasons[item.code]}</b> {t.approval.cannotBePaid}
          </p>
          {item.code === 'HOLD_OVER_BUDGET' ? (
            <OverBudget view={view} />
          ) : (
            <Facts facts={item.facts} {...token} />
          )}
        </Note>
      ))}
      {overPayment !== undefined && (
        <OverPayment usd={view.offer?.usd ?? null} limit={perPaymentLimit(overPayment.facts)} />
      )}
      {amber.map((item) => (
        <Note tone="amber" key={item.code}>
          <p>
            <b>{isNewHere(item.code) ? t.money.newPayee : t.reasons[item.code]}</b>
          </p>
          {!isNewHere(item.code) && <Facts facts={item.facts} {...token} />}
        </Note>
      ))}
      {nearest !== undefined && (
        <Note tone="plain">
          <MandateFact fact={nearest} {...token} />
        </Note>
      )}
      {encoded && (
        <Note tone="amber">
          <p>
            <b>{t.approval.encodedHost}</b> {t.approval.encodedHostMore}
          </p>
        </Note>
      )}
      {view.notes.includes('header-and-body-disagree') && (
        <Note tone="amber">
          <p>
            <b>{t.approval.disagree}</b> {t.approval.disagreeMore}
          </p>
        </Note>
      )}
      <PeerNotes view={view} />
      {isCarriedNext(view) && (
        <Note tone="amber">
          <p>
            <b>{t.approval.carriedNext}</b> {t.approval.carriedNextMore}
          </p>
        </Note>
      )}
      {view.quoteSource === 'page' && (
        <Note tone="amber">
          <p>
            <b>{t.approval.fromPage}</b> {t.approval.fromPageMore}
          </p>
        </Note>
      )}
    </div>
  )
}

/** Whether nobody can send the request again but its page: a worker's, and in Firefox a form's. */
const isCarriedNext = ({ kind, method }: ApprovalView): boolean =>
  kind === 'next' || (import.meta.env.FIREFOX && kind === 'navigation' && method !== 'GET')

function OverPayment({ usd, limit }: { readonly usd: string | null; readonly limit: string | null }) {
  const { t, format } = useWords()
  const over = usd === null || limit === null ? null : excess(usd, limit)
  return (
    <Note tone="amber">
      {over === null || usd === null || limit === null ? (
        <p>
          <b>{t.reasons.HOLD_OVER_PAYMENT_LIMIT}</b>
        </p>
      ) : (
        <>
          <b>{t.approval.overLimit(dollars(over, format.locale).text)}</b>
          <ul className="limits">
            <Limit
              label={t.approval.thisPayment}
              limit={{ unit: USD, limit, settled: '0', reserved: '0', after: usd }}
            />
          </ul>
        </>
      )}
    </Note>
  )
}

/** The owner's limit as admission compared it; null where the fact is missing. */
function perPaymentLimit(facts: readonly Fact[]): string | null {
  const limit = facts.find((fact) => fact.rule === 'perPaymentUsd')?.limit?.replace(/^\$/, '')
  return limit !== undefined && isDecimal(limit, USD_DECIMALS) ? limit : null
}

/** Each limit that this payment would break: how far, when something of it is free, and where it is changed. */
function OverBudget({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const now = Date.now()
  return (
    <>
      {view.limits.map((limit) => {
        const over = limit.over ? excess(limit.after, limit.limit) : null
        return over === null ? null : (
          <p key={limit.id}>
            {t.approval.overBudget(
              limitHere(limit, t, format),
              amountWithUnit(limit.unit, over, format.locale),
            )}
            {limit.freesAt !== null && `, ${freesText(limit.freesAt, now, t, format)}`}.
          </p>
        )
      })}
      <button className="btn btn-small" type="button" onClick={() => openPage('#/budgets')}>
        {t.approval.raise}
      </button>
    </>
  )
}

import { useEffect, useRef, useState } from 'react'

import type { MandateChange, MandateView } from '@/lib/doors/ui-mandates'

import { call } from '../../client'
import { type Guarded, useGuarded } from '../../hooks/useGuarded'
import { useWords } from '../../i18n/context'
import { amountWithUnit, dayText, periodText } from '../../i18n/limits'
import { Confirm } from '../../parts/Confirm'
import { Host } from '../../parts/Host'
import { LimitBar } from '../../parts/Limits'
import { SiteText } from '../../parts/SiteText'
import { dollars } from '../../text/amount'
import { hostText } from '../../text/host'
import { short } from '../../text/short'
import { Extend } from './Extend'

const MS = 1_000

type Props = {
  readonly mandate: MandateView
  readonly isPointed: boolean
  readonly onChanged: () => void
}

/** One mandate: whom it pays, within what, what it has paid, and the ways to end or prolong it. */
export function MandateRow({ mandate, isPointed, onChanged }: Props) {
  const { t, format } = useWords()
  const [isExtending, setExtending] = useState(false)
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isPointed) row.current?.scrollIntoView({ block: 'center' })
  }, [isPointed])
  const change = useGuarded(() => {
    setExtending(false)
    onChanged()
  })
  const set = (wanted: MandateChange) =>
    change.apply((password) => call('mandates.set', { id: mandate.id, change: wanted, ...password }))
  const { standing, state } = mandate
  const money = (decimal: string) => amountWithUnit(standing.unit, decimal, format.locale)
  return (
    <>
      <tr ref={row} className={isPointed ? 'is-here' : undefined}>
        <th scope="row">
          {mandate.agent !== null && (
            <>
              <SiteText text={mandate.agent} /> <span className="light">{t.budgets.agentAt}</span>{' '}
            </>
          )}
          <Host origin={mandate.origin} />{' '}
          {state !== 'active' && <span className="tag">{t.budgets.state[state]}</span>}
          <Bounds mandate={mandate} />
        </th>
        <td className="n first-n">
          {mandate.assets.map(({ network, asset, max, symbol, networkName }) => (
            <div key={`${network}/${asset}`} title={t.budgets.onNetwork(symbol, networkName)}>
              {standing.unit.kind === 'usd' ? dollars(max, format.locale).text : `${max} ${symbol}`}{' '}
              <span className="quiet">{t.allow.each}</span>
            </div>
          ))}
        </td>
        <td className="wide">
          <LimitBar limit={standing} label={hostText(mandate.origin)} />
          <span className="quiet">
            {[
              ...(Number(standing.settled) > 0 ? [t.budgets.settledSum(money(standing.settled))] : []),
              ...(Number(standing.reserved) > 0 ? [t.budgets.heldSum(money(standing.reserved))] : []),
              mandate.lastPaidAt === null
                ? t.budgets.neverPaid
                : t.budgets.paid(mandate.payments, format.moment(mandate.lastPaidAt)),
            ].join(', ')}
          </span>
        </td>
        <td className="n loose">{`${money(mandate.total)} ${periodText(mandate.window, t, format)}`}</td>
        <td className="n" data-l={t.budgets.until}>
          {dayText(mandate.expiresAt * MS, Date.now(), format)}
        </td>
        <td className="acts">
          {state !== 'revoked' && (
            <Acts
              mandate={mandate}
              change={change}
              isExtending={isExtending}
              onExtend={() => setExtending(!isExtending)}
              onSet={set}
            />
          )}
        </td>
      </tr>
      {(isExtending || change.isPending || change.action.error !== null) && (
        <tr className="edit">
          <td className="whole" colSpan={6}>
            {isExtending && !change.isPending && (
              <Extend
                busy={change.action.busy}
                onExtend={(expiresAt) => set({ kind: 'extend', expiresAt })}
                onClose={() => setExtending(false)}
              />
            )}
            <Confirm
              change={change}
              label={isExtending ? t.budgets.extendPassword : t.budgets.resumePassword}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** The bounds of a mandate beside its numbers, a line each. */
function Bounds({ mandate }: { readonly mandate: MandateView }) {
  const { t, format } = useWords()
  const { payees, pathPrefix, accountName } = mandate
  const [only] = payees
  return (
    <ul className="bounds quiet">
      <li>
        {payees === '*' ? (
          t.budgets.anyPayee
        ) : payees.length === 1 && only !== undefined ? (
          <>
            {t.budgets.onePayee}{' '}
            <span className="mono nowrap" title={only}>
              {short(only)}
            </span>
          </>
        ) : (
          t.budgets.payees(payees.length)
        )}
        , <SiteText text={t.budgets.from(accountName)} />
      </li>
      {pathPrefix !== null && (
        <li>
          <SiteText text={t.budgets.path(pathPrefix)} />
        </li>
      )}
      {mandate.mayRepeat && <li>{t.budgets.repeats}</li>}
      {mandate.upto === true && <li>{t.permit2.mandate}</li>}
      <li>{t.budgets.signatures(format.duration(mandate.maxWindowSeconds))}</li>
    </ul>
  )
}

type ActsProps = {
  readonly mandate: MandateView
  readonly change: Guarded
  readonly isExtending: boolean
  readonly onExtend: () => void
  readonly onSet: (change: MandateChange) => void
}

/** Revoking and pausing take one click; what widens may ask for the password. */
function Acts({ mandate, change, isExtending, onExtend, onSet }: ActsProps) {
  const { t } = useWords()
  const { busy } = change.action
  const site = hostText(mandate.origin)
  const button = (word: string, onClick: () => void) => (
    <button
      className="link"
      type="button"
      aria-label={t.budgets.actionOf(word, site)}
      disabled={busy}
      onClick={onClick}
    >
      {word}
    </button>
  )
  return (
    <>
      <button
        className="link"
        type="button"
        aria-label={t.budgets.actionOf(t.budgets.extend, site)}
        aria-expanded={isExtending}
        disabled={busy}
        onClick={onExtend}
      >
        {t.budgets.extend}
      </button>
      {mandate.state === 'active' && button(t.budgets.pause, () => onSet({ kind: 'pause' }))}
      {mandate.state === 'paused' && button(t.budgets.resume, () => onSet({ kind: 'resume' }))}
      {button(t.budgets.revoke, () => onSet({ kind: 'revoke' }))}
    </>
  )
}

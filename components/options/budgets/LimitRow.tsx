import { useState } from 'react'
import type { MandateView } from '@/lib/doors/ui-mandates'
import type { BudgetView, LimitView } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { useWords } from '../../i18n/context'
import { amountWithUnit, anyWindowText, subjectName } from '../../i18n/limits'
import { Fold } from '../../parts/Fold'
import { LimitBar, Limits } from '../../parts/Limits'
import { SiteText } from '../../parts/SiteText'
import { left, share } from '../../text/amount'
import { hostText } from '../../text/host'
import { EditRow } from './EditRow'

/** From so many percent on, what is left deserves a look. */
const NEARLY_USED = 80

type Props = {
  readonly budget: BudgetView
  readonly mandates: readonly MandateView[]
  readonly onChanged: () => void
}

/** One limit; of a limit for each, the fullest, and the others under it. */
export function LimitRow({ budget, mandates, onChanged }: Props) {
  const { t, format } = useWords()
  const [isEditing, setEditing] = useState(false)
  const { unit, window, scope } = budget
  const isEach = scope.kind !== 'everything' && scope.value === null
  const fullest = budget.standings[0]
  const name = useName(budget, mandates)
  const standing = fullest ?? { unit, limit: budget.limit, settled: '0', reserved: '0', after: '0' }
  const money = (decimal: string) => amountWithUnit(unit, decimal, format.locale)
  const save = (limit: string, password: { readonly password?: string }) => {
    if (budget.removable) {
      const terms = { id: budget.id, scope, unit: unitTerms(budget), limit, window }
      return call('budgets.set', { budget: terms, ...password })
    }
    // The limits that a wallet begins with are settings: the two of a day, and one for each chain's own coin.
    if (unit.kind === 'asset')
      return call('settings.set', {
        change: { kind: 'native', network: unit.network, amount: limit },
        ...password,
      })
    const which = scope.kind === 'everything' ? 'perDayUsd' : 'perSiteDayUsd'
    return call('settings.set', { change: { kind: 'limit', which, usd: limit }, ...password })
  }
  return (
    <>
      <tr>
        <th scope="row">
          {name}
          <br />
          <span className="light">{anyWindowText(window, t, format)}</span>
        </th>
        <td className="n first-n">{money(budget.limit)}</td>
        <td className="wide">
          <LimitBar limit={standing} label={name} />
          <span className="quiet">
            <Used standing={fullest} isEach={isEach} />
          </span>
        </td>
        <td className="n" data-l={t.budgets.left}>
          <span className={share(standing.after, standing.limit) >= NEARLY_USED ? 'amber' : ''}>
            {money(left(standing.after, standing.limit))}
          </span>
        </td>
        <td className="n quiet">
          <Frees standing={fullest} isForever={window.kind === 'total'} />
        </td>
        <td className="acts">
          <button
            className="link"
            type="button"
            aria-label={t.budgets.editOf(name)}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {t.budgets.edit}
          </button>
        </td>
      </tr>
      {isEditing && (
        <EditRow
          name={name}
          unit={unit}
          value={budget.limit}
          save={save}
          remove={
            budget.removable ? (password) => call('budgets.remove', { id: budget.id, ...password }) : null
          }
          onClose={() => setEditing(false)}
          onChanged={onChanged}
        />
      )}
      {isEach && budget.standings.length > 1 && (
        <tr className="edit">
          <td className="whole" colSpan={6}>
            <Fold title={t.budgets.standings(budget.standings.length)}>
              <Limits limits={budget.standings.map((one) => withName(one, mandates))} named />
            </Fold>
          </td>
        </tr>
      )}
    </>
  )
}

/** What is settled and what is held; of a limit for each, whose that is. */
function Used({ standing, isEach }: { readonly standing: LimitView | undefined; readonly isEach: boolean }) {
  const { t, format } = useWords()
  if (standing === undefined || Number(standing.after) === 0) return t.budgets.nothing
  const money = (decimal: string) => amountWithUnit(standing.unit, decimal, format.locale)
  if (isEach) {
    return (
      <>
        {t.budgets.fullest(money(standing.after))} <SiteText text={subjectName(standing, t)} />
      </>
    )
  }
  return [
    ...(Number(standing.settled) > 0 ? [t.budgets.settledSum(money(standing.settled))] : []),
    ...(Number(standing.reserved) > 0 ? [t.budgets.heldSum(money(standing.reserved))] : []),
  ].join(', ')
}

function Frees({
  standing,
  isForever,
}: {
  readonly standing: LimitView | undefined
  readonly isForever: boolean
}) {
  const { t, format } = useWords()
  if (isForever) return t.budgets.never
  const at = standing?.freesAt ?? null
  if (at === null) return null
  return format.day(at) === format.day(Date.now())
    ? t.budgets.freesMoment(format.time(at))
    : t.budgets.freesDay(format.moment(at))
}

/** What a limit is called: everything, each of a kind, or the one that it is for. */
function useName({ scope, window }: BudgetView, mandates: readonly MandateView[]): string {
  const { t } = useWords()
  if (scope.kind === 'everything') return t.budgets.everything
  if (scope.value === null) return t.budgets.eachOf[scope.kind]
  const one = withName({ scope: scope.kind, label: scope.value, window }, mandates)
  return `${t.budgets.kinds[scope.kind]} ${one.scope === 'mandate' ? hostText(one.label) : subjectName(one, t)}`
}

/** A mandate is known to people by its site. */
function withName<L extends Pick<LimitView, 'scope' | 'label'>>(
  limit: L,
  mandates: readonly MandateView[],
): L {
  const mandate = limit.scope === 'mandate' ? mandates.find((m) => m.id === limit.label) : undefined
  return mandate === undefined ? limit : { ...limit, label: mandate.origin }
}

function unitTerms({ unit }: BudgetView) {
  return unit.kind === 'usd' ? unit : { kind: unit.kind, network: unit.network, asset: unit.asset }
}

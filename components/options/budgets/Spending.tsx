import { useState } from 'react'
import { ledger } from '@/lib/ledger/read/ledger'
import type { Period, SpenderKind, SpendingRow, SpendingView } from '@/lib/views/spending'
import { spendingView } from '@/lib/views/spending'

import { useLive } from '../../hooks/useLive'
import { useWords } from '../../i18n/context'
import { Select } from '../../parts/Select'
import { cents, dollars, excess, share } from '../../text/amount'

const PERIODS = ['day', 'week', 'month'] as const
const SPENDERS = ['site', 'agent', 'mandate'] as const
/** Height of the highest bar, pixels. */
const HEIGHT = 150

const read = (period: Period, by: SpenderKind, money: 'real' | 'test', now: number) =>
  spendingView(ledger, { period, by, testnet: money === 'test' }, now)

type Props = {
  readonly testnets: boolean
  /** the owner's limit of a day, decimal dollars */
  readonly perDayUsd: string
  /** what a mandate is called: its origin */
  readonly mandateName: (id: string) => string
}

/** Spending over time: a bar for each stretch, and the same numbers as a table under it. */
export default function Spending({ testnets, perDayUsd, mandateName }: Props) {
  const { t } = useWords()
  const [period, setPeriod] = useState<Period>('week')
  const [by, setBy] = useState<SpenderKind>('site')
  const [money, setMoney] = useState<'real' | 'test'>(testnets ? 'test' : 'real')
  const [now] = useState(() => Date.now())
  const view = useLive<[Period, SpenderKind, 'real' | 'test', number], SpendingView>(read, [
    period,
    by,
    money,
    now,
  ])
  return (
    <section aria-labelledby="spending">
      <div className="head">
        <h2 className="title" id="spending">
          {t.spending.title}
        </h2>
        <fieldset className="seg" aria-label={t.spending.period}>
          {PERIODS.map((each) => (
            <button key={each} type="button" aria-pressed={each === period} onClick={() => setPeriod(each)}>
              {t.spending.periods[each]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="spend-choice">
        <Select
          label={t.spending.by}
          value={by}
          options={SPENDERS.map((each) => [each, t.spending.spenders[each]] as const)}
          onChange={setBy}
        />
        {testnets && (
          <Select
            label={t.spending.money}
            value={money}
            options={[
              ['real', t.spending.real],
              ['test', t.spending.test],
            ]}
            onChange={setMoney}
          />
        )}
      </div>
      {view !== undefined && (
        <Table
          view={view}
          period={period}
          cap={period === 'week' ? perDayUsd : null}
          now={now}
          nameOf={by === 'mandate' ? mandateName : (name) => name}
        />
      )}
    </section>
  )
}

type TableProps = {
  readonly view: SpendingView
  readonly period: Period
  /** a limit to draw; null for none */
  readonly cap: string | null
  readonly now: number
  readonly nameOf: (name: string) => string
}

function Table({ view, period, cap, now, nameOf }: TableProps) {
  const { t, format } = useWords()
  const top = cap !== null && excess(view.highest, cap) === null ? cap : view.highest
  const money = (text: string) => dollars(text, format.locale).text
  const rows = [
    ...view.rows.map((row) => ({ ...row, label: nameOf(row.name) })),
    ...(view.others === null
      ? []
      : [{ ...view.others, name: '', label: t.spending.others(view.others.count) }]),
  ]
  if (rows.length === 0) return <p className="quiet spend-none">{t.spending.nothing}</p>
  const label = (start: number) => (period === 'day' ? format.time(start) : format.weekday(start))
  const sub = (start: number) => (period === 'day' ? '' : format.dayShort(start))
  return (
    <table className={`spend spend-${view.columns.length}`}>
      <caption className="sr">{t.spending.caption}</caption>
      <colgroup>
        <col className="spend-names" />
      </colgroup>
      <tbody>
        <tr className="bars">
          <td className="axis-cell">
            <div className="axis" aria-hidden="true">
              <span className={top === cap ? 'cap' : undefined} style={{ insetBlockEnd: `${HEIGHT}px` }}>
                {top === cap ? t.spending.limit(money(top)) : money(top)}
              </span>
            </div>
          </td>
          {view.columns.map(({ start }, column) => (
            <td key={start}>
              <div className="plot" aria-hidden="true">
                {rows.map((row, i) => (
                  <i
                    key={row.name}
                    className={patternOf(i, row.name)}
                    style={{ blockSize: `${barHeight(row.amounts[column] ?? '0', top)}px` }}
                  />
                ))}
              </div>
            </td>
          ))}
          <td className="only-wide" />
        </tr>
        <tr className="days">
          <td />
          {view.columns.map(({ start, end }) => (
            <th key={start} scope="col" className={start <= now && now < end ? 'today' : undefined}>
              {label(start)} <span>{sub(start)}</span>
            </th>
          ))}
          <th scope="col" className="only-wide">
            {t.spending.inAll}
          </th>
        </tr>
      </tbody>
      <tbody>
        {rows.map((row, i) => (
          <tr key={row.name}>
            <th scope="row">
              <span className={`sw ${patternOf(i, row.name)}`} />
              <bdi>{row.label}</bdi>
            </th>
            <Amounts row={row} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t.spending.all}</th>
          {view.all.amounts.map((amount, i) => {
            const column = view.columns[i]
            const isClosed =
              column !== undefined && column.end <= now && view.open[i] === false && amount !== '0'
            return (
              <td key={column?.start} className={isClosed ? 'closed' : undefined}>
                <span>{amount === '0' ? '–' : cents(amount, format.locale)}</span>
              </td>
            )
          })}
          <td className="only-wide">{cents(view.all.total, format.locale)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** What was spent at all is drawn, however little. */
function barHeight(amount: string, top: string): number {
  return amount === '0' ? 0 : Math.max(1, Math.round((share(amount, top) * HEIGHT) / 100))
}

/** Told apart by pattern, not by hue; the rest of many has its own. */
const patternOf = (index: number, name: string): string => (name === '' ? 'c5' : `c${(index % 5) + 1}`)

function Amounts({ row }: { readonly row: SpendingRow }) {
  const { format } = useWords()
  const money = (text: string) => cents(text, format.locale)
  return (
    <>
      {row.amounts.map((amount, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <td key={i}>{amount === '0' ? <span className="quiet">–</span> : money(amount)}</td>
      ))}
      <td className="only-wide">{money(row.total)}</td>
    </>
  )
}

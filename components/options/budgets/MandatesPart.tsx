import type { MandateView } from '@/lib/doors/ui-mandates'

import { useWords } from '../../i18n/context'
import { Fold } from '../../parts/Fold'
import { MandateRow } from './MandateRow'

type Props = {
  readonly mandates: readonly MandateView[]
  /** the one that a link named; null for none */
  readonly pointed: string | null
  readonly onChanged: () => void
}

/** The standing approvals: those that can pay, and, folded, those that are over. */
export function MandatesPart({ mandates, pointed, onChanged }: Props) {
  const { t } = useWords()
  const isLive = ({ state }: MandateView) => state === 'active' || state === 'paused'
  const live = mandates.filter(isLive)
  const ended = mandates.filter((mandate) => !isLive(mandate))
  const table = (rows: readonly MandateView[], caption: string) => (
    <table className="data mandates">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t.budgets.who}</th>
          <th scope="col" className="n">
            {t.budgets.atMost}
          </th>
          <th scope="col" className="wide">
            {t.budgets.used}
          </th>
          <th scope="col" className="n">
            {t.budgets.total}
          </th>
          <th scope="col" className="n">
            {t.budgets.until}
          </th>
          <th>
            <span className="sr">{t.budgets.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((mandate) => (
          <MandateRow
            key={mandate.id}
            mandate={mandate}
            isPointed={mandate.id === pointed}
            onChanged={onChanged}
          />
        ))}
      </tbody>
    </table>
  )
  return (
    <section className="part" aria-labelledby="mandates">
      <div className="head">
        <h2 className="title" id="mandates">
          {t.budgets.mandates}
        </h2>
        <a className="btn btn-small" href="#/mandate">
          {t.budgets.newMandate}
        </a>
      </div>
      <p className="quiet">{live.length === 0 ? t.budgets.noMandates : t.budgets.mandatesMore}</p>
      {live.length > 0 && table(live, t.budgets.mandates)}
      {ended.length > 0 && (
        <Fold title={t.budgets.ended(ended.length)} open={ended.some(({ id }) => id === pointed)}>
          {table(ended, t.budgets.ended(ended.length))}
        </Fold>
      )}
    </section>
  )
}

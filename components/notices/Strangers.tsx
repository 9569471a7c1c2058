import { useState } from 'react'

import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { unknownStrangers } from '@/lib/ledger/read/strangers'
import type { StrangerRow } from '@/lib/ledger/watch-rows'

import { call } from '../client'
import { useGuarded } from '../hooks/useGuarded'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { Address } from '../parts/Address'
import { Confirm } from '../parts/Confirm'
import { Note } from '../parts/Note'
import { fromAtomic, units } from '../text/amount'

/** Tells of each payment that this wallet did not make, and asks whose it was. */
export function Strangers() {
  const rows = useLive(unknownStrangers, []) ?? []
  return rows.map((row) => <Stranger key={row.id} row={row} />)
}

function Stranger({ row }: { readonly row: StrangerRow }) {
  const { t, format } = useWords()
  const [isTheft, setTheft] = useState(false)
  const change = useGuarded(() => undefined)
  const known = findDefaultAsset(row.network, row.asset)
  const amount =
    known === null ? row.amount : units(fromAtomic(row.amount, known.decimals), format.locale).text
  const mine = () => change.apply((password) => call('automatic.goOn', { stranger: row.id, ...password }))
  return (
    <section className="notice" aria-label={t.watch.title}>
      <Note tone="red">
        <p>
          <b>{t.watch.title}</b>{' '}
          {t.watch.moved(`${amount} ${known?.symbol ?? ''}`.trim(), format.moment(row.at))}
        </p>
        <dl className="facts">
          <dt>{t.watch.to}</dt>
          <dd>
            <Address value={row.payTo} />
          </dd>
          <dt>{t.watch.transaction}</dt>
          <dd>
            <Address value={row.transaction} label={t.watch.copyTransaction} />
          </dd>
          <dt>{t.watch.network}</dt>
          <dd>{networkById(row.network)?.name ?? row.network}</dd>
        </dl>
        <p>{t.watch.counted}</p>
        <p>{t.watch.question}</p>
        <div className="row-end">
          <button className="btn btn-small" type="button" disabled={change.action.busy} onClick={mine}>
            {t.watch.mine}
          </button>
          <button
            className="btn btn-small"
            type="button"
            aria-expanded={isTheft}
            onClick={() => setTheft((now) => !now)}
          >
            {t.watch.notMine}
          </button>
        </div>
        {isTheft && (
          <div role="status">
            <p>
              <b>{t.watch.theft}</b>
            </p>
            <ol>
              {t.watch.theftSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        )}
        <Confirm change={change} label={t.common.password} />
      </Note>
    </section>
  )
}

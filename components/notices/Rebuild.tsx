import { networkById } from '@/lib/core/assets/lookup'
import { rebuildNow } from '@/lib/ledger/read/strangers'

import { call } from '../client'
import { useGuarded } from '../hooks/useGuarded'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { Confirm } from '../parts/Confirm'
import { Fold } from '../parts/Fold'
import { Note } from '../parts/Note'

/** How far a restored wallet has read its past, network by network, and what could not be read. */
export function Rebuild() {
  const { t, format } = useWords()
  const change = useGuarded(() => undefined)
  const lines = useLive(rebuildNow, [])
  if (lines === undefined || lines === null) return null
  const read = lines.filter(({ percent }) => percent !== null && percent >= 100).length
  const goOn = () => change.apply((password) => call('automatic.goOn', { stranger: null, ...password }))
  return (
    <section className="notice" aria-label={t.watch.rebuild}>
      <Note tone="amber">
        <p>
          <b>{t.watch.rebuild}</b> {t.watch.rebuildMore}
        </p>
        <progress max={lines.length} value={read} aria-label={t.watch.rebuild} />
        <Fold title={`${format.number(read)} / ${format.number(lines.length)}`}>
          <ul className="nets">
            {lines.map(({ network, percent, silent }) => (
              <li key={network}>
                {networkById(network)?.name ?? network}{' '}
                <span className={silent ? 'amber' : 'quiet'}>
                  {percent !== null
                    ? t.watch.read(format.number(percent))
                    : silent
                      ? t.watch.silent
                      : t.watch.waiting}
                </span>
              </li>
            ))}
          </ul>
        </Fold>
        <p className="quiet">{t.watch.goOnMore}</p>
        <button className="btn btn-small" type="button" disabled={change.action.busy} onClick={goOn}>
          {t.watch.goOn}
        </button>
        <Confirm change={change} label={t.common.password} />
      </Note>
    </section>
  )
}

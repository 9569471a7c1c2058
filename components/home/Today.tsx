import { totalsChanged } from '@/lib/ledger/read/changes'
import { outstanding } from '@/lib/ledger/read/payments'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Icon } from '../parts/Icon'
import { Limits } from '../parts/Limits'

const MS = 1000

/** The last 24 hours against the limits, and what is signed but not yet proved. */
export function Today() {
  const { t, format } = useWords()
  const { value: limits = [] } = useAnswer('limits.now', undefined, useLive(totalsChanged, []))
  const live = useLive(outstanding, [])
  return (
    <>
      {limits.length > 0 && (
        <section className="block">
          <div className="head">
            <h2>
              {t.home.limits} <span className="light">{t.home.limitsMore}</span>
            </h2>
            <button className="link" type="button" onClick={() => openPage('#/budgets')}>
              {t.home.edit} <Icon name="right" />
            </button>
          </div>
          <Limits limits={limits} named />
        </section>
      )}
      {live !== undefined && live.count > 0 && (
        <section className="block slim">
          <b>{t.home.outstanding}</b>{' '}
          <span className="quiet">{t.home.signatures(live.count, format.time(live.lastEnd * MS))}</span>
        </section>
      )}
    </>
  )
}

import { totalsChanged } from '@/lib/ledger/read/changes'
import { outstanding } from '@/lib/ledger/read/outstanding'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { Icon } from '../parts/Icon'
import { Limits } from '../parts/Limits'
import { heldText } from '../text/held'

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
          <button className="link-row" type="button" onClick={() => openPage('#/outstanding')}>
            <span>
              <b>{t.outstandingWords.title}</b>{' '}
              <span className="quiet">
                {live.lastEnd * MS > Date.now()
                  ? t.outstandingWords.held(
                      live.count,
                      heldText(live.sums, format),
                      format.time(live.lastEnd * MS),
                    )
                  : t.outstandingWords.heldOver(live.count, heldText(live.sums, format))}
              </span>
            </span>
            <Icon name="right" />
          </button>
        </section>
      )}
    </>
  )
}

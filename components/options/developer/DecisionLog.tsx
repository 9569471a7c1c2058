import { ledger } from '@/lib/ledger/read/ledger'
import { decisionLog, LOG_LENGTH } from '@/lib/views/decision-log'

import { useLive } from '../../hooks/useLive'
import { usePageWords } from '../../i18n/pages'
import { SiteText } from '../../parts/SiteText'
import { saveText } from '../save'
import { Section } from '../settings/Section'

const readLog = () => decisionLog(ledger)
const LONGEST_SHOWN = 8_000

/** The newest quotes and decisions as they are in the ledger, each whole under a fold. */
export function DecisionLog() {
  const { t, format } = usePageWords()
  const words = t.owner.developer
  const log = useLive(readLog, [])
  const save = () =>
    saveText(words.fileName(new Date().toISOString().slice(0, 10)), 'application/json', [
      JSON.stringify(log, null, 2),
    ])
  return (
    <Section title={words.log} lede={words.logMore(format.number(LOG_LENGTH))}>
      {log?.length === 0 && <p className="quiet">{words.logEmpty}</p>}
      {log !== undefined && log.length > 0 && (
        <>
          <ul className="log">
            {log.map((entry) => (
              <li key={`${entry.at} ${entry.url} ${entry.code}`}>
                <details>
                  <summary>
                    <span className="quiet">{format.moment(entry.at)}</span>{' '}
                    <b className="mono">{entry.code}</b>{' '}
                    <SiteText text={`${entry.method} ${entry.url}`} limit={120} />
                  </summary>
                  <pre className="mono">
                    <SiteText text={JSON.stringify(entry, null, 2)} limit={LONGEST_SHOWN} />
                  </pre>
                </details>
              </li>
            ))}
          </ul>
          <div className="row-end">
            <button className="btn" type="button" onClick={save}>
              {words.save}
            </button>
          </div>
        </>
      )}
    </Section>
  )
}

import { useCallback, useState } from 'react'

import { connectedSites } from '@/lib/ledger/read/connections'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useLive } from '../../hooks/useLive'
import { useWords } from '../../i18n/context'
import { Host } from '../../parts/Host'
import { Problem } from '../../parts/Problem'
import { hostText } from '../../text/host'
import { short } from '../../text/short'
import { Section } from './Section'

/** Sites and extensions that see an account, and the way back for each. */
export function Connected() {
  const { t } = useWords()
  const sites = useLive(connectedSites, []) ?? []
  const action = useAction()
  const [ending, setEnding] = useState<string | null>(null)
  const disconnect = useCallback(
    (origin: string) =>
      action.run(async () => {
        setEnding(origin)
        await call('connections.end', { origin })
      }),
    [action],
  )
  return (
    <Section title={t.signing.connected}>
      {sites.length === 0 && <p className="quiet">{t.signing.noneConnected}</p>}
      <ul className="accounts">
        {sites.map(({ origin, account }) => (
          <li key={origin}>
            <span>
              <Host origin={origin} /> <span className="mono quiet">{short(account)}</span>
            </span>
            <button
              className="btn btn-small"
              type="button"
              aria-label={`${t.signing.disconnect}: ${hostText(origin)}`}
              disabled={action.busy && ending === origin}
              onClick={() => disconnect(origin)}
            >
              {t.signing.disconnect}
            </button>
          </li>
        ))}
      </ul>
      <Problem error={action.error} />
    </Section>
  )
}

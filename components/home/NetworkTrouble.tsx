import { allNetworkStates } from '@/lib/ledger/read/changes'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { Note } from '../parts/Note'

/** What was read longer ago than this says nothing of now: nothing is outstanding there. */
const STALE_MS = 3_600_000

/** Networks on which something is outstanding and nothing can be known of it now. */
export function NetworkTrouble() {
  const { t, format } = useWords()
  const states = useLive(allNetworkStates, [])
  const { value: settings } = useAnswer('settings.get', undefined, null)
  const now = Date.now()
  return (settings?.networks ?? []).map(({ network, name }) => {
    const state = states?.[network]
    if (state === undefined || state.kind === 'ok' || now - state.at > STALE_MS) return null
    return (
      <Note key={network} tone="amber">
        {t.networks[state.kind](name, format.moment(state.since))}
      </Note>
    )
  })
}

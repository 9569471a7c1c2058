import { allNetworkStates } from '@/lib/ledger/read/changes'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { Note } from '../parts/Note'
import { troublesOf } from './troubles'

/** Networks on which something is outstanding and nothing can be known of it now: each trouble once. */
export function NetworkTrouble() {
  const { t, format } = useWords()
  const states = useLive(allNetworkStates, [])
  const { value: settings } = useAnswer('settings.get', undefined, null)
  return troublesOf(settings?.networks ?? [], states ?? {}, Date.now()).map(({ kind, names, since }) => (
    <Note key={kind} tone="amber">
      {t.networks[kind](format.names(names), format.moment(since), names.length)}
    </Note>
  ))
}

import { documentsChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../../hooks/useAnswer'
import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { usePageWords } from '../../i18n/pages'
import { Problem } from '../../parts/Problem'
import { DecisionLog } from './DecisionLog'
import { LocalNetwork } from './LocalNetwork'
import { TryQuote } from './TryQuote'

/** What developers of paid services look at; off until its owner switches it on. */
export default function Developer() {
  const { t } = usePageWords()
  useTitle(t.owner.developer.title)
  const settings = useAnswer('settings.get', undefined, useLive(documentsChanged, []))
  return (
    <div className="sections">
      <h1 className="title">{t.owner.developer.title}</h1>
      <Problem error={settings.error} />
      {settings.value?.developer === false && <p>{t.owner.developer.off}</p>}
      {settings.value?.developer === true && (
        <>
          <TryQuote />
          <LocalNetwork settings={settings.value} onChanged={settings.refresh} />
          <DecisionLog />
        </>
      )}
    </div>
  )
}

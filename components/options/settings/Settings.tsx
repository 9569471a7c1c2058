import type { WalletStatus } from '@/lib/doors/ui-protocol'
import { documentsChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../../hooks/useAnswer'
import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Problem } from '../../parts/Problem'
import { About } from './About'
import { Accounts } from './Accounts'
import { Assets } from './Assets'
import { BackupSection } from './BackupSection'
import { DataSection } from './DataSection'
import { Language } from './Language'
import { LimitsSection } from './LimitsSection'
import { LockAfter } from './LockAfter'
import { Networks } from './Networks'
import { Notices } from './Notices'
import { PasswordSection } from './PasswordSection'
import { SettingsNav } from './SettingsNav'
import { Theme } from './Theme'
import { Toggles } from './Toggles'

/** Everything the owner can set. */
export default function Settings({
  status,
  onChanged,
}: {
  readonly status: WalletStatus
  readonly onChanged: () => void
}) {
  const { t } = useWords()
  useTitle(t.settings.title)
  const {
    value: settings,
    error,
    refresh,
  } = useAnswer('settings.get', undefined, useLive(documentsChanged, []))
  return (
    <div className="settings">
      {settings !== undefined && <SettingsNav />}
      <div className="sections">
        <h1 className="title">{t.settings.title}</h1>
        <Problem error={error} />
        {settings !== undefined && (
          <>
            <LimitsSection settings={settings} onChanged={refresh} />
            <LockAfter settings={settings} onChanged={refresh} />
            <PasswordSection />
            <BackupSection status={status} onChanged={onChanged} />
            <Accounts status={status} onChanged={onChanged} />
            <Toggles settings={settings} onChanged={refresh} />
            <Notices />
            <Networks settings={settings} onChanged={refresh} />
            <Assets settings={settings} onChanged={refresh} />
            <Language settings={settings} onChanged={refresh} />
            <Theme settings={settings} onChanged={refresh} />
            <DataSection settings={settings} status={status} onChanged={refresh} onErased={onChanged} />
            <About />
          </>
        )}
      </div>
    </div>
  )
}

import { useState } from 'react'

import { readSettings } from '@/lib/ledger/read/documents'
import { ledger } from '@/lib/ledger/read/ledger'
import { readSettingsFile, type SettingsFault, settingsText } from '@/lib/ledger/read/settings-file'
import { type SettingsDiff, settingsDiff } from '@/lib/views/settings-changes'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useGuarded } from '../../hooks/useGuarded'
import { usePageWords } from '../../i18n/pages'
import { Confirm } from '../../parts/Confirm'
import { Problem } from '../../parts/Problem'
import { saveText } from '../save'
import { DataRow } from './DataRow'
import { FileButton } from './FileButton'
import { SettingsDiffs } from './SettingsDiffs'

type Found =
  | { readonly fault: SettingsFault }
  | { readonly text: string; readonly diffs: readonly SettingsDiff[] }

/** The settings as a file, out and in; what would change stands there before the password is asked for. */
export function SettingsFileRows({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = usePageWords()
  const words = t.owner.data
  const saving = useAction()
  const reading = useAction()
  const [found, setFound] = useState<Found | null>(null)
  const change = useGuarded(() => {
    setFound(null)
    onChanged()
  })
  const save = () =>
    saving.run(async () => {
      const name = words.fileName(new Date().toISOString().slice(0, 10))
      saveText(name, 'application/json', [settingsText(await readSettings(ledger))])
    })
  const read = (file: File) =>
    reading.run(async () => {
      const text = await file.text()
      const parsed = readSettingsFile(text)
      setFound(
        parsed.ok
          ? { text, diffs: settingsDiff(await readSettings(ledger), parsed.value) }
          : { fault: parsed.error },
      )
    })
  const use = (text: string) => change.apply((password) => call('settings.import', { text, ...password }))
  return (
    <>
      <DataRow
        name={words.settings}
        more={words.settingsMore}
        button={
          <button className="btn" type="button" disabled={saving.busy} onClick={save}>
            {words.save}
          </button>
        }
      >
        <Problem error={saving.error} />
      </DataRow>
      <DataRow
        name={words.take}
        more={words.takeMore}
        button={<FileButton label={words.take} disabled={reading.busy} onFile={read} />}
      >
        <Problem error={reading.error} />
        {found !== null && 'fault' in found && (
          <p className="red" role="alert">
            {words.fault[found.fault.reason]} {found.fault.field}
          </p>
        )}
        {found !== null && 'text' in found && (
          <>
            <SettingsDiffs diffs={found.diffs} />
            {found.diffs.length > 0 && !change.isPending && (
              <div className="row-end">
                <button
                  className="btn btn-pay"
                  type="button"
                  disabled={change.action.busy}
                  onClick={() => use(found.text)}
                >
                  {words.use}
                </button>
              </div>
            )}
          </>
        )}
        <Confirm change={change} label={words.password} />
      </DataRow>
    </>
  )
}

import { useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'
import type { HistoryImport, TotalsReport } from '@/lib/doors/ui-settings'
import { exportLedger, rowsToExport } from '@/lib/ledger/read/export'
import { importProgress } from '@/lib/ledger/read/import-progress'
import { ledger } from '@/lib/ledger/read/ledger'
import { LEDGER_FILE } from '@/lib/ledger/transfer-format'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useLive } from '../../hooks/useLive'
import { usePageWords } from '../../i18n/pages'
import { Problem } from '../../parts/Problem'
import { saveFile } from '../save'
import { ControlsRow } from './ControlsRow'
import { DataRow } from './DataRow'
import EraseRow from './EraseRow'
import { FileButton } from './FileButton'
import { Section, type SectionProps } from './Section'
import { SettingsFileRows } from './SettingsFileRows'

type DataProps = SectionProps & { readonly status: WalletStatus; readonly onErased: () => void }

/** The ledger and the settings as files, out and in; totals; erasing; limits that were written for another client. */
export function DataSection({ status, onErased, ...props }: DataProps) {
  const { t } = usePageWords()
  return (
    <Section id="data" title={t.data.title} lede={t.data.lede}>
      <ul className="setlist datalist">
        <ExportRow />
        <ImportRow />
        <TotalsRow />
        <SettingsFileRows onChanged={props.onChanged} />
        <ControlsRow {...props} />
        <EraseRow status={status} onChanged={onErased} />
      </ul>
    </Section>
  )
}

function ExportRow() {
  const { t, format } = usePageWords()
  const action = useAction()
  const [percent, setPercent] = useState(0)
  const save = () =>
    action.run(async () => {
      setPercent(0)
      const all = await rowsToExport(ledger)
      const parts = counted(exportLedger(ledger), (rows) =>
        setPercent(all === 0 ? 100 : Math.min(100, Math.floor((100 * rows) / all))),
      )
      await saveFile(t.data.fileName(new Date().toISOString().slice(0, 10)), 'application/json', parts)
    })
  const button = (
    <button className="btn" type="button" disabled={action.busy} onClick={save}>
      {t.data.export}
    </button>
  )
  return (
    <DataRow name={t.data.export} more={t.data.exportMore} button={button}>
      <p className="quiet" role="status">
        {action.busy ? t.owner.data.progress(format.percent(percent)) : ''}
      </p>
      <Problem error={action.error} />
    </DataRow>
  )
}

/** The same pieces, with the number of rows so far told after each. */
async function* counted(
  parts: AsyncIterable<string>,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  let rows = 0
  for await (const part of parts) {
    yield part
    rows += part.split('\n').length - 1
    onRows(rows)
  }
}

/** Puts a file where the background reads it: the extension's own files, never the ledger. */
async function hand(file: File): Promise<void> {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle(LEDGER_FILE, { create: true })
  await file.stream().pipeTo(await handle.createWritable())
}

function ImportRow() {
  const { t, format } = usePageWords()
  const action = useAction()
  const progress = useLive(importProgress, [])
  const [found, setFound] = useState<HistoryImport | null>(null)
  const [isTaken, setTaken] = useState(false)
  const read = (file: File) => {
    setTaken(false)
    setFound(null)
    action.run(async () => {
      await hand(file)
      setFound(await call('ledger.check', undefined))
    })
  }
  const take = () =>
    action.run(async () => {
      const result = await call('ledger.import', undefined)
      setFound('fault' in result ? result : null)
      setTaken(!('fault' in result))
    })
  const button = <FileButton label={t.data.import} disabled={action.busy} onFile={read} />
  return (
    <DataRow name={t.data.import} more={t.data.importMore} button={button}>
      <Problem error={action.error} />
      <p role="status" className={isTaken ? 'green' : 'quiet'}>
        {action.busy && progress != null
          ? t.owner.data.progress(format.percent(progress))
          : action.busy
            ? t.data.reading
            : isTaken
              ? t.data.taken
              : ''}
      </p>
      {found !== null && 'fault' in found && <ImportFault fault={found.fault} />}
      {found !== null && !('fault' in found) && (
        <div className="row-end">
          <div>
            <p>
              {found.receipts + found.payments === 0
                ? t.data.addsNothing
                : t.data.adds(format.number(found.payments), format.number(found.receipts))}
            </p>
            {found.mandates > 0 && <p>{t.owner.data.mandates(found.mandates)}</p>}
            {found.remembered > 0 && (
              <p className="quiet">
                {found.isNew
                  ? t.owner.data.remembered(format.number(found.remembered))
                  : t.owner.data.notRemembered}
              </p>
            )}
          </div>
          {found.receipts + found.payments > 0 && (
            <button className="btn btn-pay" type="button" disabled={action.busy} onClick={take}>
              {t.data.takeIn}
            </button>
          )}
        </div>
      )}
    </DataRow>
  )
}

function ImportFault({ fault }: { readonly fault: Extract<HistoryImport, { fault: unknown }>['fault'] }) {
  const { t, format } = usePageWords()
  const words: Readonly<Record<string, string>> = t.data.faults
  return (
    <p className="red">
      {words[fault.code] ?? t.data.faults['not-a-ledger']}{' '}
      {fault.line > 0 && t.data.atLine(format.number(fault.line))}
    </p>
  )
}

function TotalsRow() {
  const { t, format } = usePageWords()
  const action = useAction()
  const [report, setReport] = useState<TotalsReport | null>(null)
  const check = () => action.run(async () => setReport(await call('ledger.recount', undefined)))
  const button = (
    <button className="btn" type="button" disabled={action.busy} onClick={check}>
      {t.data.totals}
    </button>
  )
  return (
    <DataRow name={t.data.totals} more={t.data.totalsMore} button={button}>
      <Problem error={action.error} />
      <p role="status" className={report?.wrong.length === 0 ? 'green' : 'amber'}>
        {report === null
          ? ''
          : report.wrong.length === 0
            ? t.data.totalsRight(format.number(report.checked))
            : t.data.totalsWrong(format.number(report.wrong.length))}
      </p>
      {report !== null && report.wrong.length > 0 && (
        <ul className="quiet">
          {report.wrong.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </DataRow>
  )
}

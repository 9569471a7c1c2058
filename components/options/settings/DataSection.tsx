import { useState } from 'react'

import type { HistoryImport, TotalsReport } from '@/lib/doors/ui-settings'
import { exportLedger } from '@/lib/ledger/read/export'
import { ledger } from '@/lib/ledger/read/ledger'
import { LEDGER_FILE } from '@/lib/ledger/transfer-format'

import { call } from '../../client'
import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Problem } from '../../parts/Problem'
import { saveFile } from '../save'
import { ControlsRow } from './ControlsRow'
import { DataRow } from './DataRow'
import { Section, type SectionProps } from './Section'

/** The ledger as a file, out and in; its totals; limits that were written for another client. */
export function DataSection(props: SectionProps) {
  const { t } = useWords()
  return (
    <Section title={t.data.title} lede={t.data.lede}>
      <ul className="setlist datalist">
        <ExportRow />
        <ImportRow />
        <TotalsRow />
        <ControlsRow {...props} />
      </ul>
    </Section>
  )
}

function ExportRow() {
  const { t } = useWords()
  const action = useAction()
  const save = () =>
    action.run(() =>
      saveFile(
        t.data.fileName(new Date().toISOString().slice(0, 10)),
        'application/json',
        exportLedger(ledger),
      ),
    )
  const button = (
    <button className="btn" type="button" disabled={action.busy} onClick={save}>
      {t.data.export}
    </button>
  )
  return (
    <DataRow name={t.data.export} more={t.data.exportMore} button={button}>
      <Problem error={action.error} />
    </DataRow>
  )
}

/** Puts a file where the background reads it: the extension's own files, never the ledger. */
async function hand(file: File): Promise<void> {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle(LEDGER_FILE, { create: true })
  await file.stream().pipeTo(await handle.createWritable())
}

function ImportRow() {
  const { t, format } = useWords()
  const action = useAction()
  const [found, setFound] = useState<HistoryImport | null>(null)
  const [isTaken, setTaken] = useState(false)
  const read = (file: File | undefined) => {
    if (file === undefined) return
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
  const button = (
    <label className="btn file-button">
      {t.data.choose}
      <input
        type="file"
        accept="application/json,.json"
        disabled={action.busy}
        onChange={(event) => {
          read(event.target.files?.[0])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
  return (
    <DataRow name={t.data.import} more={t.data.importMore} button={button}>
      <Problem error={action.error} />
      <p role="status" className={isTaken ? 'green' : 'quiet'}>
        {action.busy ? t.data.reading : isTaken ? t.data.taken : ''}
      </p>
      {found !== null && 'fault' in found && <ImportFault fault={found.fault} />}
      {found !== null && !('fault' in found) && (
        <div className="row-end">
          <p>
            {found.receipts + found.payments === 0
              ? t.data.addsNothing
              : t.data.adds(format.number(found.payments), format.number(found.receipts))}
          </p>
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
  const { t, format } = useWords()
  const words: Readonly<Record<string, string>> = t.data.faults
  return (
    <p className="red">
      {words[fault.code] ?? t.data.faults['not-a-ledger']}{' '}
      {fault.line > 0 && t.data.atLine(format.number(fault.line))}
    </p>
  )
}

function TotalsRow() {
  const { t, format } = useWords()
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

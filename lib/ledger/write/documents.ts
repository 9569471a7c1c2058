import type { Ledger } from '@/lib/ledger/schema'
import { readSettings, type Settings } from '../read/documents'

/** Changes some settings in one transaction and gives the result; a function sees what stands at that moment. */
export function writeSettings(
  ledger: Ledger,
  change: Partial<Settings> | ((before: Settings) => Partial<Settings>),
): Promise<Settings> {
  return ledger.transaction('rw', ledger.documents, async () => {
    const before = await readSettings(ledger)
    const value = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    await ledger.documents.put({ name: 'settings', value })
    return value
  })
}

/** Keeps the time of a payment. Runs inside the caller's transaction. */
export async function keepTimeOf(ledger: Ledger, seconds: number): Promise<void> {
  await ledger.documents.put({ name: 'clock', value: seconds })
}

/** The document that stands while an import is under way. */
export const IMPORTING = 'importing'

/** Whether an import is under way, or was when the worker ended: its totals are not counted, and nothing is paid. */
export async function isImporting(ledger: Ledger): Promise<boolean> {
  return (await ledger.documents.get(IMPORTING)) !== undefined
}

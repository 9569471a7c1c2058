import type { HistoryImport, TotalsReport } from '@/lib/doors/ui-settings'
import { LEDGER_FILE } from '@/lib/ledger/transfer-format'
import { checkImport, type ImportCount, importLedger } from '@/lib/ledger/write/import'
import { repairTables, repairTotals } from '@/lib/ledger/write/recount'
import type { Wallet } from './wallet'

/** The lines of the file that a screen put into the extension's own files. @throws where there is none */
async function* lines(): AsyncGenerator<string> {
  const folder = await navigator.storage.getDirectory()
  const file = await (await folder.getFileHandle(LEDGER_FILE)).getFile()
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const all = (rest + value).split('\n')
    rest = all.pop() ?? ''
    yield* all
  }
  if (rest !== '') yield rest
}

/** Reads the file without taking anything in: what it would add, or why it is refused. */
export async function checkHistory(wallet: Wallet): Promise<HistoryImport> {
  const found = await checkImport(wallet.ledger, lines())
  return 'fault' in found ? { fault: found.fault } : await added(wallet, found.adds)
}

/** What a file adds, as the screen tells it. */
async function added({ ledger }: Wallet, adds: ImportCount): Promise<HistoryImport> {
  return {
    payments: adds.intents,
    receipts: adds.receipts,
    mandates: adds.mandates,
    remembered: adds.payees + adds.prices,
    isNew: (await ledger.receipts.count()) === 0 && (await ledger.authorizations.count()) === 0,
  }
}

/** Takes the file in, and removes it. Nothing is paid while that lasts. */
export async function takeHistory(wallet: Wallet): Promise<HistoryImport> {
  const taken = await importLedger(wallet.ledger, lines)
  if ('fault' in taken) return { fault: taken.fault }
  await (await navigator.storage.getDirectory()).removeEntry(LEDGER_FILE)
  return await added(wallet, taken.adds)
}

/** Counts every total again from what was signed, and says which ones were not right. */
export async function recountTotals(wallet: Wallet): Promise<TotalsReport> {
  const { ledger } = wallet
  const differences = await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))
  return { checked: await ledger.totals.count(), wrong: differences.map(({ budget }) => budget) }
}

import type { UiError } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import { readSettingsFile } from '@/lib/ledger/read/settings-file'
import { writeSettings } from '@/lib/ledger/write/documents'
import { forgetBudget, recountBudget } from '@/lib/ledger/write/recount'
import { confirmPassword } from './facts'
import type { Wallet } from './wallet'

/**
 * Takes in a file of settings, all of it or nothing. It may raise limits, so it always asks for the password
 * (I9). Limits that it brings count what was spent before.
 */
export async function importSettings(
  wallet: Wallet,
  of: { readonly text: string; readonly password?: string | undefined },
): Promise<UiError | null> {
  const read = readSettingsFile(of.text)
  if (!read.ok) return { code: 'bad-value' }
  const refused = await confirmPassword(wallet, of.password)
  if (refused !== null) return refused
  const { ledger } = wallet
  const tables = [
    ledger.documents,
    ledger.totals,
    ledger.reservations,
    ledger.authorizations,
    ledger.strangers,
  ]
  await ledger.transaction('rw', tables, async () => {
    const before = await readSettings(ledger)
    const { budgets } = await writeSettings(ledger, read.value)
    const isSame = (id: string) =>
      JSON.stringify(before.budgets.find((rule) => rule.id === id)) ===
      JSON.stringify(budgets.find((rule) => rule.id === id))
    for (const { id } of before.budgets) if (!isSame(id)) await forgetBudget(ledger, id)
    for (const rule of budgets) if (!isSame(rule.id)) await recountBudget(ledger, rule)
  })
  return null
}

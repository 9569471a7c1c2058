import { browser } from 'wxt/browser'

import type { Host } from '@/lib/doors/late-host'
import type { UiError } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import { LEDGER_FILE } from '@/lib/ledger/transfer-format'
import { dropFile, VAULT_COPY } from '@/lib/vault/copy'
import { confirmPassword } from './facts'
import type { Wallet } from './wallet'

/**
 * Erases everything: the vault with its copy, the ledger, the settings. The screen let the owner type a word
 * first; where software drives the browser the password is asked for as well. A locked wallet can be erased,
 * since whoever forgot the password begins again from the words.
 */
export async function eraseAll(
  wallet: Wallet,
  of: { readonly password?: string | undefined },
  host: Pick<Host, 'disconnect' | 'refreshBadge'>,
): Promise<UiError | null> {
  const { ledger } = wallet
  const { agentsDrive } = await readSettings(ledger)
  const refused = agentsDrive ? await confirmPassword(wallet, of.password) : null
  if (refused !== null) return refused
  await wallet.vault.lock()
  for (const { origin } of await ledger.connections.toArray()) await host.disconnect(wallet, origin)
  // Before the vault itself: a copy that is left would be put in its place.
  for (const file of [VAULT_COPY, LEDGER_FILE]) await dropFile(file)
  await ledger.transaction('rw', ledger.tables, async () => {
    for (const table of ledger.tables) await table.clear()
  })
  wallet.balances.clear()
  wallet.allowances.clear()
  await browser.storage.session.clear()
  await host.refreshBadge(ledger)
  return null
}

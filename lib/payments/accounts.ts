import type { Address } from '@/lib/core/hex'
import { LIVE_STATES } from '@/lib/core/lifecycle/transition'
import { err, ok } from '@/lib/core/result'
import type { Host } from '@/lib/doors/late-host'
import type { UiError } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { writeSettings } from '@/lib/ledger/write/documents'
import { withName, withoutAccount } from '@/lib/vault/accounts'
import { confirmPassword, nowSeconds } from './facts'
import type { Wallet } from './wallet'

type ImportFrom = { readonly name: string; readonly words?: string; readonly privateKey?: string }

/** Adds the account of a private key, or the first of other words; the words themselves are not kept. */
export async function importAccount(
  wallet: Wallet,
  { name, ...secret }: ImportFrom,
): Promise<UiError | null> {
  if (name.trim() === '') return { code: 'bad-value' }
  const added = await wallet.vault.importAccount(secret, name.trim())
  return added.ok ? null : codeOf(added.error.code)
}

/** Names an account. */
export async function renameAccount(
  wallet: Wallet,
  of: { readonly address: string; readonly name: string },
): Promise<UiError | null> {
  const name = of.name.trim()
  if (name === '') return { code: 'bad-value' }
  const named = await wallet.vault.edit(async (now) => {
    const next = withName(now, of.address as Address, name)
    return next.ok ? next : err({ code: next.error })
  })
  return named.ok ? null : codeOf(named.error.code)
}

/**
 * Removes an account: its key is gone from this computer. Asks for the password. The account in use stays, and
 * so does one that something live is signed by (`held`). Its mandates are revoked and its connections end.
 */
export async function removeAccount(
  wallet: Wallet,
  of: { readonly address: string; readonly password?: string | undefined },
  host: Pick<Host, 'disconnect'>,
): Promise<UiError | null> {
  const { ledger, vault } = wallet
  const settings = await readSettings(ledger)
  const accounts = await vault.accounts()
  const account = accounts.find((a) => a.address === of.address)
  if (account === undefined || (settings.account ?? accounts[0]?.address) === account.address)
    return { code: 'bad-value' }
  const refused = await confirmPassword(wallet, of.password)
  if (refused !== null) return refused
  const mine = [account.address, account.solana]
  const live = await ledger.authorizations
    .where('[state+proved]')
    .anyOf(LIVE_STATES.map((state) => [state, 0]))
    .filter((row) => mine.some((address) => address === row.from))
    .count()
  if (live > 0) return { code: 'held' }
  const changedAt = await ledgerTime(ledger, nowSeconds())
  await ledger.mandates
    .filter((m) => m.account === account.address && m.state !== 'revoked')
    .modify({ state: 'revoked', changedAt })
  for (const { origin, account: seen } of await ledger.connections.toArray())
    if (seen === account.address) await host.disconnect(wallet, origin)
  if (settings.spendingAccount === account.address) await writeSettings(ledger, { spendingAccount: null })
  const removed = await vault.edit(async (now) => {
    const next = withoutAccount(now, account.address)
    return next.ok ? ok(next.value) : err({ code: next.error })
  })
  return removed.ok ? null : codeOf(removed.error.code)
}

const codeOf = (code: string): UiError =>
  code === 'locked' || code === 'exists' || code === 'bad-words' || code === 'bad-key'
    ? { code }
    : { code: 'bad-value' }

import type { UiError } from '@/lib/doors/ui-protocol'
import type { Settings } from '@/lib/ledger/read/documents'
import type { IntentRow } from '@/lib/ledger/schema'
import type { WalletFacts } from '@/lib/ledger/write/snapshot'
import type { PasswordError } from '@/lib/vault/vault'
import type { Wallet } from './wallet'

/** Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

const BALANCE_FRESH_MS = 30_000

/** An older balance says nothing: the account may have been topped up since. */
const isFresh = ({ readAt }: { readonly readAt: number }): boolean => Date.now() - readAt < BALANCE_FRESH_MS

/**
 * What admission must know of the wallet now. A balance that was never read is unknown, and holds nothing.
 *
 * @param of what is to be paid: a page's own typed data or transaction names the account, which the site is
 * connected to; everything else is paid from the wallet's own
 */
export async function walletFacts(
  wallet: Wallet,
  settings: Settings,
  of?: Pick<IntentRow, 'kind' | 'action'>,
): Promise<WalletFacts> {
  const [accounts, unlockedAt] = await Promise.all([wallet.vault.accounts(), wallet.vault.unlockedAt()])
  const named = of?.kind === 'signature' || of?.kind === 'transaction' ? of.action?.account : undefined
  const account = accounts.find((a) => a.address === (named ?? settings.account)) ?? accounts[0]
  return {
    locked: unlockedAt === null,
    unlockedAt,
    account: account?.address ?? '',
    solana: Object.fromEntries(
      accounts.flatMap((a) => (a.solana === undefined ? [] : [[a.address, a.solana]])),
    ),
    own: accounts.flatMap((a) => [a.address, ...(a.solana === undefined ? [] : [a.solana])]),
    balances: [...wallet.balances.values()].filter(isFresh),
    allowances: [...wallet.allowances.values()].filter(isFresh),
  }
}

/** Asks for the password where what follows loosens something; null where it was given. */
export async function confirmPassword(wallet: Wallet, password: string | undefined): Promise<UiError | null> {
  if ((await wallet.vault.status()) !== 'unlocked') return { code: 'locked' }
  if (password === undefined) return { code: 'password-needed' }
  const verified = await wallet.vault.verifyPassword(password)
  return verified.ok ? null : passwordError(verified.error)
}

/** A password error in the words of the screens' protocol. */
export function passwordError(error: PasswordError): UiError {
  if (error.code === 'too-many-attempts')
    return { code: 'too-many-attempts', retryAfterMs: error.retryAfterMs }
  return { code: error.code === 'wrong-password' ? 'wrong-password' : 'failed' }
}

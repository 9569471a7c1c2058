import type { UiError } from '@/lib/doors/ui-protocol'
import type { Settings } from '@/lib/ledger/read/documents'
import type { WalletFacts } from '@/lib/ledger/write/snapshot'
import type { PasswordError } from '@/lib/vault/vault'
import type { Wallet } from './wallet'

/** Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

const BALANCE_FRESH_MS = 30_000

/** An older balance says nothing: the account may have been topped up since. */
const isFresh = ({ readAt }: { readonly readAt: number }): boolean => Date.now() - readAt < BALANCE_FRESH_MS

/** What admission must know of the wallet now. A balance that was never read is unknown, and holds nothing. */
export async function walletFacts(wallet: Wallet, settings: Settings): Promise<WalletFacts> {
  const [accounts, unlockedAt] = await Promise.all([wallet.vault.accounts(), wallet.vault.unlockedAt()])
  const account = accounts.find((a) => a.address === settings.account) ?? accounts[0]
  return {
    locked: unlockedAt === null,
    unlockedAt,
    account: account?.address ?? '',
    own: accounts.map((a) => a.address),
    balances: [...wallet.balances.values()].filter(isFresh),
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

import { addressOfSecret, solanaSecret } from '@/lib/schemes/svm/slip10'
import type { PublicAccount } from '@/lib/vault/blob'

/**
 * Gives every account of the words that lacks it its Solana address.
 *
 * @param seed BIP-39's, not kept
 */
export function withSolana(accounts: readonly PublicAccount[], seed: Uint8Array): readonly PublicAccount[] {
  return accounts.map((account) => {
    if (account.kind !== 'derived' || account.solana !== undefined) return account
    const secret = solanaSecret(seed, account.index)
    const solana = addressOfSecret(secret)
    secret.fill(0)
    return { ...account, solana }
  })
}

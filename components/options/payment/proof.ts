import type { AuthorizationRow } from '@/lib/ledger/schema'

/** What can be said of a payment's proof and of the transaction that the site named. */
export type ProofWord =
  | 'proved'
  | 'provedUnnamed'
  | 'provedOther'
  | 'claimed'
  | 'contradicted'
  | 'unpaid'
  | 'released'
  | 'releasedOther'
  | 'open'

/** The one word for what the chain proves, beside what the site claims. */
export function proofWord({
  state,
  proved,
  claim,
  unpaid,
}: Pick<AuthorizationRow, 'state' | 'proved' | 'claim' | 'unpaid'>): ProofWord {
  if (proved === 1 && state === 'settled')
    return claim === 'contradicted' ? 'provedOther' : claim === 'none' ? 'provedUnnamed' : 'proved'
  if (state === 'released') return claim === 'contradicted' ? 'releasedOther' : 'released'
  // What the chain shows of the signature itself comes before what was said of a transaction.
  if (unpaid === 1) return 'unpaid'
  if (claim === 'contradicted') return 'contradicted'
  return claim === 'none' ? 'open' : 'claimed'
}

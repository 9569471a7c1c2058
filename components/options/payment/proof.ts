import type { AuthorizationRow } from '@/lib/ledger/schema'

/** What can be said of a payment's proof and of the transaction that the site named. */
export type ProofWord =
  | 'proved'
  | 'provedUnnamed'
  | 'provedOther'
  | 'claimed'
  | 'contradicted'
  | 'released'
  | 'releasedOther'
  | 'open'

/** The one word for what the chain proves, beside what the site claims. */
export function proofWord({
  state,
  proved,
  claim,
}: Pick<AuthorizationRow, 'state' | 'proved' | 'claim'>): ProofWord {
  if (proved === 1 && state === 'settled')
    return claim === 'contradicted' ? 'provedOther' : claim === 'none' ? 'provedUnnamed' : 'proved'
  if (state === 'released') return claim === 'contradicted' ? 'releasedOther' : 'released'
  if (claim === 'contradicted') return 'contradicted'
  return claim === 'none' ? 'open' : 'claimed'
}

import { sameAddress } from '../caip/address'
import type { AuthorizationState } from './transition'

/** What became of the transaction that a server named: see `ClaimState` of the ledger. */
type Claim = 'none' | 'unchecked' | 'proved' | 'contradicted'

/** A payment, as far as its proof speaks of the transaction that the server named. */
export type Claimed = {
  /** CAIP-2 */
  readonly network: string
  readonly state: AuthorizationState
  readonly proved: 0 | 1
  /** the transaction of the proof, where there is one */
  readonly transaction: string | null
  readonly claimedTransaction: string | null
  readonly claim: Claim
}

/**
 * What is known of a server's claim by what became of the payment itself.
 *
 * Before proof a claim is a claim, unless it was contradicted already. Text that can be no transaction of the
 * network is contradicted at once. A payment that is proved has one transaction; one that is proved dead has
 * none, whatever the server named (atk-069).
 */
export function claimOf(row: Claimed): Claim {
  const { network, claimedTransaction, proved, state, transaction, claim } = row
  if (claimedTransaction === null) return 'none'
  if (!isTransaction(network, claimedTransaction)) return 'contradicted'
  if (proved === 0) return claim === 'contradicted' ? claim : 'unchecked'
  const isThis = transaction !== null && sameAddress(network, transaction, claimedTransaction)
  return state === 'settled' && isThis ? 'proved' : 'contradicted'
}

/** Whether a text has the form of a transaction's name on a network: a hash of 32 bytes on EVM, a signature on Solana. */
export function isTransaction(network: string, text: string): boolean {
  return network.startsWith('eip155:')
    ? /^0x[0-9a-fA-F]{64}$/.test(text)
    : /^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(text)
}

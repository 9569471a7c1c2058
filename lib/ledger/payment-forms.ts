/**
 * How the asset moves, and so what is signed and what proves it: an EIP-3009 authorization, a Permit2 witness
 * transfer, a Solana transaction, a transaction that the wallet sends itself, or typed data of a page's own.
 */
export type TransferMethod = 'eip3009' | 'permit2' | 'svm' | 'transaction' | 'page'

/**
 * What became of the transaction that a server named: `none` was named, it is not checked yet, the chain shows
 * that it moved this payment, or the chain shows that it did not.
 */
export type ClaimState = 'none' | 'unchecked' | 'proved' | 'contradicted'

/** A signed statement of a server (x402 extension offer-receipt), and what checking it gave. */
export type Attestation = {
  readonly of: 'offer' | 'receipt'
  readonly format: 'jws' | 'eip712'
  /** who signed: an address, or a key's name; null where none could be read */
  readonly signer: string | null
  readonly verdict: 'valid' | 'invalid' | 'unknown-key' | 'unreadable'
  /** what it was held against and where it differs; empty where all is equal */
  readonly notes: readonly string[]
  /** as it came */
  readonly raw: string
}

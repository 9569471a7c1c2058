import { isAddress } from '../caip/address'
import type { Offer } from './read'

/** What an offer on Solana says beside the terms that every offer has. */
export type SvmOffer = {
  /** who pays the network's fee and sends the transaction */
  readonly feePayer: string
  /** the text that the seller wants in it; null where it wants none, and the wallet writes its own */
  readonly memo: string | null
}

/** Longest memo, bytes (x402 exact, SVM). */
const MAX_MEMO_BYTES = 256
/** A person may read it, and nothing in it can change how the rest of a screen reads. */
const PRINTABLE = /^[\x20-\x7e]+$/

/**
 * Reads what a Solana offer's `extra` says (x402 exact, SVM).
 *
 * Its `recentBlockhash` and `lastValidBlockHeight` are not read: until which block a payment can land is what
 * proves it dead, and is asked of the owner's own node. An empty memo is none, as for the published clients.
 *
 * @returns the name of the field that makes the offer one that cannot be signed
 */
export function readSvmOffer({ network, extra }: Offer): SvmOffer | 'feePayer' | 'memo' {
  const { feePayer, memo } = extra
  if (typeof feePayer !== 'string' || !isAddress(network, feePayer)) return 'feePayer'
  if (memo === undefined || memo === null || memo === '') return { feePayer, memo: null }
  if (typeof memo !== 'string' || memo.length > MAX_MEMO_BYTES || !PRINTABLE.test(memo)) return 'memo'
  return { feePayer, memo }
}

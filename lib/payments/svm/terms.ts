import { purchaseNonce } from '@/lib/core/admission/nonce'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { type ComputeBudget, type SvmTerms, USUAL_BUDGET } from '@/lib/schemes/svm/exact'
import { programOf } from '@/lib/schemes/svm/programs'

/** What a reservation says of a Solana payment: all that is signed, and nothing of an offer. */
export type ReservedSvm = Pick<
  AuthorizationRow,
  | 'network'
  | 'asset'
  | 'decimals'
  | 'from'
  | 'payTo'
  | 'amount'
  | 'nonce'
  | 'nonceSalt'
  | 'envelopeDigest'
  | 'facilitator'
  | 'blockhash'
>

/** The memo that the wallet writes where the seller wants none: half of the purchase's nonce, 16 bytes as hex. */
export const memoOf = (envelopeDigest: string, salt: string): string =>
  purchaseNonce(envelopeDigest, salt).slice(2, 34)

/** 45 prices for 2,000 bounds: every pair costs the fee payer the one lamport that the usual budget costs. */
const PRICES = 45
const UNITS = 2_000

/**
 * What keeps two payments apart. The wallet's own memo is never there twice. A seller's may be: two payments
 * of one price in one block would be the same bytes, which the network takes once, so the budget differs then.
 */
function budgetOf({ nonce, nonceSalt, envelopeDigest }: ReservedSvm): ComputeBudget {
  if (nonceSalt === null || nonce === memoOf(envelopeDigest, nonceSalt)) return USUAL_BUDGET
  const random = Number.parseInt(nonceSalt.slice(2, 10), 16)
  const { units, microLamports } = USUAL_BUDGET
  return {
    units: units + (random % UNITS),
    microLamports: microLamports + (Math.floor(random / UNITS) % PRICES),
  }
}

/** What a reserved Solana payment signs; null for a row that lacks a part of it. */
export function svmTermsOf(row: ReservedSvm): SvmTerms | null {
  const { network, asset, decimals, from, payTo, amount, nonce, facilitator, blockhash } = row
  if (facilitator === undefined || blockhash === undefined || !/^\d{1,20}$/.test(amount)) return null
  return {
    network,
    mint: asset,
    program: programOf(asset),
    decimals,
    from,
    payTo,
    amount: BigInt(amount),
    feePayer: facilitator,
    memo: nonce,
    blockhash,
    budget: budgetOf(row),
  }
}

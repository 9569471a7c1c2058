import { err, ok, type Result } from '@/lib/core/result'

import { checkSame } from './build'
import { digestOf, type TypedData } from './eip712'
import { moneyOf } from './money'
import type { Movement } from './movement'
import { keccak256 } from './secp256k1'
import { type SignError, type SignedDigest, signFor, signText } from './sign'
import { serializeTransaction, type Transaction } from './transaction'

type Hex = `0x${string}`

/**
 * Signs a movement of money that a page gave as typed data.
 *
 * What is signed is built from the decoded fields; where its digest is not that of the page's typed
 * data, something in there went unread, and nothing is signed (I4). The caller has written the
 * reservation durably before (I2).
 *
 * @param account who the page was told it is, and who pays
 * @param privateKey 32 bytes in hex, used and not kept
 */
export async function signMovement(
  page: TypedData,
  movement: Movement,
  account: Hex,
  privateKey: Hex,
): Promise<Result<SignedDigest, SignError>> {
  const { from } = movement
  if (from !== null && from.toLowerCase() !== account.toLowerCase())
    return err({ code: 'field-differs', detail: `from: ${from}` })
  const same = checkSame(page, movement)
  if (!same.ok) return err({ code: 'field-differs', detail: `${same.error.field}: ${same.error.detail}` })
  return signText(digestOf(same.value), account, privateKey)
}

/**
 * Signs typed data that a person approved as it stands, and that moves no money: any that does, or may,
 * is `moves-money` here and goes by {@link signMovement} or not at all.
 */
export async function signTypedData(
  typed: TypedData,
  account: Hex,
  privateKey: Hex,
): Promise<Result<SignedDigest, SignError>> {
  // The clock only tells how long an allowance lasts, never whether there is one.
  if (moneyOf(typed, 0) !== null) return err({ code: 'moves-money', detail: typed.primaryType })
  return signText(digestOf(typed), account, privateKey)
}

/**
 * Signs a transaction (EIP-1559).
 *
 * @returns the bytes to send, and the hash that the chain will know it by
 */
export async function signTransaction(
  transaction: Transaction,
  account: Hex,
  privateKey: Hex,
): Promise<Result<{ readonly raw: Hex; readonly hash: Hex }, SignError>> {
  const digest = keccak256(serializeTransaction(transaction))
  const signed = signFor(digest, account, privateKey)
  if (!signed.ok) return signed
  const raw = serializeTransaction(transaction, signed.value)
  return ok({ raw, hash: keccak256(raw) })
}

import { secp256k1 } from '@noble/curves/secp256k1'

import { offerDifferences, type PaidFacts, receiptDifferences } from '@/lib/core/attest/compare'
import {
  type OfferStatement,
  type ReceiptStatement,
  readOfferStatement,
  readReceiptStatement,
  type SignedStatement,
  signedOffersIn,
  signedReceiptIn,
} from '@/lib/core/attest/statement'
import { sameAddress } from '@/lib/core/caip/address'
import { digestOf, type TypedData } from '../evm/eip712'
import { getAddress, keccak256, recoverAddress } from '../evm/secp256k1'
import { checkJws, readJws } from './jws'
import { fromBase58, type PublicKey } from './key'

type Hex = `0x${string}`

/** A server's signed word and what checking it gave; the ledger keeps it in this form. */
export type CheckedStatement = {
  readonly of: 'offer' | 'receipt'
  readonly format: 'jws' | 'eip712'
  readonly signer: string | null
  readonly verdict: 'valid' | 'invalid' | 'unknown-key' | 'unreadable'
  readonly notes: readonly string[]
  readonly raw: string
}

/** The structs that servers sign (extension offer-receipt, 4.3 and 5.3), under chain 1 whatever the network. */
const TYPES = {
  Offer: [
    { name: 'version', type: 'uint256' },
    { name: 'resourceUrl', type: 'string' },
    { name: 'scheme', type: 'string' },
    { name: 'network', type: 'string' },
    { name: 'asset', type: 'string' },
    { name: 'payTo', type: 'string' },
    { name: 'amount', type: 'string' },
    { name: 'validUntil', type: 'uint256' },
  ],
  Receipt: [
    { name: 'version', type: 'uint256' },
    { name: 'network', type: 'string' },
    { name: 'resourceUrl', type: 'string' },
    { name: 'payer', type: 'string' },
    { name: 'issuedAt', type: 'uint256' },
    { name: 'transaction', type: 'string' },
  ],
} as const

/**
 * Checks what a server signed about one payment: the offer that was paid, and the receipt.
 *
 * Of the offers, the one that says what was paid counts, whatever place it claims (`acceptIndex` is not
 * signed); where none does, the nearest is kept with what differs.
 *
 * @param quote the PaymentRequired object as parsed, null where it is not kept
 * @param settlement the SettlementResponse object as parsed, null where none came
 */
export function checkStatements(
  quote: unknown,
  settlement: unknown,
  paid: PaidFacts,
): readonly CheckedStatement[] {
  const offers = signedOffersIn(quote).map((each) => checkStatement(each, paid))
  const receipt = signedReceiptIn(settlement)
  const best = offers.reduce<CheckedStatement | null>(
    (before, each) => (before === null || worth(each) > worth(before) ? each : before),
    null,
  )
  return [...(best === null ? [] : [best]), ...(receipt === null ? [] : [checkStatement(receipt, paid)])]
}

/** A readable statement before an unreadable one, then the one with fewer differences, then by its verdict. */
const worth = ({ verdict, notes }: CheckedStatement): number =>
  (verdict === 'unreadable' ? 0 : 1_000) - notes.length * 10 + (verdict === 'valid' ? 1 : 0)

/**
 * Checks one signed statement: the signature, whether the signer is the payee, and field by field whether it
 * speaks of this payment. `valid` says that the payee signed it; what it speaks of is in `notes`.
 *
 * A good signature of a key that nobody vouches for is `unknown-key`. EIP-712 names no signer, so a changed
 * field and a stranger's signature look the same there: a signer that is not the payee.
 */
export function checkStatement(statement: SignedStatement, paid: PaidFacts): CheckedStatement {
  const { of, raw, signed } = statement
  const checked = (
    format: CheckedStatement['format'],
    signer: string | null,
    verdict: CheckedStatement['verdict'],
    notes: readonly string[] = [],
  ): CheckedStatement => ({ of, format, signer, verdict, notes, raw })
  if (signed.format === 'unreadable') return checked('jws', null, 'unreadable')
  if (signed.format === 'eip712') {
    const said = readSaid(of, signed.payload)
    if (said === null) return checked('eip712', null, 'unreadable')
    const signer = signerOf(said, signed.signature)
    if (signer === null) return checked('eip712', null, 'invalid', said.differences(paid))
    const isPayee = sameAddress(paid.network, signer, paid.payTo)
    return checked('eip712', signer, isPayee ? 'valid' : 'unknown-key', said.differences(paid))
  }
  const jws = readJws(signed.jws)
  const said = jws === null ? null : readSaid(of, jws.payload)
  if (jws === null || said === null) return checked('jws', null, 'unreadable')
  const kid = typeof jws.header.kid === 'string' ? jws.header.kid.slice(0, 512).toWellFormed() : null
  const check = checkJws(jws)
  const notes = said.differences(paid)
  if (check.verdict !== 'good')
    return checked('jws', kid, check.verdict === 'bad' ? 'invalid' : 'unknown-key', notes)
  const address = payeeOf(check.key, paid)
  return address === null
    ? checked('jws', kid, 'unknown-key', notes)
    : checked('jws', address, 'valid', notes)
}

type Said = {
  readonly name: 'Offer' | 'Receipt'
  readonly fields: OfferStatement | ReceiptStatement
  readonly differences: (paid: PaidFacts) => readonly string[]
}

function readSaid(of: SignedStatement['of'], payload: unknown): Said | null {
  if (of === 'offer') {
    const fields = readOfferStatement(payload)
    return fields && { name: 'Offer', fields, differences: (paid) => offerDifferences(fields, paid) }
  }
  const fields = readReceiptStatement(payload)
  return fields && { name: 'Receipt', fields, differences: (paid) => receiptDifferences(fields, paid) }
}

/** Who signed a statement by EIP-712; null where the signature is nobody's. */
function signerOf({ name, fields }: Said, signature: string): Hex | null {
  const parts = /^0x([0-9a-fA-F]{64})([0-9a-fA-F]{64})(1b|1c|00|01)$/i.exec(signature)
  if (parts === null) return null
  const [, r = '', s = '', v = ''] = parts
  const message = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'number' ? BigInt(value) : value]),
  )
  const typed: TypedData = {
    domain: { name: `x402 ${name.toLowerCase()}`, version: '1', chainId: 1n },
    types: { [name]: TYPES[name] },
    primaryType: name,
    message,
  }
  try {
    const yParity = Number.parseInt(v, 16) % 27 === 1 ? 1 : 0
    return recoverAddress(digestOf(typed), { r: `0x${r}`, s: `0x${s}`, yParity })
  } catch {
    return null
  }
}

/** The payee's address where this key is the payee's: an account's own on EVM, the address itself on Solana. */
function payeeOf({ alg, bytes }: PublicKey, { network, payTo }: PaidFacts): string | null {
  if (alg === 'EdDSA') {
    const payee = network.startsWith('solana:') ? fromBase58(payTo) : null
    return payee !== null && payee.length === bytes.length && payee.every((byte, i) => byte === bytes[i])
      ? payTo
      : null
  }
  if (alg !== 'ES256K' || !network.startsWith('eip155:')) return null
  const point = secp256k1.ProjectivePoint.fromHex(bytes).toRawBytes(false)
  const address = getAddress(`0x${keccak256(point.subarray(1)).slice(26)}`)
  return sameAddress(network, address, payTo) ? address : null
}

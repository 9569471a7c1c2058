import { sameAddress } from '@/lib/core/caip/address'
import { sha256Hex } from '@/lib/core/json/digest'
import { digestOf, type TypedData } from '@/lib/schemes/evm/eip712'
import { moneyOf } from '@/lib/schemes/evm/money'
import { keccak256, recoverAddress } from '@/lib/schemes/evm/secp256k1'
import { readTypedData } from '@/lib/schemes/evm/typed-data'
import type { Facts } from './facts'
import type { ReceiptFile } from './format'
import { type Check, check, open } from './line'
import { signatureIn } from './make'

type Hex = `0x${string}`

/** Checks what was signed, who signed it, and the payload that carried it. */
export function checkSigned(file: ReceiptFile, facts: Facts): readonly Check[] {
  return [...checkTypedData(file, facts), ...checkPayload(file, facts)]
}

const NOT_YET = 'not in the file: the chain has not said yet what became of it, and until then it is money'

function checkTypedData({ typedData, signature }: ReceiptFile, facts: Facts): readonly Check[] {
  const { typedDataDigest, proved } = facts
  if (typedDataDigest === null || facts.transferMethod === 'svm')
    return [
      open(
        'signed data',
        `is no typed data (${facts.transferMethod ?? facts.scheme}), and is not checked here`,
      ),
    ]
  if (typedData === null) return [check('signed data', false, 'is missing, and the receipt names its digest')]
  const read = readTypedData(typedData)
  if (!read.ok) return [check('signed data', false, `${read.error.field} ${read.error.detail}`)]
  const digest = digestOf(read.value)
  const differing = differenceOf(read.value, facts)
  return [
    check(
      'signed data: digest',
      digest === typedDataDigest,
      `is ${digest}, the receipt says ${typedDataDigest}`,
      digest,
    ),
    check('signed data: this payment', differing === null, `its ${differing} is another`),
    signature === null
      ? proved
        ? check('signature', false, 'is missing, and the payment is over')
        : open('signature', NOT_YET)
      : checkSignature(digest, signature, facts),
  ]
}

/** The field in which what was signed is not what the receipt says was paid; null for none. */
function differenceOf(typed: TypedData, facts: Facts): string | null {
  const money = moneyOf(typed, 0)
  if (money === null || !('amount' in money)) return 'form'
  const same = (a: string, b: string) => sameAddress(facts.network, a, b)
  const holds: Readonly<Record<string, boolean>> = {
    network: money.network === facts.network,
    asset: same(money.asset, facts.asset),
    payer: money.from === null || same(money.from, facts.from),
    payee: same(money.payTo, facts.payTo),
    amount: money.amount.toString() === facts.amount,
    start: money.validAfter === BigInt(facts.validAfter),
    end: money.validBefore === BigInt(facts.validBefore),
    nonce:
      /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(facts.nonce) && BigInt(money.nonce) === BigInt(facts.nonce),
  }
  return Object.keys(holds).find((name) => holds[name] === false) ?? null
}

function checkSignature(digest: Hex, signature: string, { network, from }: Facts): Check {
  const parts = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature)
  if (parts === null) return check('signature', false, 'is none of 65 bytes')
  const [, r = '', s = '', v = ''] = parts
  try {
    const signer = recoverAddress(digest, { r: `0x${r}`, s: `0x${s}`, yParity: v === '1c' ? 1 : 0 })
    return check('signature: by the payer', sameAddress(network, signer, from), `is by ${signer}`, signer)
  } catch {
    return check('signature', false, 'is nobody’s')
  }
}

function checkPayload({ payload, signature }: ReceiptFile, facts: Facts): readonly Check[] {
  const { payloadDigest, proved } = facts
  if (payload === null) {
    if (payloadDigest === null) return [open('payload', 'none was made')]
    return [
      proved ? check('payload', false, 'is missing, and the payment is over') : open('payload', NOT_YET),
    ]
  }
  const digest = sha256Hex(payload.value)
  const own = check(
    'payload: digest',
    digest === payloadDigest,
    `is ${digest}, the receipt says ${payloadDigest}`,
    digest,
  )
  if (payload.name === 'transaction') {
    const isHex = /^0x([0-9a-f]{2})+$/.test(payload.value)
    const hash = isHex ? keccak256(payload.value as Hex) : null
    return [
      own,
      check(
        'payload: the transaction',
        hash === facts.transaction,
        `is ${hash}, the receipt says ${facts.transaction}`,
      ),
    ]
  }
  if (facts.transferMethod === 'svm') return [own]
  const carried = signatureIn({ header: payload })
  return [own, check('payload: carries the signature', carried === signature, 'carries another signature')]
}

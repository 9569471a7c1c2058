import { isRecord } from '@/lib/core/json/parse'
import { late } from '@/lib/late/load'
import { nowSeconds } from '@/lib/payments/facts'
import type { Wallet } from '@/lib/payments/wallet'
import { digestOf } from '@/lib/schemes/evm/eip712'
import type { SingleMovement } from '@/lib/schemes/evm/movement'
import { BAD_PARAMS, type Caller, REJECTED, Refusal, UNAUTHORIZED } from '../caller'
import { connectedAs } from './connection'
import { signPlainData } from './message'
import { isForSame, type Terms } from './same'
import { openOwn, wishOf } from './wish'

/** EIP-1474: the wallet itself refuses; no person was asked. */
export const REFUSED = -32003
/** What a page signs for is good for so long at most: nobody can make it shorter afterwards. */
const LONGEST_SECONDS = 3_600
/** A refusal of the page's own request is one of its signature for the same, too, for so long. */
const NO_MEANS_NO_MS = 5 * 60_000

/**
 * `eth_signTypedData_v4` (EIP-712). What moves money goes through admission like any payment; what may move
 * money and cannot be read, and what grants an open allowance, is refused; everything else is shown whole.
 */
export async function signTypedDataV4(
  wallet: Wallet,
  caller: Caller,
  params: unknown,
): Promise<{ readonly waits: string } | string> {
  const [address, given] = Array.isArray(params) ? (params as unknown[]) : []
  const { account } = await connectedAs(wallet, caller, address)
  const data = typeof given === 'string' ? given : isRecord(given) ? JSON.stringify(given) : ''
  const { moneyOf, readTypedData } = await late()
  const read = readTypedData(data)
  if (!read.ok) throw new Refusal(BAD_PARAMS, `${read.error.field}: ${read.error.detail}`)
  const now = nowSeconds()
  const money = moneyOf(read.value, now)
  if (money === null || money.kind === 'cancel-authorization') {
    if (money !== null && money.from.toLowerCase() !== account.toLowerCase())
      throw new Refusal(UNAUTHORIZED, 'that authorization is of another account')
    return await signPlainData(wallet, caller, account, data)
  }
  if (money.kind === 'unreadable-money')
    throw new Refusal(REFUSED, 'this may move money in a way that the wallet cannot read')
  if (!('amount' in money)) throw new Refusal(REFUSED, 'the wallet signs for one token at a time')
  if (money.open !== null) throw new Refusal(REFUSED, 'this would grant an open allowance')
  const { from } = money
  if (from !== null && from.toLowerCase() !== account.toLowerCase())
    throw new Refusal(UNAUTHORIZED, 'the money is of another account')
  const left = Number(money.validBefore) - now
  if (left < 1 || left > LONGEST_SECONDS)
    throw new Refusal(REFUSED, `a signature is good for an hour at most, and this one for ${left} seconds`)
  const { nonce } = money
  const before = await wallet.ledger.authorizations.where('nonce').equals(nonce).toArray()
  const digest = digestOf(read.value)
  const same = before.find((a) => a.asker === caller.origin && a.typedDataDigest === digest)
  // The same text has the same signature, which this origin holds already.
  if (same?.header?.name === 'signature') return same.header.value
  const wish = wishOf(caller, {
    kind: 'signature',
    action: { kind: 'typed-data', form: money.kind, account, data },
    method: 'SIGN',
    // A mandate pays; allowances, and transfers that somebody else must hand in, are for a person.
    certain: money.kind === 'transfer-with-authorization',
  })
  await refuseDeclined(wallet, caller, money)
  return { waits: (await openOwn(wallet, wish, offerOf(money, left))).id }
}

/** The payment in the words of x402, so that one admission decides about it and every other. */
function offerOf(money: SingleMovement, left: number): Readonly<Record<string, unknown>> {
  const { network, asset, amount, payTo, tokenName, tokenVersion, kind } = money
  const isPermit2 = kind.startsWith('permit2')
  const extra = isPermit2
    ? { assetTransferMethod: 'permit2' }
    : { assetTransferMethod: 'eip3009', name: tokenName ?? '', version: tokenVersion ?? '' }
  return { network, asset, amount: amount.toString(), payTo, maxTimeoutSeconds: left, extra }
}

/**
 * A person who declined the page's own request for the same sum to the same payee declined this: a client
 * that gets its 402 asks for the signature at once.
 */
async function refuseDeclined(wallet: Wallet, { documentId }: Caller, money: SingleMovement): Promise<void> {
  const { network, asset, payTo, amount } = money
  const terms: Terms = { network, asset, payTo, amount: amount.toString() }
  const since = Date.now() - NO_MEANS_NO_MS
  const { intents } = wallet.ledger
  const declined = await intents
    .where('documentId')
    .equals(documentId)
    .filter((i) => (i.kind === 'fetch' || i.kind === 'xhr') && i.state === 'declined' && i.createdAt > since)
    .toArray()
  for (const intent of declined)
    if (await isForSame(wallet, intent, terms)) throw new Refusal(REJECTED, 'declined')
}

import type { Envelope } from '@/lib/core/admission/envelope'
import { sameAddress } from '@/lib/core/caip/address'
import type { Action, AuthorizationRow } from '@/lib/ledger/schema'
import type { TypedData } from '@/lib/schemes/evm/eip712'
import { moneyOf } from '@/lib/schemes/evm/money'
import type { SingleMovement } from '@/lib/schemes/evm/movement'
import { signMovement } from '@/lib/schemes/evm/sign-page'
import { readTypedData } from '@/lib/schemes/evm/typed-data'

type Hex = `0x${string}`

/** A facilitator wants this much life left in an authorization when it verifies (x402 exact, EVM). */
const SETTLEMENT_MARGIN_SECONDS = 6

/** A page's typed data that moves one amount of one token. */
export type PageMovement = { readonly typed: TypedData; readonly movement: SingleMovement }

/**
 * Reads a page's typed data as the payment that it is.
 *
 * @param now Unix seconds
 * @returns null where it is no payment of one amount, or grants an open allowance
 */
export function movementOf(action: Action | null, now: number): PageMovement | null {
  if (action?.kind !== 'typed-data' || action.data === undefined) return null
  const typed = readTypedData(action.data)
  if (!typed.ok) return null
  const movement = moneyOf(typed.value, now)
  return movement !== null && 'amount' in movement && movement.open === null
    ? { typed: typed.value, movement }
    : null
}

/** What a row calls the form of a movement. What the chain proves of EIP-3009 holds for `exact` alone. */
export const schemeOf = (movement: SingleMovement): string => (isExact(movement) ? 'exact' : movement.kind)

const isExact = ({ kind }: SingleMovement): boolean =>
  kind === 'transfer-with-authorization' || kind === 'receive-with-authorization'

/**
 * The part of an authorization that a page's typed data fixes. Nothing of it is the wallet's to choose:
 * where it is not what was decided on, there is nothing to sign.
 *
 * @param windowSeconds how long admission lets a signature live
 * @param now Unix seconds
 */
export function fixedBy(
  action: Action | null,
  { payer, terms }: Pick<Envelope, 'payer' | 'terms'>,
  windowSeconds: number,
  now: number,
): Pick<
  AuthorizationRow,
  'scheme' | 'transferMethod' | 'name' | 'tokenVersion' | 'nonce' | 'nonceSalt' | 'validAfter' | 'validBefore'
> | null {
  const read = movementOf(action, now)
  if (read === null) return null
  const { movement } = read
  const { from, asset, payTo, amount, network, nonce } = movement
  const same = (one: string, other: string) => sameAddress(network, one, other)
  const validAfter = Number(movement.validAfter)
  const validBefore = Number(movement.validBefore)
  const left = validBefore - now
  const isDecided =
    network === terms.network &&
    amount.toString() === terms.amount &&
    same(asset, terms.asset) &&
    same(payTo, terms.payTo) &&
    same(from ?? payer, payer) &&
    Number.isSafeInteger(validAfter) &&
    left > SETTLEMENT_MARGIN_SECONDS &&
    left <= windowSeconds
  if (!isDecided) return null
  return {
    scheme: schemeOf(movement),
    transferMethod: isExact(movement) ? 'eip3009' : 'page',
    name: movement.tokenName ?? '',
    tokenVersion: movement.tokenVersion ?? '',
    nonce,
    nonceSalt: null,
    validAfter,
    validBefore,
  }
}

/**
 * Signs a page's typed data under its reservation: only where each field that was reserved is the one in
 * it (I4).
 *
 * @param now Unix seconds
 * @throws Error where they differ: the draft was made from the same text, so that is a fault
 */
export async function signPageData(
  action: Action | null,
  reserved: AuthorizationRow,
  now: number,
  privateKey: Hex,
): Promise<{ readonly signature: Hex; readonly digest: Hex }> {
  const read = movementOf(action, now)
  if (read === null) throw new Error('not signed: the typed data is no payment')
  const { typed, movement } = read
  const { network, asset, payTo, amount, nonce, validAfter, validBefore } = movement
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['scheme', schemeOf(movement), reserved.scheme],
    ['network', network, reserved.network],
    ['asset', asset.toLowerCase(), reserved.asset.toLowerCase()],
    ['payTo', payTo.toLowerCase(), reserved.payTo.toLowerCase()],
    ['amount', amount.toString(), reserved.amount],
    ['nonce', nonce, reserved.nonce],
    ['validAfter', validAfter, BigInt(reserved.validAfter)],
    ['validBefore', validBefore, BigInt(reserved.validBefore)],
    ['name', movement.tokenName ?? '', reserved.name],
    ['version', movement.tokenVersion ?? '', reserved.tokenVersion],
  ]
  const [field] = pairs.find(([, one, other]) => one !== other) ?? []
  if (field !== undefined) throw new Error(`not signed: ${field} differs`)
  const signed = await signMovement(typed, movement, reserved.from as Hex, privateKey)
  if (!signed.ok) throw new Error(`not signed: ${signed.error.code}`)
  return signed.value
}

import { findDefaultAsset, usdOf } from '../assets/lookup'
import { isSolana } from '../assets/svm-networks'
import { isAddress, isNobody, sameAddress } from '../caip/address'
import { networkFacts, parseCaip2 } from '../caip/network'
import { parseAtomic } from '../money/amount'
import type { Atomic, Usd18 } from '../money/units'
import { dollarsOfPolicy } from '../policy/dollars'
import { isOwnMove } from '../policy/own'
import type { Offer, ReadOffer } from '../quote/read'
import { readSvmOffer } from '../quote/svm'
import type { AdmissionInput, AssetEntry, DecisionCode, Fact, Reason } from './types'

/** An offer that policy admits, with what is pinned about its asset. */
export type Admitted = {
  readonly index: number
  readonly offer: Offer
  readonly amount: Atomic
  readonly entry: AssetEntry | null
  /** null for an asset without a dollar value */
  readonly usd: { readonly usd: Usd18; readonly testnet: boolean } | null
}

/** Why an offer was refused; `step` is how far it got. */
export type Refused = Reason & { readonly index: number; readonly step: number }

/** What step 5 says of one offer. */
export type Judgement = { readonly admitted: Admitted } | { readonly refused: Refused }

/** The flows that each scheme has (x402, paymentFlow). */
const FLOWS: Readonly<Record<string, readonly string[]>> = {
  exact: ['authorization', 'upfront'],
  upto: ['authorization'],
}

const METHODS = ['eip3009', 'permit2']
const PINNED = ['name', 'version', 'decimals', 'chainId', 'verifyingContract'] as const

type Check = (offer: Offer, input: AdmissionInput) => Fact | null

/** Step 5, in its fixed order. Each check says what is wrong, or null. */
const CHECKS: readonly (readonly [DecisionCode, Check])[] = [
  ['BLOCK_MALFORMED_QUOTE', facilitator],
  ['BLOCK_UNSUPPORTED_SCHEME', scheme],
  ['BLOCK_UNSUPPORTED_NETWORK', network],
  ['BLOCK_UNSUPPORTED_METHOD', method],
  ['BLOCK_PAYMENT_FLOW', flow],
  ['BLOCK_ASSET_NOT_ALLOWED', assetAllowed],
  ['BLOCK_TOKEN_IDENTITY', identity],
  ['BLOCK_MALFORMED_QUOTE', ofSolana],
  ['BLOCK_AMOUNT', amount],
  ['BLOCK_PAYEE', payee],
  ['BLOCK_ASSET_CAP', cap],
]

/** Judges one offer alone: what the others say does not matter. */
export function judgeOffer(read: ReadOffer, input: AdmissionInput): Judgement {
  const { index } = read
  const refused = (step: number, code: DecisionCode, fact: Fact): Judgement => ({
    refused: { index, step, code, facts: [fact] },
  })
  if (!read.ok) return refused(0, 'BLOCK_MALFORMED_QUOTE', { rule: 'offer', reason: read.reason })
  const { offer } = read
  for (const [i, [code, check]] of CHECKS.entries()) {
    const fact = check(offer, input)
    if (fact !== null) return refused(i + 1, code, fact)
  }
  const atomic = parseAtomic(offer.amount) ?? 0n
  const usd = usdOf(offer.network, offer.asset, atomic)
  return { admitted: { index, offer, amount: atomic, entry: entryOf(offer, input), usd } }
}

/** Step 6: the offer that came nearest speaks for all; among equals the first. */
export function furthest(refused: readonly Refused[]): Refused {
  return refused.reduce((best, r) => (r.step > best.step ? r : best))
}

/**
 * How the money of an offer moves: `upto` has Permit2 alone; else what the offer states, else what the
 * pinned asset has, else EIP-3009 (x402 exact on EVM, assetTransferMethod). On Solana there is one way.
 */
export function methodOf({ scheme, extra, network: id, asset }: Offer): unknown {
  if (isSolana(id)) return 'svm'
  if (scheme === 'upto') return 'permit2'
  return extra.assetTransferMethod ?? findDefaultAsset(id, asset)?.method ?? 'eip3009'
}

/** The owner's entry for exactly this asset on this network. */
function entryOf(offer: Offer, input: AdmissionInput): AssetEntry | null {
  const { network: id, asset } = offer
  return input.policy.assets.find((e) => e.network === id && sameAddress(id, e.asset, asset)) ?? null
}

function scheme({ scheme: name, network: id }: Offer, { policy }: AdmissionInput): Fact | null {
  // `upto` of another namespace is another scheme, which locks the money up first.
  const isElsewhere = name === 'upto' && !id.startsWith('eip155:')
  return policy.schemes.includes(name) && !isElsewhere ? null : { rule: 'schemes', scheme: text(name) }
}

function network({ network: id }: Offer, { policy, wallet }: AdmissionInput): Fact | null {
  const fact = { rule: 'networks', network: text(id) }
  if (!policy.networks.includes(id)) return fact
  const namespace = parseCaip2(id)?.namespace
  if (namespace === undefined || !wallet.accounts[namespace]) return { ...fact, missing: 'account' }
  return networkFacts(id)?.testnet === true && !policy.testnets ? { ...fact, missing: 'testnets' } : null
}

function method(offer: Offer, { policy }: AdmissionInput): Fact | null {
  const stated = offer.extra.assetTransferMethod ?? 'eip3009'
  // Compared as it came: a list with one name in it is no name.
  if (!METHODS.some((known) => known === stated)) return { rule: 'method', method: text(stated) }
  const used = methodOf(offer)
  if (used === 'svm' && offer.extra.assetTransferMethod != null)
    return { rule: 'method', method: text(stated) }
  const isAble = policy.methods === undefined || policy.methods.some((able) => able === used)
  return isAble ? null : { rule: 'method', method: text(used) }
}

function flow({ extra, scheme: name }: Offer): Fact | null {
  const stated = extra.paymentFlow
  if (stated === undefined || stated === null) return null
  return typeof stated === 'string' && FLOWS[name]?.includes(stated) === true
    ? null
    : { rule: 'paymentFlow', flow: text(stated) }
}

function assetAllowed(offer: Offer, input: AdmissionInput): Fact | null {
  if (findDefaultAsset(offer.network, offer.asset) !== null) return null
  // Without a cap of its own an asset that is worth nobody knows what is never paid (I10).
  return entryOf(offer, input)?.maxAmount === undefined
    ? { rule: 'assets', network: offer.network, asset: text(offer.asset) }
    : null
}

function identity(offer: Offer, input: AdmissionInput): Fact | null {
  const pinned = pinnedOf(offer, input)
  for (const field of PINNED) {
    const stated = offer.extra[field]
    const wanted = pinned[field]
    if (stated === undefined || stated === null || wanted === undefined) continue
    const said = typeof stated === 'number' ? String(stated) : stated
    const isEqual =
      field === 'verifyingContract' && typeof said === 'string'
        ? sameAddress(offer.network, said, wanted)
        : said === wanted
    if (!isEqual) return { rule: 'token', field, pinned: wanted, stated: text(stated) }
  }
  return null
}

function pinnedOf(offer: Offer, input: AdmissionInput): Partial<Record<(typeof PINNED)[number], string>> {
  const known = findDefaultAsset(offer.network, offer.asset) ?? entryOf(offer, input)
  return {
    ...(known?.name === undefined ? {} : { name: known.name }),
    ...(known?.version === undefined ? {} : { version: known.version }),
    ...(known?.decimals === undefined ? {} : { decimals: String(known.decimals) }),
    ...(offer.network.startsWith('eip155:') ? { chainId: offer.network.slice(7) } : {}),
    verifyingContract: offer.asset,
  }
}

/** A Solana offer names who pays the network's fee, which is none of ours (x402 exact, SVM). */
function ofSolana(offer: Offer, { wallet }: AdmissionInput): Fact | null {
  if (!isSolana(offer.network)) return null
  const read = readSvmOffer(offer)
  if (typeof read === 'string') return { rule: 'offer', reason: read }
  const own = [...Object.values(wallet.accounts), ...(wallet.own ?? [])]
  return own.includes(read.feePayer) ? { rule: 'offer', reason: 'feePayer' } : null
}

function amount(offer: Offer, { intent }: AdmissionInput): Fact | null {
  const value = parseAtomic(offer.amount)
  const bits = isSolana(offer.network) ? 64n : 256n
  if (value === null || value >= 2n ** bits) return { rule: 'amount', amount: text(offer.amount) }
  const { maxAmount, maxUsd } = intent
  if (maxAmount !== undefined && value > BigInt(maxAmount)) return { rule: 'caller', limit: maxAmount }
  if (maxUsd === undefined) return null
  // What has no price in dollars cannot be held to one.
  const worth = usdOf(offer.network, offer.asset, value)
  return worth !== null && worth.usd <= dollarsOfPolicy(maxUsd) ? null : { rule: 'caller', limit: maxUsd }
}

function payee({ payTo, asset, network: id }: Offer, input: AdmissionInput): Fact | null {
  const { allow, block } = input.policy.payees
  const isPayee = (address: string) => sameAddress(id, address, payTo)
  const fact = (reason: string): Fact => ({ rule: 'payee', payTo: text(payTo), reason })
  if (!isAddress(id, payTo)) return fact('not-an-address')
  if (isNobody(id, payTo)) return fact('zero')
  const own = [...Object.values(input.wallet.accounts), ...(input.wallet.own ?? [])]
  // Between own accounts nothing is paid, and no other payee is one: what counts for nothing goes nowhere else.
  if (isOwnMove(input.asker.origin, input.request.method))
    return own.some(isPayee) ? null : fact('other-account')
  if (own.some(isPayee)) return fact('own-account')
  if (isPayee(asset)) return fact('token')
  if (block.some(isPayee)) return fact('blocked')
  return allow.length > 0 && !allow.some(isPayee) ? fact('not-on-list') : null
}

/** Of `upto` the facilitator that may settle is signed: an offer that names none is none. */
function facilitator(offer: Offer, input: AdmissionInput): Fact | null {
  if (offer.scheme !== 'upto' || scheme(offer, input) !== null) return null
  const named = offer.extra.facilitatorAddress
  const isNamed = typeof named === 'string' && /^0x(?!0{40}$)[0-9a-fA-F]{40}$/.test(named)
  return isNamed ? null : { rule: 'offer', reason: 'facilitatorAddress is no address' }
}

function cap(offer: Offer, input: AdmissionInput): Fact | null {
  const limit = entryOf(offer, input)?.maxAmount
  const asked = parseAtomic(offer.amount)
  if (limit === undefined || asked === null || asked <= BigInt(limit)) return null
  return { rule: 'asset-cap', limit, asked: asked.toString() }
}

/** What an offer states, as short text: a fact must not carry an object or a novel. */
function text(value: unknown): string {
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return plain ? String(value).slice(0, 100) : typeof value
}

import { findDefaultAsset, networkById } from '../assets/lookup'
import { parseAtomic, toUsd18 } from '../money/amount'
import type { Offer, ReadOffer } from '../quote/read'
import type { AdmissionInput, AssetEntry, DecisionCode, Fact } from './types'

/** An offer that policy admits, with what is pinned about its asset. */
export type Admitted = {
  readonly index: number
  readonly offer: Offer
  readonly amount: bigint
  readonly entry: AssetEntry | null
  /** null for an asset without a dollar value */
  readonly usd: { readonly usd: bigint; readonly testnet: boolean } | null
}

/** Why an offer was refused; `step` is how far it got. */
export type Refused = {
  readonly index: number
  readonly step: number
  readonly code: DecisionCode
  readonly facts: readonly Fact[]
}

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
  [
    'BLOCK_UNSUPPORTED_SCHEME',
    (o, i) => (i.policy.schemes.includes(o.scheme) ? null : { rule: 'schemes', scheme: o.scheme }),
  ],
  ['BLOCK_UNSUPPORTED_NETWORK', network],
  ['BLOCK_UNSUPPORTED_METHOD', method],
  ['BLOCK_PAYMENT_FLOW', flow],
  ['BLOCK_ASSET_NOT_ALLOWED', assetAllowed],
  ['BLOCK_TOKEN_IDENTITY', identity],
  ['BLOCK_AMOUNT', amount],
  ['BLOCK_PAYEE', payee],
  ['BLOCK_ASSET_CAP', cap],
]

/** Judges one offer alone: what the others say does not matter. */
export function judgeOffer(read: ReadOffer, input: AdmissionInput): Admitted | Refused {
  const { index } = read
  if (!read.ok)
    return { index, step: 0, code: 'BLOCK_MALFORMED_QUOTE', facts: [{ rule: 'offer', reason: read.reason }] }
  const { offer } = read
  for (const [i, [code, check]] of CHECKS.entries()) {
    const fact = check(offer, input)
    if (fact !== null) return { index, step: i + 1, code, facts: [fact] }
  }
  const atomic = parseAtomic(offer.amount) ?? 0n
  const known = findDefaultAsset(offer.network, offer.asset)
  const usd = known === null ? null : { usd: toUsd18(atomic, known.decimals), testnet: known.testnet }
  return { index, offer, amount: atomic, entry: entryOf(offer, input), usd }
}

/** The owner's entry for exactly this asset on this network. */
function entryOf(offer: Offer, input: AdmissionInput): AssetEntry | null {
  return input.policy.assets.find((e) => e.network === offer.network && same(e.asset, offer.asset)) ?? null
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function network({ network: id }: Offer, input: AdmissionInput): Fact | null {
  const fact = { rule: 'networks', network: id }
  const [namespace = ''] = id.split(':')
  if (!input.policy.networks.includes(id)) return fact
  if (!input.wallet.accounts[namespace]) return { ...fact, missing: 'account' }
  const testnet = networkById(id)?.testnet ?? false
  return testnet && !input.policy.testnets ? { ...fact, missing: 'testnets' } : null
}

function method({ extra, network: id, asset }: Offer, input: AdmissionInput): Fact | null {
  const stated = extra.assetTransferMethod
  if (stated !== undefined && stated !== null && !METHODS.includes(String(stated))) {
    return { rule: 'method', method: text(stated) }
  }
  const used = stated ?? findDefaultAsset(id, asset)?.method ?? 'eip3009'
  const able = input.policy.methods
  return able === undefined || able.includes(String(used)) ? null : { rule: 'method', method: String(used) }
}

function flow({ extra, scheme }: Offer): Fact | null {
  const stated = extra.paymentFlow
  if (stated === undefined || stated === null) return null
  return typeof stated === 'string' && FLOWS[scheme]?.includes(stated) === true
    ? null
    : { rule: 'paymentFlow', flow: text(stated) }
}

function assetAllowed(offer: Offer, input: AdmissionInput): Fact | null {
  if (findDefaultAsset(offer.network, offer.asset) !== null) return null
  // Without a cap of its own an asset that is worth nobody knows what is never paid (I10).
  return entryOf(offer, input)?.maxAmount === undefined
    ? { rule: 'assets', network: offer.network, asset: offer.asset }
    : null
}

function identity(offer: Offer, input: AdmissionInput): Fact | null {
  const pinned = pinnedOf(offer, input)
  for (const field of PINNED) {
    const stated = offer.extra[field]
    const wanted = pinned[field]
    if (stated === undefined || stated === null || wanted === undefined) continue
    const equal = field === 'verifyingContract' ? same(text(stated), wanted) : text(stated) === wanted
    if (!equal) return { rule: 'token', field, pinned: wanted, stated: text(stated) }
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

function amount(offer: Offer): Fact | null {
  const value = parseAtomic(offer.amount)
  const bits = offer.network.startsWith('eip155:') ? 256n : 64n
  return value !== null && value < 2n ** bits ? null : { rule: 'amount', amount: text(offer.amount) }
}

const ZERO = `0x${'0'.repeat(40)}`

function payee({ payTo, asset, network: id }: Offer, input: AdmissionInput): Fact | null {
  const { allow, block } = input.policy.payees
  const fact = (reason: string): Fact => ({ rule: 'payee', payTo, reason })
  if (id.startsWith('eip155:') && !/^0x[0-9a-fA-F]{40}$/.test(payTo)) return fact('not-an-address')
  if (same(payTo, ZERO)) return fact('zero')
  if (Object.values(input.wallet.accounts).some((own) => same(own, payTo))) return fact('own-account')
  if (same(payTo, asset)) return fact('token')
  if (block.some((b) => same(b, payTo))) return fact('blocked')
  return allow.length > 0 && !allow.some((a) => same(a, payTo)) ? fact('not-on-list') : null
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

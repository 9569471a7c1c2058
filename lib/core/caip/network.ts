import { EVM_NETWORKS, V1_EVM_NAMES } from '../assets/default-assets'
import { SVM_NETWORKS } from '../assets/svm-networks'

/** A network identifier in its two parts (CAIP-2), of a family that the wallet can read. */
export type Caip2 = { readonly namespace: 'eip155' | 'solana'; readonly reference: string }

/** What a person must know of a network. */
export type NetworkFacts = { readonly name: string; readonly testnet: boolean }

const CHAIN_ID = /^[1-9][0-9]{0,15}$/
/** The first 32 characters of the genesis block's hash, base58 (CAIP-30). */
const GENESIS = /^[1-9A-HJ-NP-Za-km-z]{32}$/

/**
 * Reads a network identifier in its one spelling (CAIP-2, EIP-155 chain ids in decimal).
 *
 * @returns null for anything else: other cases, leading zeros, hex, spaces, patterns, assets, other families
 */
export function parseCaip2(text: string): Caip2 | null {
  const colon = text.indexOf(':')
  const namespace = text.slice(0, colon)
  const reference = text.slice(colon + 1)
  if (namespace === 'eip155' && CHAIN_ID.test(reference) && Number.isSafeInteger(Number(reference)))
    return { namespace, reference }
  return namespace === 'solana' && GENESIS.test(reference) ? { namespace, reference } : null
}

/** Version 1 writes them as their names, with a hyphen and in small letters. */
const V1_SOLANA_NAMES: ReadonlyMap<string, string> = new Map(
  SVM_NETWORKS.map(({ id, name }) => [name.toLowerCase().replace(' ', '-'), id] as const),
)

/**
 * The CAIP-2 id that an offer means by its `network`.
 *
 * Names are version 1's alone, and its only ones: in a version 2 offer `base` is no network, and in a
 * version 1 offer `eip155:8453` is none, for the published clients either.
 *
 * @returns null for a name that version 1 does not have, and for a malformed id
 */
export function toCaip2(network: string, version: 1 | 2): string | null {
  if (version === 1) return V1_EVM_NAMES.get(network) ?? V1_SOLANA_NAMES.get(network) ?? null
  return parseCaip2(network) === null ? null : network
}

/** Networks without a default asset; the owner may still list an asset there. */
const OTHERS: readonly (readonly [string, NetworkFacts])[] = [
  ['eip155:11155111', { name: 'Sepolia', testnet: true }],
  ['eip155:2741', { name: 'Abstract', testnet: false }],
  ['eip155:11124', { name: 'Abstract testnet', testnet: true }],
  ['eip155:43113', { name: 'Avalanche Fuji', testnet: true }],
  ['eip155:4689', { name: 'IoTeX', testnet: false }],
  ['eip155:80002', { name: 'Polygon Amoy', testnet: true }],
  ['eip155:3338', { name: 'peaq', testnet: false }],
  ['eip155:1514', { name: 'Story', testnet: false }],
  ['eip155:41923', { name: 'EDU Chain', testnet: false }],
  ['eip155:324705682', { name: 'SKALE Base Sepolia', testnet: true }],
]

const facts: ReadonlyMap<string, NetworkFacts> = new Map([
  ...OTHERS,
  ...[...EVM_NETWORKS, ...SVM_NETWORKS].map((n) => [n.id, { name: n.name, testnet: n.testnet }] as const),
])

/** The name of a network, and whether its money is test money; null for one that no table knows. */
export function networkFacts(id: string): NetworkFacts | null {
  return facts.get(id) ?? null
}

import type { Chain } from '@/lib/chain/chain'
import { isData, quantity, word } from '@/lib/chain/hex'
import { networkById } from '@/lib/core/assets/lookup'
import { isAddress } from '@/lib/core/caip/address'
import type { Hex } from '@/lib/core/hex'
import type { AssetReport } from '@/lib/doors/ui-developer'
import { domainSeparator } from '@/lib/schemes/evm/eip712'

/** Selectors of ERC-20, EIP-2612, EIP-3009 and EIP-5267. */
const READS = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  version: '0x54fd4d50',
  separator: '0x3644e515',
  /** authorizationState(address,bytes32), of nobody's first nonce */
  state: `0xe94a0102${'0'.repeat(128)}`,
} as const satisfies Record<string, Hex>

const LONGEST_TEXT = 60
const MOST_DECIMALS = 36

/**
 * Reads from each node of a network what a contract says of itself. Nodes that do not agree say nothing.
 *
 * @param chains one for each node
 */
export async function assetReport(
  chains: readonly Chain[],
  of: { readonly network: string; readonly asset: string },
): Promise<AssetReport> {
  const known = networkById(of.network)
  if (known === null || chains.length === 0 || !isAddress(of.network, of.asset))
    return { fault: 'unknown-network' }
  const reports = await Promise.all(chains.map((chain) => readOne(chain, of.asset as Hex, of.network)))
  const [first] = reports
  if (first === undefined) return { fault: 'no-answer' }
  return reports.every((each) => JSON.stringify(each) === JSON.stringify(first))
    ? first
    : { fault: 'disagree' }
}

async function readOne(chain: Chain, asset: Hex, network: string): Promise<AssetReport> {
  const code = await chain.call('eth_getCode', [asset, 'latest'])
  if (!code.ok) return { fault: 'no-answer' }
  if (code.value === '0x') return { fault: 'no-code' }
  // A contract that does not have a function refuses the call; a node that is down was told apart before.
  const read = async (data: Hex): Promise<Hex | null> => {
    const answer = await chain.ethCall(asset, data)
    return answer.ok && isData(answer.value) && answer.value !== '0x' ? answer.value : null
  }
  const [name, symbol, decimals, version, separator, state] = await Promise.all([
    read(READS.name),
    read(READS.symbol),
    read(READS.decimals),
    read(READS.version),
    read(READS.separator),
    read(READS.state),
  ])
  const places = decimals === null ? undefined : quantity(decimals)
  const named = textOf(name)
  if (named === null || places === undefined || places > BigInt(MOST_DECIMALS)) return { fault: 'no-token' }
  const stated = textOf(version)
  const chainId = BigInt(network.slice('eip155:'.length))
  const isDomain = (of: string) =>
    separator?.toLowerCase() ===
    domainSeparator({ name: named, version: of, chainId, verifyingContract: asset })
  // Where the contract does not say its version, `1` is what most have; the separator proves it.
  const proved = stated ?? (separator !== null && isDomain('1') ? '1' : null)
  return {
    symbol: textOf(symbol) ?? named,
    name: named,
    version: proved,
    decimals: Number(places),
    eip3009: state !== null && quantity(state) === 0n,
    domain: separator === null ? null : proved !== null && isDomain(proved),
  }
}

/** A string as a contract returns it (ABI): where it begins, its length, its bytes; null for anything else. */
function textOf(data: Hex | null): string | null {
  if (data === null) return null
  const hex = data.slice(2)
  const length = Number.parseInt(hex.slice(64, 128), 16)
  if (hex.slice(0, 64) !== word(0x20n) || !(length > 0) || length > LONGEST_TEXT) return null
  const bytes = hex.slice(128, 128 + 2 * length)
  if (bytes.length < 2 * length) return null
  const pairs = bytes.match(/../g) ?? []
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    return decoder.decode(new Uint8Array(pairs.map((pair) => Number.parseInt(pair, 16))))
  } catch {
    return null
  }
}

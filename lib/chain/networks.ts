/** One network that the wallet can pay on. */
export type Network = {
  /** CAIP-2 */
  readonly network: string
  /** EIP-155 */
  readonly chainId: number
  readonly name: string
  readonly testnet: boolean
  /** the node asked when the owner names none: a public one of the chain's own or a known provider */
  readonly rpcUrl: string
}

/** Every EVM network that has a default asset (vectors/default-assets.json), with a public node each. */
export const NETWORKS: readonly Network[] = [
  evm(8453, 'Base', false, 'https://mainnet.base.org'),
  evm(84532, 'Base Sepolia', true, 'https://sepolia.base.org'),
  evm(1, 'Ethereum', false, 'https://ethereum-rpc.publicnode.com'),
  evm(43114, 'Avalanche C-Chain', false, 'https://api.avax.network/ext/bc/C/rpc'),
  evm(4326, 'MegaETH', false, 'https://mainnet.megaeth.com/rpc'),
  evm(143, 'Monad', false, 'https://rpc.monad.xyz'),
  evm(988, 'Stable', false, 'https://rpc.stable.xyz'),
  evm(2201, 'Stable testnet', true, 'https://rpc.testnet.stable.xyz'),
  evm(137, 'Polygon PoS', false, 'https://polygon-bor-rpc.publicnode.com'),
  evm(42161, 'Arbitrum One', false, 'https://arb1.arbitrum.io/rpc'),
  evm(421614, 'Arbitrum Sepolia', true, 'https://sepolia-rollup.arbitrum.io/rpc'),
  evm(31612, 'Mezo', false, 'https://rpc.mezo.org'),
  evm(31611, 'Mezo testnet', true, 'https://rpc.test.mezo.org'),
  evm(723487, 'Radius Network', false, 'https://rpc.radiustech.xyz'),
  evm(72344, 'Radius testnet', true, 'https://rpc.testnet.radiustech.xyz'),
  evm(36900, 'ADI Chain', false, 'https://rpc.adifoundation.ai'),
  evm(190415, 'HPP', false, 'https://mainnet.hpp.io'),
  evm(181228, 'HPP Sepolia', true, 'https://testnet.hpp.io'),
  evm(50, 'XDC Network', false, 'https://rpc.xdcrpc.com'),
  evm(51, 'XDC Apothem testnet', true, 'https://erpc.apothem.network'),
  evm(38833, 'Igra', false, 'https://rpc.igralabs.com:8545'),
  evm(14, 'Flare', false, 'https://flare-api.flare.network/ext/C/rpc'),
  evm(42220, 'Celo', false, 'https://forno.celo.org'),
  evm(11142220, 'Celo Sepolia', true, 'https://forno.celo-sepolia.celo-testnet.org'),
  evm(1329, 'Sei', false, 'https://evm-rpc.sei-apis.com'),
  evm(1328, 'Sei testnet', true, 'https://evm-rpc-testnet.sei-apis.com'),
]

/** The network of a CAIP-2 identifier; undefined for one that the wallet does not know. */
export function networkOf(network: string): Network | undefined {
  return NETWORKS.find((known) => known.network === network)
}

/**
 * Reads the URL of a node as the owner typed it: https, or http to this machine; no user information
 * (fetch refuses it) and no fragment.
 *
 * @returns the URL in its one spelling, or undefined
 */
export function parseRpcUrl(typed: string): string | undefined {
  if (!URL.canParse(typed.trim())) return undefined
  const url = new URL(typed.trim())
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.href))) return undefined
  return url.username === '' && url.password === '' && url.hash === '' ? url.href : undefined
}

/** Whether a URL names this machine. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function evm(chainId: number, name: string, testnet: boolean, rpcUrl: string): Network {
  return { network: `eip155:${chainId}`, chainId, name, testnet, rpcUrl }
}

import { isLoopback } from './networks'

/**
 * How many blocks must stand on top of one before what is in it counts as proof, by CAIP-2.
 *
 * Chains with instant finality of their own (Avalanche's Snowman, Sei's Tendermint, Stable, Monad after two
 * blocks) need few. On a rollup the sequencer orders blocks that it may still lose when it restarts or when its
 * base layer is reorganised: a minute or so of blocks. On Ethereum a block is final after two epochs, 64 blocks;
 * 12 were never undone since the merge, and a few minutes is what a payment may be followed for. Polygon had
 * reorganisations of more than 100 blocks before its milestones, which now come every dozen or so.
 */
export const CONFIRMATIONS: Readonly<Record<string, number>> = {
  'eip155:1': 12,
  'eip155:14': 12,
  'eip155:50': 20,
  'eip155:51': 20,
  'eip155:137': 64,
  'eip155:143': 4,
  'eip155:988': 2,
  'eip155:1328': 2,
  'eip155:1329': 2,
  'eip155:2201': 2,
  'eip155:4326': 60,
  'eip155:8453': 30,
  'eip155:31611': 4,
  'eip155:31612': 4,
  'eip155:36900': 30,
  'eip155:38833': 60,
  'eip155:42161': 120,
  'eip155:42220': 30,
  'eip155:43114': 2,
  'eip155:72344': 30,
  'eip155:84532': 10,
  'eip155:181228': 30,
  'eip155:190415': 30,
  'eip155:421614': 120,
  'eip155:723487': 30,
  'eip155:11142220': 10,
}

/** For a network that the table does not have: as deep as any that it has. */
export const MOST_CONFIRMATIONS = 120

/**
 * How deep a block must be before it proves anything.
 *
 * @param network CAIP-2
 * @param urls the nodes that are asked; where all are on this machine the chain is a developer's own, which
 * makes no block until somebody pays, so that the newest block counts
 */
export function confirmationsOf(network: string, urls: readonly string[]): number {
  if (urls.length > 0 && urls.every(isLoopback)) return 0
  return CONFIRMATIONS[network] ?? MOST_CONFIRMATIONS
}

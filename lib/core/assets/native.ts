/** A chain's own coin where an asset's address stands (ERC-7528). */
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** Decimals of every EVM chain's coin. */
export const NATIVE_DECIMALS = 18

/** A chain's own coin, and what may be spent in it in a day, amounts and fees together, until its owner says otherwise. */
export type Coin = { readonly symbol: string; readonly perDay: bigint }

const MILLI = 10n ** 15n
const ETHER: Coin = { symbol: 'ETH', perDay: MILLI }

/** Coins that are not ether, or that are spent in other numbers; a few dollars at most, by EIP-155 chain id. */
const COINS: Readonly<Record<string, Coin>> = {
  1: { symbol: 'ETH', perDay: 2n * MILLI },
  14: { symbol: 'FLR', perDay: 10_000n * MILLI },
  50: { symbol: 'XDC', perDay: 1_000n * MILLI },
  51: { symbol: 'XDC', perDay: 1_000n * MILLI },
  137: { symbol: 'POL', perDay: 1_000n * MILLI },
  143: { symbol: 'MON', perDay: 1_000n * MILLI },
  988: { symbol: 'USDT0', perDay: 1_000n * MILLI },
  1328: { symbol: 'SEI', perDay: 1_000n * MILLI },
  1329: { symbol: 'SEI', perDay: 1_000n * MILLI },
  2201: { symbol: 'USDT0', perDay: 1_000n * MILLI },
  31611: { symbol: 'BTC', perDay: MILLI / 100n },
  31612: { symbol: 'BTC', perDay: MILLI / 100n },
  36900: { symbol: 'ADI', perDay: 100n * MILLI },
  38833: { symbol: 'IKAS', perDay: 1_000n * MILLI },
  42220: { symbol: 'CELO', perDay: 1_000n * MILLI },
  43114: { symbol: 'AVAX', perDay: 50n * MILLI },
  72344: { symbol: 'RUSD', perDay: 1_000n * MILLI },
  723487: { symbol: 'RUSD', perDay: 1_000n * MILLI },
  11142220: { symbol: 'CELO', perDay: 1_000n * MILLI },
}

/** The coin of a network. @param network CAIP-2, eip155 */
export const coinOf = (network: string): Coin => COINS[network.slice('eip155:'.length)] ?? ETHER

/** Whether an asset is the chain's own coin. */
export const isNative = (asset: string): boolean => asset.toLowerCase() === NATIVE.toLowerCase()

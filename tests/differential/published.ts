import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { findDefaultAsset } from '@x402/evm'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import { SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import type { Pair } from './pair'

/** What the published client does with a list of offers; `place` is that of the list it was given. */
export type Outcome =
  | {
      readonly kind: 'accepted'
      readonly place: number
      readonly amount: unknown
      readonly windowSeconds: number
    }
  | { readonly kind: 'rejected'; readonly class: string }

/** Each of its errors by how the message begins; the classes are those of the spend-control vectors. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^No client registered/, 'NO_CLIENT_FOR_VERSION'],
  [/^No network\/scheme registered/, 'NO_SCHEME_FOR_NETWORK'],
  [/^No payment requirements with a recognized/, 'UNRECOGNIZED_PAYMENT_FLOW'],
  [/^All payment requirements were rejected by spendControls: only/, 'ASSET_NOT_ALLOWED'],
  [/^All payment requirements were rejected by spendControls\.allowedAssets/, 'ASSET_CAP'],
  [/^All payment requirements were rejected by spendControls\.maxAmount/, 'USD_CAP'],
  [/^spendControls\.allowedAssets\[\]/, 'CONFIG_ASSET_CAP_NOT_ATOMIC'],
  [/^Invalid money format/, 'CONFIG_INVALID_MONEY'],
  [/^Invalid amount/, 'OFFER_INVALID_AMOUNT'],
  [/^Unsupported SVM network/, 'SVM_NETWORK_THROW'],
]

/** Schemes that the published client pays with on EVM chains. */
export const EVM_SCHEMES = ['exact', 'upto', 'batch-settlement', 'auth-capture'] as const

const NOW = 1_767_225_600

/**
 * The published client's own selection, with its spend controls and its default assets. What would sign is
 * replaced by what notes the offer it was given, and the window that the scheme's sum of clock and
 * `maxTimeoutSeconds` comes to. Solana's default assets are the recorded ones, looked up as it does: case
 * counts, and a cluster that it does not know throws.
 */
export class PublishedClient {
  readonly #client = new x402Client()
  #chosen: Readonly<Record<string, unknown>> | null = null

  constructor() {
    const createPaymentPayload = async (x402Version: number, chosen: object) => {
      this.#chosen = { ...chosen, self: chosen }
      return { x402Version, payload: {} }
    }
    for (const scheme of EVM_SCHEMES) {
      this.#client.register('eip155:*', { scheme, findDefaultAsset, createPaymentPayload })
    }
    // Version 1 has no other scheme; `upto` on Solana is a channel, which is another scheme by the same name.
    const svm = { scheme: 'exact', findDefaultAsset: findSvmAsset, createPaymentPayload }
    this.#client.register('solana:*', svm)
    for (const name of SVM_V1_NAMES.keys()) this.#client.registerV1(name, svm)
    const evm = { scheme: 'exact', findDefaultAsset, createPaymentPayload }
    for (const name of Object.keys(EVM_NETWORK_CHAIN_ID_MAP)) this.#client.registerV1(name, evm)
  }

  /** Lets it choose among these offers under the pair's configuration. */
  async choose({ version, controls }: Pick<Pair, 'version' | 'controls'>, accepts: readonly unknown[]) {
    this.#client.setSpendControls((controls === undefined ? {} : controls) as never)
    this.#chosen = null
    try {
      await this.#client.createPaymentPayload({ x402Version: version, accepts } as unknown as PaymentRequired)
    } catch (error) {
      return { kind: 'rejected', class: classOf(error) } satisfies Outcome
    }
    const chosen: Readonly<Record<string, unknown>> = this.#chosen ?? {}
    return {
      kind: 'accepted',
      place: accepts.indexOf(chosen.self),
      amount: version === 1 ? chosen.maxAmountRequired : chosen.amount,
      windowSeconds: Number(NOW + (chosen.maxTimeoutSeconds as number)) - NOW,
    } satisfies Outcome
  }
}

function classOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return CLASSES.find(([begins]) => begins.test(message))?.[1] ?? 'UNCLASSIFIED_EXCEPTION'
}

const SVM_V1_NAMES = new Map([
  ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['solana-devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['solana-testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
])

/** Solana's default asset of this mint, in either spelling of the cluster. @throws for another cluster */
export function findSvmAsset(asset: string, network: string) {
  const cluster = SVM_V1_NAMES.get(network) ?? network
  if (![...SVM_V1_NAMES.values()].includes(cluster)) throw new Error(`Unsupported SVM network: ${network}`)
  const found = SVM_DEFAULT_ASSETS.find((a) => a.network === cluster && a.asset === asset)
  return (
    found && { asset: found.asset, symbol: found.symbol, decimals: found.decimals, name: '', version: '' }
  )
}

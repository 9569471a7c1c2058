import type { AdmissionInput, AssetEntry } from '@/lib/core/admission/types'
import { EVM_NETWORKS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { parseCaip2, toCaip2 } from '@/lib/core/caip/network'
import { isRecord } from '@/lib/core/json/parse'
import { DEFAULT_POLICY } from '@/lib/core/policy/defaults'

/** The host that the version 1 vectors name as their resource. */
const ITEM = 'https://api.example.com/x'
const ASKER = 'https://buyer.example'
const MAX_UINT256 = (2n ** 256n - 1n).toString()

const KNOWN = [...new Set([...EVM_NETWORKS.map((n) => n.id), ...SVM_DEFAULT_ASSETS.map((a) => a.network)])]

const own = (of: unknown, key: string): unknown => (isRecord(of) ? of[key] : undefined)

/** Every network that an offer names, as CAIP-2; what is no network is left out. */
function named(version: unknown, accepts: readonly unknown[]): readonly string[] {
  return accepts.flatMap((offer) => {
    const network = own(offer, 'network')
    const id = typeof network === 'string' ? toCaip2(network, version === 1 ? 1 : 2) : null
    return id === null ? [] : [id]
  })
}

/** The networks of the vectors' context: the known ones, and every EVM chain that an offer names. */
export function networksOf(version: unknown, accepts: readonly unknown[]): readonly string[] {
  const chains = named(version, accepts).filter((id) => parseCaip2(id)?.namespace === 'eip155')
  return [...new Set([...KNOWN, ...chains])]
}

/**
 * What the wallet knows in the vectors' context: unlocked, every EVM chain and Solana cluster admitted,
 * testnets on, a mandate over everything that is offered, no budgets, no attempts, nobody known.
 *
 * @param accepts the offers, of any type
 * @param rules what the configuration came to
 * @param rest what the quote says beside version and offers
 */
export function inputOf(
  version: unknown,
  accepts: readonly unknown[],
  rules: { readonly perPaymentUsd: string; readonly assets: readonly AssetEntry[] },
  rest: Readonly<Record<string, unknown>> = {},
): AdmissionInput {
  const assets = accepts.map((offer) => own(offer, 'asset'))
  const mandates = named(version, accepts).flatMap((network) =>
    assets.flatMap((asset) => (typeof asset === 'string' ? [{ network, asset }] : [])),
  )
  return {
    now: 1_767_225_600,
    wallet: {
      locked: false,
      paused: false,
      accounts: {
        eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        solana: 'So11111111111111111111111111111111111111112',
      },
      balances: [],
    },
    asker: { origin: ASKER, topOrigin: ASKER },
    request: { transport: 'http', kind: 'fetch', method: 'GET', url: ITEM, answeredUrl: ITEM },
    intent: { id: 'intent', method: 'GET', url: ITEM, bodyDigest: null, paymentIdentifier: null },
    quote: { ...rest, x402Version: version, accepts },
    policy: { ...DEFAULT_POLICY, networks: networksOf(version, accepts), testnets: true, ...rules },
    mandates: mandates.map(({ network, asset }, at) => ({
      id: `mandate-${at}`,
      scope: { origin: ASKER },
      network,
      asset,
      payTo: '*',
      maxAmount: MAX_UINT256,
      maxWindowSeconds: 600,
      expiresAt: 1_800_000_000,
      upto: true,
      revoked: false,
    })),
    approval: null,
    ledger: { totals: [], attempts: [], payees: [], resourceHosts: [], recent: { originLastMinute: 0 } },
  }
}

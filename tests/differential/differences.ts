import { networkMatchesPattern } from '@x402/core/utils'
import { DEFAULT_ASSETS, findDefaultAsset } from '@x402/evm'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import { SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { isRecord } from '@/lib/core/json/parse'
import type { ControlsRefusal } from '@/lib/core/policy/official'
import type { Pair } from './pair'

/**
 * Everything in which this wallet answers otherwise than the published client, on purpose, in the order in
 * which the wallet meets it. docs/differences.md says why of each.
 */
export const DIFFERENCES = [
  'controls-off',
  'any-asset',
  'no-dollar-cap',
  'config-checked-on-import',
  'uncapped-entry',
  'offer-count',
  'required-extension',
  'bad-offer-alone',
  'malformed-offer',
  'window-missing',
  'facilitator-missing',
  'scheme-not-yet',
  'network-form',
  'transfer-method',
  'method-of-version',
  'flow-of-scheme',
  'asset-form',
  'token-identity',
  'negative-amount',
  'amount-past-uint256',
  'amount-form',
  'payee',
  'resource-host',
  'window-limit',
  'window-digits',
  'window-shortened',
  'cheapest-offer',
] as const

export type DifferenceName = (typeof DIFFERENCES)[number]

/** Why the import refuses this configuration, and the name of that; null where it takes it over. */
export function configFault(
  controls: unknown,
): { readonly name: DifferenceName; readonly reason: ControlsRefusal } | null {
  const checked = (reason: ControlsRefusal) => ({ name: 'config-checked-on-import', reason }) as const
  if (controls === undefined) return null
  if (controls === false) return { name: 'controls-off', reason: 'controls-off' }
  if (!isRecord(controls)) return checked('malformed')
  const { allowedAssets, maxAmountPerPayment: money } = controls
  if (allowedAssets === true) return { name: 'any-asset', reason: 'any-asset' }
  if (money === false) return { name: 'no-dollar-cap', reason: 'no-dollar-cap' }
  if (money !== undefined && money !== null) {
    if (!isMoney(money)) return checked('invalid-money')
    const whole = /^\$?\s*(\d+)/.exec(String(money).trim())?.[1] ?? ''
    // 2^256 units of 18 decimals have 60 digits before the point.
    if (whole.length > 60) return { name: 'no-dollar-cap', reason: 'no-dollar-cap' }
  }
  if (allowedAssets === undefined || allowedAssets === null) return null
  if (!Array.isArray(allowedAssets)) return checked('malformed')
  for (const entry of allowedAssets as readonly unknown[]) {
    if (!isRecord(entry)) return checked('malformed')
    const { network, asset, maxAmountPerPayment: cap } = entry
    if (typeof network !== 'string' || typeof asset !== 'string') return checked('malformed')
    if (cap !== undefined && cap !== null) {
      const isCap = (typeof cap === 'string' || typeof cap === 'number') && /^\d+$/.test(String(cap))
      if (!isCap) return checked('asset-cap-not-atomic')
    } else if (!meetsDefaultsOnly(network, asset)) {
      return { name: 'uncapped-entry', reason: 'uncapped-entry' }
    }
  }
  return null
}

const isMoney = (money: unknown): boolean =>
  typeof money === 'number'
    ? Number.isFinite(money) && money >= 0
    : typeof money === 'string' && /^\$?\s*\d+(\.\d+)?(\s+[A-Za-z][A-Za-z0-9.]*)?$/.test(money.trim())

const SVM_SPELLINGS = [
  ...SVM_DEFAULT_ASSETS,
  ...SVM_DEFAULT_ASSETS.map((a) => ({
    ...a,
    network:
      { '5eykt': 'solana', EtWTR: 'solana-devnet', '4uhcV': 'solana-testnet' }[a.network.slice(7, 12)] ?? '',
  })),
]
const SPELLED = [
  ...Object.entries(DEFAULT_ASSETS).flatMap(([network, list]) => list.map((a) => ({ ...a, network }))),
  ...Object.entries(EVM_NETWORK_CHAIN_ID_MAP).flatMap(([network, chainId]) =>
    (DEFAULT_ASSETS[`eip155:${chainId}`] ?? []).map((a) => ({ ...a, network })),
  ),
  ...SVM_SPELLINGS,
]

const isOf = (pattern: string, network: string): boolean =>
  networkMatchesPattern(pattern as `${string}:${string}`, network as `${string}:${string}`)

function meetsDefaultsOnly(network: string, asset: string): boolean {
  const same = (a: string) => a.toLowerCase() === asset.toLowerCase()
  const here = SPELLED.filter((a) => isOf(network, a.network))
  return here.some((a) => same(a.symbol)) || (!network.includes('*') && here.some((a) => same(a.asset)))
}

/** A fault of one offer that the published client lets pass, or fails for at another place. */
export type OfferFault = { readonly name: DifferenceName; readonly code: string }

const MAX = 2n ** 256n - 1n
const OWN = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'So11111111111111111111111111111111111111112']
const SOLANA_CLUSTERS = new Set(SVM_DEFAULT_ASSETS.map((a) => a.network))
const FLOWS: Readonly<Record<string, readonly unknown[]>> = {
  exact: ['authorization', 'upfront'],
  upto: ['authorization'],
}

export type OfferFields = Readonly<Record<string, unknown>>

/** What an offer lacks to be one. */
export function shapeFault(offer: unknown): OfferFault | null {
  const code = 'BLOCK_MALFORMED_QUOTE'
  if (!isRecord(offer)) return { name: 'malformed-offer', code }
  const isWhole = ['scheme', 'network', 'asset', 'payTo'].every((field) => typeof offer[field] === 'string')
  if (!isWhole) return { name: 'malformed-offer', code }
  const window = offer.maxTimeoutSeconds
  const seconds = typeof window === 'string' && /^\d{1,15}$/.test(window) ? Number(window) : window
  return Number.isSafeInteger(seconds) && Number(seconds) >= 1 ? null : { name: 'window-missing', code }
}

/** An `upto` offer that does not name who may settle it, which is signed. */
export function facilitatorFault(offer: OfferFields, version: unknown): OfferFault | null {
  if (offer.scheme !== 'upto' || version === 1 || !String(offer.network).startsWith('eip155:')) return null
  const named = extraOf(offer).facilitatorAddress
  const isNamed = typeof named === 'string' && /^0x[0-9a-f]{40}$/i.test(named) && !/^0x0+$/.test(named)
  return isNamed ? null : { name: 'facilitator-missing', code: 'BLOCK_MALFORMED_QUOTE' }
}

/** A scheme that is registered with the published client and not yet with this wallet. */
export const schemeFault = ({ scheme }: OfferFields): OfferFault | null =>
  scheme === 'batch-settlement' || scheme === 'auth-capture'
    ? { name: 'scheme-not-yet', code: 'BLOCK_UNSUPPORTED_SCHEME' }
    : null

/** A network that a pattern of the published client's admits, and that is none. */
export function networkFault(offer: OfferFields, version: unknown): OfferFault | null {
  const network = String(offer.network)
  const chain = /^eip155:([1-9]\d{0,15})$/.exec(network)?.[1]
  const isKnown = version === 1 || SOLANA_CLUSTERS.has(network)
  if (isKnown || (chain !== undefined && Number.isSafeInteger(Number(chain)))) return null
  return { name: 'network-form', code: 'BLOCK_UNSUPPORTED_NETWORK' }
}

export const extraOf = ({ extra }: OfferFields): OfferFields => (isRecord(extra) ? extra : {})

export function methodFault(offer: OfferFields, version: unknown): OfferFault | null {
  const code = 'BLOCK_UNSUPPORTED_METHOD'
  const method = extraOf(offer).assetTransferMethod ?? 'eip3009'
  if (method !== 'eip3009' && method !== 'permit2') return { name: 'transfer-method', code }
  const known = isSvm(offer) ? undefined : defaultOf(offer)
  const pinned = known && 'assetTransferMethod' in known ? known.assetTransferMethod : undefined
  const used = extraOf(offer).assetTransferMethod ?? pinned
  return version === 1 && used === 'permit2' ? { name: 'method-of-version', code } : null
}

export function flowFault(offer: OfferFields): OfferFault | null {
  const flow = extraOf(offer).paymentFlow ?? 'authorization'
  return FLOWS[String(offer.scheme)]?.includes(flow) === true
    ? null
    : { name: 'flow-of-scheme', code: 'BLOCK_PAYMENT_FLOW' }
}

const isSvm = ({ network }: OfferFields): boolean => String(network).startsWith('solana')

/** The default asset of an offer, by the published client's own table. */
export function defaultOf(offer: OfferFields) {
  const { network, asset } = { network: String(offer.network), asset: String(offer.asset) }
  if (!isSvm(offer)) return findDefaultAsset(asset, network as `${string}:${string}`)
  return SVM_SPELLINGS.find((a) => a.network === network && a.asset === asset)
}

/** What matches an entry only by its letters: a symbol, or a mint in another case. */
export function assetFault(offer: OfferFields, { controls }: Pair): OfferFault | null {
  const fault: OfferFault = { name: 'asset-form', code: 'BLOCK_ASSET_NOT_ALLOWED' }
  if (defaultOf(offer) !== undefined) return null
  const asset = String(offer.asset)
  if (!isSvm(offer)) return /^0x[0-9a-f]{40}$/i.test(asset) ? null : fault
  const listed = isRecord(controls) && Array.isArray(controls.allowedAssets) ? controls.allowedAssets : []
  const isListed = listed.some(
    (entry: unknown) =>
      isRecord(entry) && entry.asset === asset && isOf(String(entry.network), String(offer.network)),
  )
  const isDefaultRespelled = SVM_DEFAULT_ASSETS.some((a) => a.asset.toLowerCase() === asset.toLowerCase())
  return isListed && !isDefaultRespelled && /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(asset) ? null : fault
}

export function identityFault(offer: OfferFields): OfferFault | null {
  const known = isSvm(offer) ? undefined : defaultOf(offer)
  const chain = isSvm(offer) ? undefined : chainOf(String(offer.network))
  const lower = (text: unknown) => (isSvm(offer) || typeof text !== 'string' ? text : text.toLowerCase())
  const pinned: readonly (readonly [string, unknown])[] = [
    ['name', known && 'name' in known ? known.name : undefined],
    ['version', known && 'version' in known ? known.version : undefined],
    ['decimals', defaultOf(offer)?.decimals.toString()],
    ['chainId', chain],
    ['verifyingContract', lower(offer.asset)],
  ]
  const extra = extraOf(offer)
  const differs = pinned.some(([field, wanted]) => {
    const stated = extra[field] ?? undefined
    const said = typeof stated === 'number' ? String(stated) : stated
    return (
      said !== undefined &&
      wanted !== undefined &&
      (field.startsWith('v') && field !== 'version' ? lower(said) : said) !== wanted
    )
  })
  return differs ? { name: 'token-identity', code: 'BLOCK_TOKEN_IDENTITY' } : null
}

const chainOf = (network: string): string =>
  network.startsWith('eip155:') ? network.slice(7) : String(EVM_NETWORK_CHAIN_ID_MAP[network as 'base'])

export const amountOf = (offer: OfferFields, version: unknown): unknown =>
  version === 1 ? offer.maxAmountRequired : offer.amount

export function amountFault(offer: OfferFields, version: unknown): OfferFault | null {
  const amount = amountOf(offer, version)
  const code = 'BLOCK_AMOUNT'
  const isDigits = typeof amount === 'string' && /^(0|[1-9]\d*)$/.test(amount)
  const isWhole = typeof amount === 'number' && Number.isSafeInteger(amount)
  if (isDigits) {
    const most = isSvm(offer) ? 2n ** 64n - 1n : MAX
    return BigInt(amount) <= most ? null : { name: 'amount-past-uint256', code }
  }
  if (isWhole && amount >= 0 && !Object.is(amount, -0)) return null
  if (typeof amount === 'string' && /^-\d/.test(amount)) return { name: 'negative-amount', code }
  return { name: 'amount-form', code }
}

export function payeeFault(offer: OfferFields): OfferFault | null {
  const isSame = (a: string, b: string) => a === b || (!isSvm(offer) && a.toLowerCase() === b.toLowerCase())
  const payTo = String(offer.payTo)
  const isAddress = isSvm(offer)
    ? /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(payTo)
    : /^0x[0-9a-fA-F]{40}$/.test(payTo) && !/^0x0{40}$/.test(payTo)
  const isOurs = OWN.some((own) => isSame(own, payTo))
  return isAddress && !isOurs && !isSame(String(offer.asset), payTo)
    ? null
    : { name: 'payee', code: 'BLOCK_PAYEE' }
}

/** What a person may lift: the resource of another host first, then the window. */
export function holdFault(offer: OfferFields, { version, rest }: Pair): OfferFault | null {
  const { resource } = rest
  const claim = version === 1 ? offer.resource : isRecord(resource) ? resource.url : undefined
  const answered = 'https://api.example.com/x'
  if (typeof claim === 'string' && new URL(claim, answered).host !== new URL(answered).host) {
    return { name: 'resource-host', code: 'HOLD_RESOURCE_MISMATCH' }
  }
  return Number(offer.maxTimeoutSeconds) > 86_400
    ? { name: 'window-limit', code: 'HOLD_WINDOW_TOO_LONG' }
    : null
}

/** Whether a quote requires an extension that the wallet does not know. */
export function requiresExtension({ rest: { extensions } }: Pair): boolean {
  return (
    isRecord(extensions) &&
    Object.entries(extensions).some(
      ([name, e]) =>
        name !== 'payment-identifier' && isRecord(e) && isRecord(e.info) && e.info.required === true,
    )
  )
}

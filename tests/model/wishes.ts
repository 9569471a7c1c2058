/** The documents that ask: two of one origin, one of another origin of the same site, one of another site. */
export const DOCUMENTS = [
  { id: 'doc-0', tabId: 1, origin: 'https://a.shop.example' },
  { id: 'doc-1', tabId: 2, origin: 'https://a.shop.example' },
  { id: 'doc-2', tabId: 3, origin: 'https://b.shop.example' },
  { id: 'doc-3', tabId: 4, origin: 'https://paper.test' },
] as const

export const ORIGINS = ['https://a.shop.example', 'https://b.shop.example', 'https://paper.test'] as const

/** Registrable domains, written down here: the wallet must find the same ones. */
export const SITE_OF: Readonly<Record<string, string>> = {
  'https://a.shop.example': 'shop.example',
  'https://b.shop.example': 'shop.example',
  'https://paper.test': 'paper.test',
}

/** A dollar token on a test network, and one of real money; both have six decimals. */
export const ASSETS = [
  {
    network: 'eip155:84532',
    chainId: 84532,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    testnet: true,
    name: 'USDC',
  },
  {
    network: 'eip155:8453',
    chainId: 8453,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    testnet: false,
    name: 'USD Coin',
  },
] as const

export const PAYEES = [
  '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  '0xDEaDbeEfdEAdbeefdEadbEEFdeadbeEFdEaDbeeF',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
] as const

/** Atomic units around the limits: a cent, some dimes, a dollar, one unit more, above a dollar. */
export const AMOUNTS = ['10000', '100000', '250000', '400000', '1000000', '1000001', '1500000'] as const

export type Offer = {
  readonly scheme: 'exact'
  readonly network: string
  readonly asset: string
  readonly payTo: string
  readonly amount: string
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: '2' }
}

/** One request that was answered 402, as the page or the browser tells it. */
export type AskedFor = {
  readonly document: (typeof DOCUMENTS)[number]
  readonly navigation: boolean
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly bodyDigest: string | null
  readonly raw: string
  readonly offers: readonly Offer[]
}

export type WishShape = {
  readonly doc: number
  readonly path: number
  readonly post: boolean
  readonly body: number
  readonly navigation: boolean
  readonly offers: readonly {
    readonly asset: number
    readonly payee: number
    readonly amount: number
    readonly window: number
  }[]
}

export const pick = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}

/** A request and its quote, from a few small numbers. */
export function wishOf({ doc, path, post, body, navigation, offers }: WishShape): AskedFor {
  const document = pick(DOCUMENTS, doc)
  const url = `${document.origin}/${path % 3}`
  const made = offers.map(({ asset, payee, amount, window }): Offer => {
    const of = pick(ASSETS, asset)
    return {
      scheme: 'exact',
      network: of.network,
      asset: of.asset,
      payTo: pick(PAYEES, payee),
      amount: pick(AMOUNTS, amount),
      maxTimeoutSeconds: pick([60, 300, 900], window),
      extra: { name: of.name, version: '2' },
    }
  })
  return {
    document,
    navigation,
    method: post && !navigation ? 'POST' : 'GET',
    url,
    bodyDigest: post && !navigation ? `0x${String(body % 2).repeat(64)}` : null,
    raw: JSON.stringify({ x402Version: 2, resource: { url }, accepts: made }),
    offers: made,
  }
}

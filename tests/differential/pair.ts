import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { type Random, randomAt } from './random'

/** A configuration, and a quote to choose from under it. */
export type Pair = {
  readonly version: unknown
  readonly controls: unknown
  readonly accepts: readonly unknown[]
  /** what the quote says beside version and offers */
  readonly rest: Readonly<Record<string, unknown>>
}

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const DAI = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const OTHER_PAYEE = '0x1111111111111111111111111111111111111111'
const SVM_PAYEE = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'
/** The account of the context in which the wallet decides. */
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const GOOD = ['eip155:8453', 'eip155:84532', 'eip155:42220', 'eip155:4326', 'eip155:1', 'eip155:56', SOLANA]
const ODD = ['eip155:*', 'eip155:base', 'eip155:08453', 'eip155:0', 'solana:bogus', 'cosmos:hub', 'base', '']
const V1_NAMES = ['base', 'base-sepolia', 'celo', 'megaeth', 'avalanche-fuji', 'solana']
const V1_ODD = ['eip155:8453', 'ethereum-mainnet', 'Base', '*', 'solana:bogus']
const V1_IDS: Readonly<Record<string, string>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  celo: 'eip155:42220',
  megaeth: 'eip155:4326',
  solana: SOLANA,
}

const ALL = [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS]
const MAX = 2n ** 256n - 1n

const MONEY = [1, 5, 0, 0.5, 0.000001, 1e-7, '$1', '$5', '0.10', '1.0000009', '5 USDC', '$ 2', null, 100]
const BAD_MONEY = ['5USD', '-1', '1e3', '.5', '', 'garbage', -1, true, '1'.repeat(70)]
const CAPS = ['0', '1', '10000', '1000000', '5000000', '007', 10_000, '2000000000000000000', MAX.toString()]
const BAD_CAPS = ['$1', '1.5', '', '-1', 0.5, -1, 1e21, true]
const PATTERNS = [...GOOD, ...V1_NAMES, '*', 'eip155:*', 'eip155:84*', 'solana:*', 'b*', '*53', 'eip155:845.']
const NAMES = [USDC, DAI, 'USDC', 'usdc', 'USDT', 'DAI', 'MegaUSD', 'PYUSD', WRAPPED_SOL, 'CASH']

/** The pair at a place of a seed's sequence. */
export function pairAt(seed: number, place: number): Pair {
  const random = randomAt(seed, place)
  const version = random.chance(0.02) ? random.of([3, '2', null, 0]) : random.chance(0.25) ? 1 : 2
  const count = random.chance(0.01) ? random.of([0, 20, 21, 25]) : 1 + random.below(5)
  return {
    version,
    controls: controls(random),
    accepts: Array.from({ length: count }, () => offer(random, version === 1)),
    rest: rest(random, version === 1),
  }
}

function rest(random: Random, isV1: boolean): Pair['rest'] {
  return {
    ...(!isV1 && random.chance(0.3)
      ? {
          resource: {
            url: random.chance(0.2) ? 'https://elsewhere.example/x' : 'https://api.example.com/other',
          },
        }
      : {}),
    ...(random.chance(0.02)
      ? {
          extensions: { [random.of(['sign-in-with-x', 'payment-identifier'])]: { info: { required: true } } },
        }
      : {}),
  }
}

function controls(random: Random): unknown {
  if (random.chance(0.3)) return undefined
  if (random.chance(0.04)) return random.of([false, null, 'none', 1, []])
  const count = random.chance(0.5) ? 0 : 1 + random.below(3)
  const entries: unknown[] = Array.from({ length: count }, () => entry(random))
  const money = random.chance(0.05) ? random.of([...BAD_MONEY, false]) : random.of(MONEY)
  return {
    ...(random.chance(0.5) ? { maxAmountPerPayment: money } : {}),
    ...(random.chance(0.05) ? { allowedAssets: random.of([true, false, null, 'all', {}]) } : {}),
    ...(count > 0 ? { allowedAssets: entries } : {}),
  }
}

function entry(random: Random): unknown {
  if (random.chance(0.01)) return random.of([null, 'USDC', {}, { network: 'base', asset: 5 }])
  const network = random.of(PATTERNS)
  const here = random.chance(0.6) ? assetsOf(V1_IDS[network] ?? network) : []
  const known = here.length > 0 ? random.of(here) : undefined
  const named = known && random.chance(0.5) ? known.symbol : known?.asset
  const cap = random.chance(0.06) ? random.of(BAD_CAPS) : random.of(CAPS)
  return {
    network,
    asset: respelled(random, named ?? random.of(NAMES)),
    ...(random.chance(named === undefined ? 0.05 : 0.2) ? {} : { maxAmountPerPayment: cap }),
  }
}

const assetsOf = (network: string) => ALL.filter((a) => a.network === network)

/** A mint that no table has is always itself: which of two spellings an owner means, nobody can say. */
const respelled = (random: Random, text: string): string =>
  text === WRAPPED_SOL ? text : respell(random, text)

/** Mostly as it is; now and then in other case, or not quite itself. */
function respell(random: Random, text: string): string {
  if (random.chance(0.85)) return text
  return random.of([text.toLowerCase(), text.toUpperCase(), `0x${text.slice(2).toUpperCase()}`, `${text} `])
}

function offer(random: Random, isV1: boolean): unknown {
  if (random.chance(0.004)) return random.of([null, 'offer', 5, []])
  const names = isV1 ? V1_NAMES : GOOD
  const network = random.chance(0.06) ? random.of(isV1 ? V1_ODD : ODD) : random.of(names)
  const id = (isV1 ? V1_IDS[network] : network) ?? network
  const here = assetsOf(id)
  const known = here.length > 0 && random.chance(0.8) ? random.of(here) : undefined
  const isSvm = id.startsWith('solana')
  const stranger = random.of(isSvm ? [WRAPPED_SOL, USDC] : [DAI, DAI, USDC, 'USDC', 'DAI'])
  const asset = respell(random, known?.asset ?? stranger)
  const made: Record<string, unknown> = {
    scheme: random.chance(0.1)
      ? random.of(['batch-settlement', 'auth-capture', 'streaming', 'Exact', ''])
      : scheme(random),
    network,
    [isV1 ? 'maxAmountRequired' : 'amount']: amount(random, known?.decimals ?? 6),
    asset,
    payTo: random.chance(0.03)
      ? random.of([OWN, asset, `0x${'0'.repeat(40)}`, 'nobody', WRAPPED_SOL, '1'.repeat(32)])
      : isSvm
        ? SVM_PAYEE
        : random.of([PAYEE, OTHER_PAYEE]),
    maxTimeoutSeconds: random.chance(0.06)
      ? random.of(['60', '600', '86401', '0', 0, -1, 1.5, null, '1e3', 86_401, 10 ** 9, undefined])
      : random.of([60, 60, 60, 300, 600, 601, 3_600, 86_400]),
    ...extra(random, known, isSvm),
    ...(isV1 && random.chance(0.3)
      ? { resource: random.of(['https://api.example.com/x', '/x', 'https://elsewhere.example/x']) }
      : {}),
  }
  if (random.chance(0.02))
    made[random.of(['asset', 'network', 'payTo', 'scheme'])] = random.of([undefined, 5, null])
  return made
}

const scheme = (random: Random): string => (random.chance(0.85) ? 'exact' : 'upto')

function extra(
  random: Random,
  known: { name?: string | undefined; version?: string | undefined } | undefined,
  isSvm: boolean,
) {
  // Who sends a Solana transaction is always named: without it nothing can be signed by either client.
  if (isSvm) return { extra: { feePayer: SVM_PAYEE } }
  if (random.chance(0.02)) return { extra: random.of([null, 'none', 5, []]) }
  const said: Record<string, unknown> = {}
  if (known?.name !== undefined && random.chance(0.8))
    Object.assign(said, { name: known.name, version: known.version })
  if (random.chance(0.05)) {
    const field = random.of(['name', 'version', 'decimals', 'chainId', 'verifyingContract'])
    said[field] = random.of(['USD Coin', '2', 2, 6, '18', 8453, '8453', USDC, null, {}, ['2']])
  }
  if (random.chance(0.85))
    said.facilitatorAddress = random.of([FACILITATOR, FACILITATOR, FACILITATOR, '0x', 7])
  if (random.chance(0.15)) {
    said.paymentFlow = random.of(['authorization', 'upfront', 'escrow', 'later', null, 1])
  }
  if (random.chance(0.1)) {
    said.assetTransferMethod = random.of(['permit2', 'eip3009', 'permit2', 'eip2612', null, ['permit2']])
  }
  return Object.keys(said).length > 0 || random.chance(0.5) ? { extra: said } : {}
}

const FACILITATOR = `0x${'fa'.repeat(20)}`

const ODD_AMOUNTS = [
  '007',
  '-1',
  '-0',
  '0.5',
  '1.',
  '1.0',
  '.5',
  '1e3',
  '0x10',
  '',
  ' 1',
  '+1',
  'abc',
  null,
  undefined,
  true,
  0.5,
  -1,
  -0,
  2 ** 53,
  1e21,
  ['10000'],
  {},
  (MAX + 1n).toString(),
  `1${'0'.repeat(400)}`,
]

/** Around the caps that the configurations set, in units of the token. */
function amount(random: Random, decimals: number): unknown {
  if (random.chance(0.1)) return random.of(ODD_AMOUNTS)
  if (random.chance(0.02)) return random.of([MAX.toString(), 10_000, 0, 1_000_000])
  const cents = random.of([0n, 1n, 10n, 50n, 90n, 100n, 200n, 500n, 10_000n])
  const whole = cents * 10n ** BigInt(decimals - 2) + random.of([0n, 0n, 1n, -1n])
  return (whole < 0n ? 0n : whole).toString()
}

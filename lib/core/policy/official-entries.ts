import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS, V1_EVM_NAMES } from '../assets/default-assets'
import { isAddress } from '../caip/address'
import { parseCaip2, toCaip2 } from '../caip/network'

/** One of `allowedAssets` as the published client means it; `cap` is atomic, null for none. */
export type OfficialEntry = { readonly network: string; readonly asset: string; readonly cap: bigint | null }

/** One asset that an entry is for, in quotes of one version. */
type Target = { readonly version: 1 | 2; readonly network: string; readonly asset: string }

/** A network as quotes of a version spell it, and its CAIP-2 id. */
type Spelling = { readonly version: 1 | 2; readonly name: string; readonly network: string }

const V1_SPELLINGS: readonly Spelling[] = [
  ...V1_EVM_NAMES.keys(),
  'solana',
  'solana-devnet',
  'solana-testnet',
].flatMap((name) => {
  const network = toCaip2(name, 1)
  return network === null ? [] : [{ version: 1, name, network }]
})

/** Default assets of each network: symbol and address in lower case, and the address as the table has it. */
const byNetwork = Map.groupBy(
  [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS].map(({ network, symbol, asset }) => ({
    network,
    names: [symbol.toLowerCase(), asset.toLowerCase()] as const,
    asset,
  })),
  ({ network }) => network,
)

/** Where the table has default assets, in every spelling. */
const WITH_DEFAULTS: readonly Spelling[] = spellingsOf([...byNetwork.keys()])

function spellingsOf(networks: readonly string[]): readonly Spelling[] {
  return [
    ...networks.map((network) => ({ version: 2, name: network, network }) as const),
    ...V1_SPELLINGS.filter((spelling) => networks.includes(spelling.network)),
  ]
}

/**
 * Whether a network's name is of a pattern: `*` stands for any characters, all else for itself.
 *
 * Each piece is looked for once from where the last one ended, so that no pattern takes long.
 */
export function isOfPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/**
 * Whether an entry can match default assets only, whatever a server offers: a symbol of one, or the
 * address of one where the network is named in full. A pattern with an address also meets that address on
 * chains where it is somebody else's token.
 */
export function isDefaultsOnly(entry: Pick<OfficialEntry, 'network' | 'asset'>): boolean {
  const isAnywhere = entry.network.includes('*')
  const text = entry.asset.toLowerCase()
  return WITH_DEFAULTS.some(
    ({ name, network }) =>
      isOfPattern(entry.network, name) &&
      byNetwork.get(network)?.some(({ names: [symbol, address] }) => {
        return text === symbol || (!isAnywhere && text === address)
      }) === true,
  )
}

/**
 * Every asset that an entry is for, in quotes of either version.
 *
 * @param networks CAIP-2 ids over which a pattern is expanded; an id named in full need not be one of them
 */
export function expandEntry(entry: OfficialEntry, networks: readonly string[]): readonly Target[] {
  return spellingsFor(entry.network, networks).flatMap(({ version, network }) => {
    const known = defaultsOf(network, entry.asset)
    const assets = known.length > 0 ? known : addressOf(network, entry.asset)
    return assets.map((asset) => ({ version, network, asset }))
  })
}

function spellingsFor(pattern: string, networks: readonly string[]): readonly Spelling[] {
  if (pattern.includes('*')) return spellingsOf(networks).filter(({ name }) => isOfPattern(pattern, name))
  const named = V1_SPELLINGS.filter(({ name }) => name === pattern)
  const id: Spelling = { version: 2, name: pattern, network: pattern }
  return parseCaip2(pattern) === null ? named : [id, ...named]
}

/** Default assets that a text names, as the table spells them. Entries are compared without case. */
function defaultsOf(network: string, text: string): readonly string[] {
  const wanted = text.toLowerCase()
  const found = byNetwork.get(network)?.filter(({ names }) => names.includes(wanted))
  return found?.map(({ asset }) => asset) ?? []
}

function addressOf(network: string, text: string): readonly string[] {
  const plain = text.replace(/^0X/, '0x')
  return isAddress(network, plain) ? [plain] : []
}

import type { AssetEntry } from '../admission/types'
import { isRecord } from '../json/parse'
import { formatAmount, USD_DECIMALS } from '../money/amount'
import { moneyToAtomic } from '../money/dollars'
import { err, ok, type Result } from '../result'
import { expandEntry, isDefaultsOnly, type OfficialEntry } from './official-entries'

/**
 * Why a configuration is not taken over.
 *
 * - `controls-off`: `false` in place of the controls
 * - `any-asset`: `allowedAssets: true`
 * - `no-dollar-cap`: `maxAmountPerPayment: false`, or dollars that no token amount reaches
 * - `invalid-money`: a dollar cap that the published client cannot read either
 * - `asset-cap-not-atomic`: an entry's cap that is no integer
 * - `uncapped-entry`: an entry without a cap that can match more than default assets
 * - `malformed`: not of the shape at all
 */
export type ControlsRefusal =
  | 'controls-off'
  | 'any-asset'
  | 'no-dollar-cap'
  | 'invalid-money'
  | 'asset-cap-not-atomic'
  | 'uncapped-entry'
  | 'malformed'

/** The owner's rules that a configuration comes to. */
export type ImportedControls = {
  /** decimal dollars */
  readonly perPaymentUsd: string
  /**
   * One for each network and asset. Where the version of quotes matters it has one: the published client
   * compares the network as it is sent, so what names `eip155:8453` says nothing of version 1's `base`.
   */
  readonly assets: readonly AssetEntry[]
  /** places of entries that match nothing here: a screen warns, for the owner meant something by them */
  readonly unmatched: readonly number[]
}

/** `entry` is the place in `allowedAssets`, where the fault is there. */
export type ControlsFault = { readonly reason: ControlsRefusal; readonly entry: number | null }

/** What the published client allows a payment where nothing is said (DEFAULT_MAX_AMOUNT_PER_PAYMENT). */
const DEFAULT_USD = '$1'
const MAX_UINT256 = 2n ** 256n - 1n

/**
 * Translates the published client's `spendControls` into the owner's rules (x402 client configuration).
 *
 * All of it is read at once: what the published client would notice only when an offer meets it is
 * refused here. Patterns and symbols become plain entries, one for each network and asset, and among
 * entries for the same the first in the list stands, as it does there. An entry without a cap on a
 * default asset leaves that asset under the dollar limit, so it becomes no entry.
 *
 * @param controls JSON of any type; undefined where the configuration says nothing
 * @param networks CAIP-2 ids that patterns with `*` are expanded over
 * @returns the rules, or the first reason not to take them over
 */
export function importControls(
  controls: unknown,
  networks: readonly string[],
): Result<ImportedControls, ControlsFault> {
  const refuse = (reason: ControlsRefusal, entry: number | null = null) => err({ reason, entry })
  if (controls === false) return refuse('controls-off')
  const said = controls === undefined ? {} : controls
  if (!isRecord(said)) return refuse('malformed')
  const { allowedAssets, maxAmountPerPayment } = said
  if (allowedAssets === true) return refuse('any-asset')
  const dollars = readDollars(maxAmountPerPayment)
  if (!dollars.ok) return refuse(dollars.error)
  const list: unknown = allowedAssets ?? []
  if (!Array.isArray(list)) return refuse('malformed')
  const entries: OfficialEntry[] = []
  for (const [at, item] of list.entries()) {
    const entry = readEntry(item)
    if (!entry.ok) return refuse(entry.error, at)
    entries.push(entry.value)
  }
  return ok({ perPaymentUsd: dollars.value, ...translate(entries, networks) })
}

/** Cut to 18 decimals; finer than any default asset, so cutting there changes no outcome. */
function readDollars(money: unknown): Result<string, ControlsRefusal> {
  if (money === false) return err('no-dollar-cap')
  const read = moneyToAtomic(money ?? DEFAULT_USD, USD_DECIMALS)
  if (!read.ok) return err('invalid-money')
  return read.value > MAX_UINT256 ? err('no-dollar-cap') : ok(formatAmount(read.value, USD_DECIMALS))
}

function readEntry(item: unknown): Result<OfficialEntry, ControlsRefusal> {
  if (!isRecord(item)) return err('malformed')
  const { network, asset, maxAmountPerPayment } = item
  if (typeof network !== 'string' || typeof asset !== 'string') return err('malformed')
  const cap = maxAmountPerPayment ?? null
  const text = typeof cap === 'number' ? String(cap) : cap
  if (text === null) {
    const entry = { network, asset, cap: null }
    return isDefaultsOnly(entry) ? ok(entry) : err('uncapped-entry')
  }
  if (typeof text !== 'string' || !/^\d+$/.test(text)) return err('asset-cap-not-atomic')
  return ok({ network, asset, cap: capOf(text) })
}

/** Nothing above 256 bits can be asked, so a longer cap is cut to that before it is read as a number. */
function capOf(digits: string): bigint {
  const significant = digits.replace(/^0+(?=\d)/, '')
  const value = significant.length > 78 ? MAX_UINT256 : BigInt(significant)
  return value < MAX_UINT256 ? value : MAX_UINT256
}

/** What is said of one asset; the first entry for a version stands, and null is one without a cap. */
type Said = {
  readonly network: string
  readonly asset: string
  readonly caps: Partial<Record<1 | 2, bigint | null>>
}

function translate(
  entries: readonly OfficialEntry[],
  networks: readonly string[],
): Pick<ImportedControls, 'assets' | 'unmatched'> {
  const said = new Map<string, Said>()
  const unmatched: number[] = []
  for (const [at, entry] of entries.entries()) {
    const targets = expandEntry(entry, networks)
    if (targets.length === 0) unmatched.push(at)
    for (const { version, network, asset } of targets) {
      const key = `${network} ${network.startsWith('eip155:') ? asset.toLowerCase() : asset}`
      const of = said.get(key) ?? { network, asset, caps: {} }
      said.set(key, of)
      if (of.caps[version] === undefined) of.caps[version] = entry.cap
    }
  }
  return { assets: [...said.values()].flatMap(entriesOf), unmatched }
}

function entriesOf({ network, asset, caps }: Said): readonly AssetEntry[] {
  const capped = (cap: bigint | null | undefined): readonly AssetEntry[] =>
    cap === null || cap === undefined ? [] : [{ network, asset, maxAmount: cap.toString() }]
  if (caps[1] === caps[2]) return capped(caps[1])
  return ([1, 2] as const).flatMap((quoteVersion) =>
    capped(caps[quoteVersion]).map((entry) => ({ ...entry, quoteVersion })),
  )
}

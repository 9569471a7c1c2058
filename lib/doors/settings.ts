import { NETWORKS, parseRpcUrl } from '@/lib/chain/networks'
import type { AssetEntry } from '@/lib/core/admission/types'
import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { NATIVE_DECIMALS } from '@/lib/core/assets/native'
import { isAddress, sameAddress } from '@/lib/core/caip/address'
import { parseAtomic, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import { nativeRule } from '@/lib/ledger/read/totals'
import { writeSettings } from '@/lib/ledger/write/documents'
import { confirmPassword } from '@/lib/payments/facts'
import type { Wallet } from '@/lib/payments/wallet'
import { ALL_NETWORKS } from './settings-view'
import type { UiError } from './ui-protocol'
import type { SettingsChange } from './ui-settings'

/** Dollars are typed with cents at most; a limit of more than this is a slip of the hand. */
const LIMIT_DECIMALS = 6
/** Each is asked about every payment; more witnesses say no more. */
const MOST_NODES = 5
/** Each is looked at for each offer. */
const MOST_ASSETS = 50
const MAX_LIMIT = 1_000_000n * 10n ** 6n

/**
 * Changes one setting. What loosens a limit asks for the password (I9); what tightens one does not.
 *
 * @returns null, or why nothing was changed
 */
export async function changeSettings(
  wallet: Wallet,
  change: SettingsChange,
  password: string | undefined,
): Promise<UiError | null> {
  const before = await readSettings(wallet.ledger)
  const wanted = wantedOf(before, change)
  if (wanted === null) return { code: 'bad-value' }
  if (wanted.loosens) {
    const refused = await confirmPassword(wallet, password)
    if (refused !== null) return refused
  }
  // Decided once more on what stands now: another window may have changed something beside it.
  await writeSettings(wallet.ledger, (now) => wantedOf(now, change)?.change ?? {})
  return null
}

function wantedOf(
  before: Settings,
  change: SettingsChange,
): { change: Partial<Settings>; loosens: boolean } | null {
  switch (change.kind) {
    case 'limit': {
      const limit = parseDecimal(change.usd, LIMIT_DECIMALS)
      const present = parseDecimal(before[change.which], USD_DECIMALS)
      if (!limit.ok || !present.ok || limit.value > MAX_LIMIT) return null
      return {
        change: { [change.which]: change.usd },
        loosens: limit.value * 10n ** BigInt(USD_DECIMALS - LIMIT_DECIMALS) > present.value,
      }
    }
    case 'native': {
      const { network, amount } = change
      const perDay = parseDecimal(amount, NATIVE_DECIMALS)
      if (!perDay.ok || !NETWORKS.some((n) => n.network === network)) return null
      const nativePerDay = { ...before.nativePerDay, [network]: perDay.value.toString() }
      return { change: { nativePerDay }, loosens: perDay.value > BigInt(nativeRule(before, network).limit) }
    }
    case 'controls': {
      const { perPaymentUsd, assets } = change
      const limit = parseDecimal(perPaymentUsd, USD_DECIMALS)
      if (!limit.ok || limit.value > MAX_LIMIT * 10n ** BigInt(USD_DECIMALS - LIMIT_DECIMALS)) return null
      return assets.every(isEntry) ? { change: { perPaymentUsd, assets }, loosens: true } : null
    }
    case 'testnets':
      return { change: { testnets: change.on }, loosens: change.on }
    case 'agentsDrive':
      return { change: { agentsDrive: change.on }, loosens: !change.on && before.agentsDrive }
    case 'language':
      return { change: { language: change.language }, loosens: false }
    case 'theme':
      return { change: { theme: change.theme }, loosens: false }
    case 'developer':
      return { change: { developer: change.on }, loosens: false }
    case 'asset': {
      const { entry } = change
      if (!isEntry(entry) || before.assets.length >= MOST_ASSETS) return null
      // Beside the default ones an entry is what lets an asset be paid at all.
      return { change: { assets: [...without(before, entry), entry] }, loosens: true }
    }
    case 'asset-remove':
      return {
        change: { assets: without(before, change) },
        loosens: findDefaultAsset(change.network, change.asset) !== null,
      }
    case 'rpc': {
      const urls = [...new Set([change.url].flat().map(parseRpcUrl))].filter((url) => url !== undefined)
      const known = ALL_NETWORKS.some((n) => n.network === change.network)
      const isRead = urls.length > 0 && urls.length <= MOST_NODES && [change.url].flat().every(parseRpcUrl)
      // A node tells whether a payment happened: pointing the wallet at another one is the owner's act.
      return !isRead || !known
        ? null
        : { change: { rpc: { ...before.rpc, [change.network]: urls } }, loosens: true }
    }
    case 'unblock':
      return {
        change: { blockedOrigins: before.blockedOrigins.filter((o) => o !== change.origin) },
        loosens: false,
      }
  }
}

/** The entries but those of one asset. */
const without = ({ assets }: Settings, of: { readonly network: string; readonly asset: string }) =>
  assets.filter((e) => e.network !== of.network || !sameAddress(of.network, e.asset, of.asset))

/** An entry that admission can read: a known network, an address of its family, a cap. */
function isEntry({ network, asset, maxAmount }: AssetEntry): boolean {
  const atomic = parseAtomic(maxAmount)
  return networkById(network) !== null && isAddress(network, asset) && atomic !== null
}

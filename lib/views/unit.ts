import type { BudgetPolicy } from '@/lib/core/admission/types'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { coinOf, isNative, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import { parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import type { UnitView } from '@/lib/doors/ui-protocol'
import type { Settings } from '@/lib/ledger/read/documents'

/** How a unit is shown; null for an asset that neither the table nor the owner has decimals for. */
export function unitView(settings: Settings, unit: BudgetPolicy['unit']): UnitView {
  if (unit.kind === 'usd') return { kind: 'usd', testnet: unit.testnet === true }
  const { network, asset } = unit
  if (isNative(asset))
    return { kind: 'asset', network, asset, symbol: coinOf(network).symbol, decimals: NATIVE_DECIMALS }
  const known = findDefaultAsset(network, asset)
  const entry = settings.assets.find((a) => a.network === network && a.asset === asset)
  const decimals = known?.decimals ?? entry?.decimals ?? 0
  return { kind: 'asset', network, asset, symbol: known?.symbol ?? entry?.name ?? null, decimals }
}

/** Decimals of an amount in this unit. */
export const decimalsOf = (unit: UnitView): number => (unit.kind === 'usd' ? USD_DECIMALS : unit.decimals)

/** What a limit admits, in its unit with so many decimals; nothing where its text is no number. */
export function limitOf({ limit, unit }: Pick<BudgetPolicy, 'limit' | 'unit'>, decimals: number): bigint {
  if (unit.kind === 'atomic') return BigInt(limit)
  const read = parseDecimal(limit, decimals)
  return read.ok ? read.value : 0n
}

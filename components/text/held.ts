import { usdOf } from '@/lib/core/assets/lookup'
import { formatAmount, USD_DECIMALS } from '@/lib/core/money/amount'
import type { OutstandingSum } from '@/lib/ledger/read/outstanding'

import type { Format } from '../i18n/format'
import { dollars, fromAtomic, units } from './amount'

/** What is held in all: dollars of real default assets in one sum, everything else by its own token. */
export function heldText(sums: readonly OutstandingSum[], format: Format): string {
  let usd = 0n
  const others: string[] = []
  for (const { network, asset, amount, decimals, symbol } of sums) {
    const worth = usdOf(network, asset, BigInt(amount))
    if (worth !== null && !worth.testnet) usd += worth.usd
    else others.push(`${units(fromAtomic(amount, decimals), format.locale).text} ${symbol}`)
  }
  const inDollars = usd > 0n ? [dollars(formatAmount(usd, USD_DECIMALS), format.locale).text] : []
  return format.list([...inDollars, ...others])
}

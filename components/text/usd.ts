import { formatAmount, USD_DECIMALS } from '@/lib/core/money/amount'

/** 18-decimal dollars as decimal text, which `dollars` and `cents` set in a language. */
export const usdText = (usd: bigint): string => formatAmount(usd, USD_DECIMALS)

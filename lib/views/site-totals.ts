import { usdOf } from '@/lib/core/assets/lookup'
import { isLive } from '@/lib/core/lifecycle/transition'
import { formatAmount, USD_DECIMALS } from '@/lib/core/money/amount'
import type { AuthorizationRow } from '@/lib/ledger/schema'

/** What was paid and what is held, decimal dollars, and of how many signatures. */
export type MoneySum = { readonly settled: string; readonly held: string; readonly count: number }

/** Real and test money apart, and what has no dollar value by its asset. */
export type SiteTotals = {
  readonly real: MoneySum
  readonly test: MoneySum
  /** atomic sums of each other asset */
  readonly others: readonly {
    readonly network: string
    readonly asset: string
    readonly symbol: string
    readonly decimals: number
    readonly settled: string
    readonly held: string
  }[]
}

type Sum = { settled: bigint; held: bigint; count: number }
const nothing = (): Sum => ({ settled: 0n, held: 0n, count: 0 })
const shown = ({ settled, held, count }: Sum): MoneySum => ({
  settled: formatAmount(settled, USD_DECIMALS),
  held: formatAmount(held, USD_DECIMALS),
  count,
})

/** Adds up authorizations as they come: settled by what moved, live by the whole amount, released not at all. */
export class Tally {
  readonly #real = nothing()
  readonly #test = nothing()
  readonly #others = new Map<string, Sum & { readonly row: AuthorizationRow }>()
  #lastAt: number | null = null

  /** Unix milliseconds of the newest that was added; null without any. */
  get lastAt(): number | null {
    return this.#lastAt
  }

  /** Counts one more. */
  add(row: AuthorizationRow): void {
    this.#lastAt = Math.max(this.#lastAt ?? 0, row.createdAt)
    if (row.state === 'released') return
    const settled = row.state === 'settled'
    if (!settled && !isLive(row.state)) return
    const amount = BigInt(settled ? (row.moved ?? row.amount) : row.amount)
    const usd = usdOf(row.network, row.asset, amount)
    const sum = usd === null ? this.#other(row) : usd.testnet ? this.#test : this.#real
    sum[settled ? 'settled' : 'held'] += usd === null ? amount : usd.usd
    sum.count++
  }

  #other(row: AuthorizationRow): Sum {
    const id = `${row.network} ${row.asset.toLowerCase()}`
    const known = this.#others.get(id) ?? { ...nothing(), row }
    this.#others.set(id, known)
    return known
  }

  /** The sums so far. */
  totals(): SiteTotals {
    return {
      real: shown(this.#real),
      test: shown(this.#test),
      others: [...this.#others.values()].map(({ row, settled, held }) => ({
        network: row.network,
        asset: row.asset,
        symbol: row.symbol,
        decimals: row.decimals,
        settled: settled.toString(),
        held: held.toString(),
      })),
    }
  }
}

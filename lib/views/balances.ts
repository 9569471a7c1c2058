import { usdOf } from '@/lib/core/assets/lookup'
import type { HeldView } from '@/lib/doors/ui-money'
import type { KnownBalances } from '@/lib/ledger/balance-rows'

/** A network whose money is shown. */
export type MoneyNetwork = { readonly network: string; readonly name: string; readonly testnet: boolean }

/** What was read of a network: nothing yet, or its balances as they came; a failed read has none. */
export type NetworkRead = 'reading' | readonly HeldView[]

/** A sum that was once read, 18-decimal dollars, and when the oldest part of it was, Unix milliseconds. */
export type LastKnown = { readonly usd: bigint; readonly readAt: number }

/** The money on one network. `usd` is what was read now, 18-decimal dollars; null where it is not known now. */
export type NetworkMoney = MoneyNetwork & {
  readonly state: 'reading' | 'read' | 'unknown'
  readonly usd: bigint | null
  /** what is known from before, where it is not known now; null where nothing is */
  readonly last: LastKnown | null
}

/** Money of one kind over networks, real or test. */
export type Money = {
  /** 18-decimal dollars over the networks that were read now; null where none was */
  readonly usd: bigint | null
  /** the same with what is known from before of those that are being read; null where nothing is known */
  readonly soFar: bigint | null
  readonly networks: readonly NetworkMoney[]
  /** how many are being read */
  readonly reading: number
  /** networks of which nothing is known now: what is there is in no sum */
  readonly unknown: readonly NetworkMoney[]
  /** by account, its EVM address, over the networks that were read now; those with nothing are left out */
  readonly accounts: readonly { readonly account: string; readonly usd: bigint }[]
}

/**
 * Adds up what was read of the default assets, each worth a dollar. Test money and real money are never one sum,
 * and what was not read is in none: unknown is not zero, and old is not now.
 *
 * @param reads by network; a network that is missing is being read
 * @param known what was once read, by network
 * @param accounts addresses on EVM of the wallet's accounts: what is known of others is left out
 */
export function moneyOf(
  networks: readonly MoneyNetwork[],
  reads: ReadonlyMap<string, NetworkRead>,
  known: ReadonlyMap<string, KnownBalances>,
  accounts: readonly string[],
): Money {
  const each = networks.map((network): NetworkMoney => {
    const read = reads.get(network.network) ?? 'reading'
    const usd = read === 'reading' ? null : sumOf(network.network, read)
    const state = read === 'reading' ? 'reading' : usd === null ? 'unknown' : 'read'
    const last = usd === null ? lastOf(network.network, known.get(network.network) ?? {}, accounts) : null
    return { ...network, state, usd, last }
  })
  const parts = each.flatMap(({ usd }) => usd ?? [])
  const waited = each.flatMap(({ state, last }) => (state === 'reading' && last !== null ? last.usd : []))
  return {
    usd: added(parts),
    soFar: added([...parts, ...waited]),
    networks: each,
    reading: each.filter(({ state }) => state === 'reading').length,
    unknown: each.filter(({ state }) => state === 'unknown'),
    accounts: accounts.flatMap((account) => {
      const sums = each
        .filter(({ state }) => state === 'read')
        .flatMap(({ network }) => sumOf(network, heldBy(reads.get(network), account)) ?? [])
      const usd = added(sums) ?? 0n
      return usd === 0n ? [] : [{ account, usd }]
    }),
  }
}

/** What is known from before of several networks together; null where nothing is. */
export function lastKnown(networks: readonly NetworkMoney[]): LastKnown | null {
  const known = networks.flatMap(({ last }) => last ?? [])
  const usd = added(known.map((last) => last.usd))
  return usd === null ? null : { usd, readAt: Math.min(...known.map((last) => last.readAt)) }
}

const heldBy = (read: NetworkRead | undefined, account: string): readonly HeldView[] =>
  Array.isArray(read) ? read.filter((held: HeldView) => held.account === account) : []

/** 18-decimal dollars; null where a part was not read, or nothing was. */
function sumOf(network: string, read: readonly HeldView[]): bigint | null {
  let sum = 0n
  for (const { asset, amount } of read) {
    if (amount === null) return null
    sum += usdOf(network, asset, BigInt(amount))?.usd ?? 0n
  }
  return read.length === 0 ? null : sum
}

function lastOf(network: string, known: KnownBalances, accounts: readonly string[]): LastKnown | null {
  const ours = Object.entries(known).filter(([id]) => accounts.includes(id.split('/', 1)[0] ?? ''))
  if (ours.length === 0) return null
  const held = ours.map(([id, { amount }]) => ({
    account: '',
    asset: id.slice(id.indexOf('/') + 1),
    amount,
  }))
  const readAt = Math.min(...ours.map(([, row]) => row.readAt))
  return { usd: sumOf(network, held) ?? 0n, readAt }
}

/** Null for none: nothing known is not zero. */
const added = (parts: readonly bigint[]): bigint | null =>
  parts.length === 0 ? null : parts.reduce((all, part) => all + part, 0n)

import { blockOf } from '@/lib/chain/block-at'
import type { Read, Reading } from '@/lib/chain/reading'
import type { Address } from '@/lib/core/hex'
import { ok } from '@/lib/core/result'
import type { IncomingRow, WatchRow } from '@/lib/ledger/watch-rows'
import { readIncoming } from './logs'
import { type WatchDeps, watchId } from './watches'

/** Of one range so many are kept, the newest: anybody may send dust as often as they like. */
const MOST = 50
/** How far what begins to be watched is looked back for, in blocks, by what a node takes in one call. */
const BACK = [10_000, 1_000]

/** An account and an asset, and where each is written. */
type Of = Pick<WatchRow, 'account' | 'network' | 'asset'>

/**
 * What came to accounts of ours between two blocks, both included, from anybody but another of these accounts. It is
 * for the screens alone: nothing is decided by it.
 *
 * @param of accounts and assets of one network
 */
export async function incomingIn(
  { accounts }: Pick<WatchDeps, 'accounts'>,
  reading: Reading,
  of: readonly Of[],
  from: number,
  to: number,
): Promise<Read<readonly IncomingRow[]>> {
  const own = new Set(accounts.map((account) => account.toLowerCase()))
  const byId = new Map(of.map((each) => [watchId(each.account, each.network, each.asset), each]))
  const sought = {
    assets: [...new Set(of.map(({ asset }) => asset as Address))],
    accounts: [...new Set(of.map(({ account }) => account as Address))],
  }
  const moves = await readIncoming(reading, sought, from, to)
  if (!moves.ok) return moves
  const rows: IncomingRow[] = []
  const times = new Map<number, number>()
  for (const move of moves.value.filter((each) => !own.has(each.from)).slice(-MOST)) {
    const to = byId.get(watchId(move.to, of[0]?.network ?? '', move.asset))
    if (to === undefined) continue
    if (!times.has(move.block)) {
      const block = await blockOf(reading, BigInt(move.block))
      if (!block.ok) return block
      times.set(move.block, block.value.timestamp * 1_000)
    }
    rows.push({
      id: `${to.network}/${move.transaction}/${move.logIndex}`,
      account: to.account,
      network: to.network,
      asset: to.asset,
      from: move.from,
      amount: move.amount.toString(),
      transaction: move.transaction,
      block: move.block,
      at: times.get(move.block) ?? 0,
    })
  }
  return ok(rows)
}

/**
 * What came to accounts that begin to be watched because they hold something: it came before. Looks back as far as a
 * node takes in one call; nothing where none does.
 *
 * @param reading of a network, whose newest block is the last that is read
 */
export async function lookBack(
  deps: Pick<WatchDeps, 'accounts' | 'ledger'>,
  reading: Reading,
  of: readonly Of[],
): Promise<void> {
  const head = Number(reading.block.number)
  for (const span of BACK) {
    const rows = await incomingIn(deps, reading, of, Math.max(0, head - span + 1), head)
    if (!rows.ok) continue
    if (await reading.stands()) await deps.ledger.incoming.bulkPut([...rows.value])
    return
  }
}

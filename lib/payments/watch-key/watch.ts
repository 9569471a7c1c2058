import { blockOf } from '@/lib/chain/block-at'
import { uint256 } from '@/lib/chain/chain'
import { word } from '@/lib/chain/hex'
import type { Read, Reading } from '@/lib/chain/reading'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import { isSolana } from '@/lib/core/assets/svm-networks'
import type { Address, Hex } from '@/lib/core/hex'
import { LIVE_STATES } from '@/lib/core/lifecycle/transition'
import { err, ok } from '@/lib/core/result'
import type { Ledger } from '@/lib/ledger/schema'
import type { StrangerRow, WatchRow } from '@/lib/ledger/watch-rows'
import { isImporting } from '@/lib/ledger/write/documents'
import { writeNetworkState } from '@/lib/ledger/write/network-state'
import { recordRead } from '@/lib/ledger/write/strangers'
import { incomingIn, lookBack } from './incoming'
import { readCalled, readSpending, type Spending } from './logs'
import { couldBePermit2, isAllowed, type Known, type Unknown, unexplained } from './match'
import { advanceRebuild } from './rebuild'
import { headOf, isOfNetwork, openOn, type WatchDeps, watchId } from './watches'

/** Networks that one wake reads. */
const NETWORKS_AT_ONCE = 2
/** Calls for logs that one wake makes for a network. */
const RANGES_AT_ONCE = 8
/** Blocks of one call at first; a node that takes fewer is asked for half, down to the least. */
const WIDEST = 10_000
const NARROWEST = 100
/** Payments whose assets are taken up for watching in one wake. */
const PAYMENTS_AT_ONCE = 500
/** The document that says up to which payment assets were taken up. */
const TAKEN_UP = 'watch'

/**
 * Looks at the chain for money that left accounts of ours without this ledger: bounded work, to be called at
 * each wake, at unlocking and while a restored wallet reads its past.
 *
 * What begins to be watched begins at the present head; in a restored wallet its past is read first. A node
 * that does not answer leaves everything as it was.
 *
 * @returns what was found, each of which is now counted and holds automatic payments
 */
export async function watchKeys(deps: WatchDeps): Promise<readonly StrangerRow[]> {
  const { ledger } = deps
  if (deps.accounts.length === 0 || (await isImporting(ledger))) return []
  await takeUpAssets(deps)
  await advanceRebuild(deps)
  const ours = new Set(deps.accounts.map((a) => a.toLowerCase()))
  const watches = (await ledger.watches.toArray()).filter((w) => ours.has(w.account.toLowerCase()))
  const byNetwork = Map.groupBy(watches, (w) => w.network)
  const oldest = (rows: readonly WatchRow[]) => Math.min(...rows.map((w) => w.checkedAt))
  const turn = [...byNetwork.values()].sort((a, b) => oldest(a) - oldest(b)).slice(0, NETWORKS_AT_ONCE)
  const found = await Promise.all(turn.map((rows) => readNetwork(deps, rows)))
  await advanceRebuild(deps)
  return found.flat()
}

/** Begins to watch what was paid with or is held, where it is not watched yet. */
async function takeUpAssets(deps: WatchDeps): Promise<void> {
  const { ledger, accounts, balances, now } = deps
  const from = Number((await ledger.documents.get(TAKEN_UP))?.value ?? -1)
  const paid = await ledger.authorizations.where('createdAt').above(from).limit(PAYMENTS_AT_ONCE).toArray()
  const held = balances.filter(({ amount }) => amount !== '0')
  const wanted = new Map(
    [...paid.map((a) => ({ account: a.from, network: a.network, asset: a.asset })), ...held]
      .filter(
        ({ account, network, asset }) =>
          isOfNetwork(account, network) && findDefaultAsset(network, asset) !== null,
      )
      .filter(({ account }) => accounts.some((a) => a.toLowerCase() === account.toLowerCase()))
      .map((of) => [watchId(of.account, of.network, of.asset), of] as const),
  )
  const present = await ledger.watches.bulkGet([...wanted.keys()])
  const missing = [...wanted].filter((_, i) => present[i] === undefined)
  let isWhole = true
  for (const [network, rows] of Map.groupBy(missing, ([, of]) => of.network)) {
    const reading = isSolana(network) ? null : await openOn(deps, network)
    const head = isSolana(network) ? await headOf(deps, network) : Number(reading?.block.number ?? -1)
    if (head === null || head < 0) {
      isWhole = false
      continue
    }
    if (reading !== null)
      await lookBack(
        deps,
        reading,
        rows.map(([, of]) => of),
      )
    await ledger.watches.bulkPut(
      rows.map(([id, of]) => ({ id, ...of, nextBlock: head + 1, checkedAt: now() })),
    )
  }
  const last = paid.at(-1)
  if (isWhole && last !== undefined) await ledger.documents.put({ name: TAKEN_UP, value: last.createdAt })
}

/** Reads on from where the watches of one network stand, together. */
async function readNetwork(deps: WatchDeps, rows: readonly WatchRow[]): Promise<readonly StrangerRow[]> {
  const [first] = rows
  if (first === undefined) return []
  const { network } = first
  // Asked now, whatever comes of it: one node that is down keeps no other network from its turn.
  await deps.ledger.watches
    .where('id')
    .anyOf(rows.map((w) => w.id))
    .modify({ checkedAt: deps.now() })
  if (isSolana(network)) return await onSolana(deps, network, rows)
  const reading = await openOn(deps, network)
  if (reading === null) return []
  const head = Number(reading.block.number)
  const found: StrangerRow[] = []
  let watches = rows.map((w) => ({ ...w, checkedAt: deps.now() }))
  let span = WIDEST
  for (let calls = 0; calls < RANGES_AT_ONCE; calls++) {
    const from = Math.min(...watches.map((w) => w.nextBlock))
    if (from > head) break
    const to = Math.min(from + span - 1, head)
    const spending = await readSpending(reading, soughtBy(watches), from, to)
    if (!spending.ok) {
      if (spending.error !== 'refused' || span <= NARROWEST) break
      span = Math.max(NARROWEST, Math.floor(Math.min(span, to - from + 1) / 2))
      continue
    }
    const strangers = await strangersIn(deps, reading, network, spending.value, watches)
    if (!strangers.ok) break
    // Only shown: where it cannot be read, what left the accounts is read on all the same.
    const incoming = await incomingIn(deps, reading, watches, from, to)
    // What was seen in a block that is no longer there is read again.
    if (!(await reading.stands())) break
    const before = new Map(watches.map((w) => [w.id, w.nextBlock]))
    watches = watches.map((w) => ({ ...w, nextBlock: Math.max(w.nextBlock, to + 1) }))
    found.push(
      ...(await recordRead(deps.ledger, strangers.value, watches, before, incoming.ok ? incoming.value : [])),
    )
  }
  await writeNetworkState(deps.ledger, network, reading.state(), deps.now())
  return found
}

async function onSolana(
  { ledger, solana, now }: WatchDeps,
  network: string,
  rows: readonly WatchRow[],
): Promise<readonly StrangerRow[]> {
  if (solana === undefined) return []
  const { readSolana } = await solana.load()
  return await readSolana(ledger, await solana.nodesOf(network), rows, now())
}

const soughtBy = (watches: readonly WatchRow[]) => ({
  assets: [...new Set(watches.map((w) => w.asset as Address))],
  accounts: [...new Set(watches.map((w) => w.account as Address))],
})

/** The moves that nothing of ours is, as rows. A fault where a question about one of them got no answer. */
async function strangersIn(
  { ledger }: WatchDeps,
  reading: Reading,
  network: string,
  { moves, uses }: Spending,
  watches: readonly WatchRow[],
): Promise<Read<readonly StrangerRow[]>> {
  const unread = new Map(watches.map((w) => [w.id, w.nextBlock]))
  const isNew = (m: Spending['moves'][number]) =>
    m.block >= (unread.get(watchId(m.from, network, m.asset)) ?? Number.POSITIVE_INFINITY)
  const here = { moves: moves.filter(isNew), uses }
  if (here.moves.length === 0) return ok([])
  const { authorizations } = ledger
  const known = new Map<string, Known>()
  const nonces = [...new Set(uses.map((use) => use.nonce))]
  for (const row of await authorizations.where('nonce').anyOfIgnoreCase(nonces).toArray())
    known.set(row.id, row)
  const hashes = [...new Set(here.moves.map((m) => m.transaction))]
  for (const row of await authorizations.where('transaction').anyOfIgnoreCase(hashes).toArray())
    known.set(row.id, row)
  const left = unexplained(
    here,
    [...known.values()].filter((row) => row.network === network),
  )
  if (left.length === 0) return ok([])
  const strange = await withoutAllowed(ledger, reading, network, left)
  if (!strange.ok) return strange
  const rows: StrangerRow[] = []
  for (const move of strange.value) {
    const block = await blockOf(reading, BigInt(move.block))
    if (!block.ok) return block
    const watch = watches.find((w) => w.id === watchId(move.from, network, move.asset))
    rows.push({
      id: `${network}/${move.transaction}/${move.logIndex}`,
      account: watch?.account ?? move.from,
      network,
      asset: watch?.asset ?? move.asset,
      payTo: move.to,
      amount: move.amount.toString(),
      transaction: move.transaction,
      block: move.block,
      at: block.value.timestamp * 1_000,
      nonce: move.nonce,
      known: 0,
    })
  }
  return ok(rows)
}

/**
 * Takes away what is a Permit2 transfer of ours whose nonce the chain shows used, and what somebody took whom
 * the owner allowed it. Looks through the whole history: this is rare.
 */
async function withoutAllowed(
  ledger: Ledger,
  reading: Reading,
  network: string,
  left: readonly Unknown[],
): Promise<Read<readonly Unknown[]>> {
  const isLive = (row: Known) => (LIVE_STATES as readonly string[]).includes(row.state)
  const rows: readonly Known[] = await ledger.authorizations
    .filter((row) => row.network === network && row.transferMethod !== 'eip3009')
    .toArray()
  const spent = new Set<string>()
  const strange: Unknown[] = []
  for (const move of left) {
    let isOurs = false
    for (const row of rows.filter((r) => !spent.has(r.id) && isLive(r) && couldBePermit2(r, move))) {
      const used = await isPermit2Used(reading, row)
      if (!used.ok) return used
      if (!used.value) continue
      spent.add(row.id)
      isOurs = true
      break
    }
    const candidates = isOurs ? [] : rows.filter((row) => row.transferMethod !== 'permit2')
    if (candidates.length > 0) {
      const called = await readCalled(reading, move.transaction)
      if (!called.ok) return called
      isOurs = candidates.some((row) => isAllowed(row, move, called.value))
    }
    if (!isOurs) strange.push(move)
  }
  return ok(strange)
}

/** Reads `nonceBitmap(address,uint256)` of Permit2: whether a nonce of ours is used or cancelled. */
async function isPermit2Used(reading: Reading, row: Known): Promise<Read<boolean>> {
  const nonce = BigInt(row.nonce)
  const data: Hex = `0x4fe02b44${word(row.from as Hex)}${word(nonce >> 8n)}`
  const answer = await reading.ethCall(PERMIT2, data)
  if (!answer.ok) return answer
  const bits = uint256(answer.value)
  return bits === undefined ? err('refused') : ok(((bits >> (nonce & 255n)) & 1n) === 1n)
}

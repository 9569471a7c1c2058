import { blockAt } from '@/lib/chain/block-at'
import { NETWORKS } from '@/lib/chain/networks'
import { SOLANA_NETWORKS } from '@/lib/chain/svm/networks'
import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { isSolana } from '@/lib/core/assets/svm-networks'
import { REBUILD, type Rebuild, readRebuild } from '@/lib/ledger/read/automatic-hold'
import { readSettings } from '@/lib/ledger/read/documents'
import { rulesOf } from '@/lib/ledger/read/totals'
import type { Ledger } from '@/lib/ledger/schema'
import type { WatchRow } from '@/lib/ledger/watch-rows'
import { headOf, isOfNetwork, openOn, type WatchDeps, watchId } from './watches'

const HOUR = 3_600
const DAY = 86_400
/** A limit over all time asks for all that ever was; no node answers that, so this much is read for it. */
const LONGEST = 366 * DAY

/** Slots of Solana last 0.4 s, and never much less: what is read beyond the time counts at its own. */
const SLOTS_A_SECOND = 3

/** How far back a limit looks, in seconds: of its window, and of the whole hour that it may begin in. */
function longestWindow(rules: ReturnType<typeof rulesOf>): number {
  const of = rules.map(({ window }) =>
    window.kind === 'rolling' ? window.seconds : window.kind === 'month' ? 31 * DAY : LONGEST,
  )
  return Math.min(LONGEST, Math.max(0, ...of) + HOUR)
}

/**
 * A wallet was made of words or of a key that may have paid before: from now until its past is read nothing is
 * paid without a person, and what mandates there are wait for one to resume them.
 *
 * @param now Unix milliseconds
 * @param isOnSolana whether it has accounts there, as those of words have
 */
export async function beginRebuild(ledger: Ledger, now: number, isOnSolana = false): Promise<void> {
  await ledger.transaction('rw', ledger.documents, ledger.mandates, ledger.watches, async () => {
    const settings = await readSettings(ledger)
    const all = [...NETWORKS, ...(isOnSolana ? SOLANA_NETWORKS : [])]
    const networks = all.filter((n) => settings.testnets || !n.testnet).map((n) => n.network)
    const value: Rebuild = {
      since: Math.floor(now / 1_000) - longestWindow(rulesOf(settings)),
      startedAt: now,
      networks: Object.fromEntries(networks.map((network) => [network, null])),
      silent: [],
      done: false,
    }
    await ledger.documents.put({ name: REBUILD, value })
    await ledger.mandates
      .filter((m) => m.state === 'active')
      .modify({ state: 'paused', changedAt: Math.floor(now / 1_000) })
  })
}

/** The owner goes on without the rest: what was not read counts as nothing. */
export function endRebuild(ledger: Ledger): Promise<void> {
  return ledger.transaction('rw', ledger.documents, async () => {
    const rebuild = await readRebuild(ledger)
    if (rebuild !== null) await ledger.documents.put({ name: REBUILD, value: { ...rebuild, done: true } })
  })
}

/** Asks the networks that have not said yet where to begin, and sees whether all is read. */
export async function advanceRebuild(deps: WatchDeps): Promise<void> {
  const { ledger } = deps
  const before = await readRebuild(ledger)
  if (before === null || before.done) return
  const open = Object.keys(before.networks).filter((n) => before.networks[n] === null)
  const begun = await Promise.all(open.map(async (n) => [n, await begin(deps, n, before.since)] as const))
  await ledger.transaction('rw', ledger.documents, ledger.watches, async () => {
    const rebuild = await readRebuild(ledger)
    if (rebuild === null || rebuild.done || rebuild.startedAt !== before.startedAt) return
    const networks = { ...rebuild.networks }
    for (const [network, range] of begun) {
      if (range === null) continue
      networks[network] = range
      // From its past on, also what was watched from the head meanwhile.
      await ledger.watches.bulkPut(watchesOf(deps, network, range.from))
    }
    const watches = await ledger.watches.toArray()
    const done = Object.entries(networks).every(
      ([network, range]) =>
        range !== null && watches.every((w) => w.network !== network || w.nextBlock > range.to),
    )
    const silent = begun.flatMap(([network, range]) => (range === null ? [network] : []))
    await ledger.documents.put({ name: REBUILD, value: { ...rebuild, networks, silent, done } })
  })
}

async function begin(
  deps: WatchDeps,
  network: string,
  since: number,
): Promise<{ readonly from: number; readonly to: number } | null> {
  if (isSolana(network)) {
    const to = await headOf(deps, network)
    const seconds = Math.max(0, deps.now() / 1_000 - since)
    return to === null ? null : { from: Math.max(0, to - Math.ceil(seconds * SLOTS_A_SECOND)), to }
  }
  const reading = await openOn(deps, network)
  const before = reading === null ? null : await blockAt(reading, since - 1)
  if (reading === null || !before?.ok) return null
  return { from: Number(before.value) + 1, to: Number(reading.block.number) }
}

const watchesOf = ({ accounts }: WatchDeps, network: string, nextBlock: number): readonly WatchRow[] =>
  accounts
    .filter((account) => isOfNetwork(account, network))
    .flatMap((account) =>
      [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS]
        .filter((a) => a.network === network)
        .map(({ asset }) => ({
          id: watchId(account, network, asset),
          account,
          network,
          asset,
          nextBlock,
          checkedAt: 0,
        })),
    )

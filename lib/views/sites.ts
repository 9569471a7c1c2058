import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { formatAmount, USD_DECIMALS } from '@/lib/core/money/amount'
import { OWN_ORIGIN } from '@/lib/core/policy/own'
import { readSettings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, Ledger, MandateRow } from '@/lib/ledger/schema'
import { type SiteTotals, Tally } from './site-totals'

/** So many origins are listed: a person looks for one, and searches where there are more. */
export const MOST_SITES = 500
/** So many payees and prices of one origin are shown, the newest first. */
const MOST_REMEMBERED = 50
/** Payments that are read at once. */
const PAGE = 1_000
/** Agents are looked for among so many of the newest payments. */
const AGENTS_AMONG = 5_000

/** One origin that the wallet knows. Times are Unix milliseconds. */
export type SiteLine = {
  readonly origin: string
  readonly connected: boolean
  readonly blocked: boolean
  /** its mandates that stand or are paused */
  readonly mandates: number
  /** what was signed for it, whatever became of it */
  readonly payments: number
  readonly lastAt: number | null
}

/** What is remembered of a payee. Amounts are decimal text. */
export type RememberedPayee = {
  readonly payTo: string
  readonly networkName: string
  readonly testnet: boolean
  readonly symbol: string | null
  /** the last one */
  readonly amount: string
  readonly count: number
  readonly totalUsd: string
  readonly lastSeen: number
}

/** What something cost last. `amount` is decimal text of the asset, atomic where no table names it. */
export type RememberedPrice = {
  readonly method: string
  readonly path: string
  readonly payTo: string
  readonly networkName: string
  readonly symbol: string | null
  readonly amount: string
  readonly lastSeen: number
}

/** One origin with all that the wallet keeps of it. */
export type SiteView = SiteLine & {
  readonly connection: {
    readonly account: string
    readonly networkName: string
    readonly connectedAt: number
    readonly usedAt: number
  } | null
  readonly payees: readonly RememberedPayee[]
  readonly prices: readonly RememberedPrice[]
  readonly agents: readonly string[]
  readonly mandateIds: readonly string[]
  readonly totals: SiteTotals
}

/** An agent as an origin names it. */
export type AgentLine = {
  readonly agent: string
  readonly origin: string
  readonly mandates: number
  readonly lastAt: number | null
  readonly totals: SiteTotals
}

/** Whether an origin is another extension of this browser. */
export const isExtension = (origin: string): boolean => /^(chrome|moz)-extension:/.test(origin)

const stands = ({ state }: MandateRow): boolean => state !== 'revoked'

/** Every origin that is connected, blocked, remembered, or was paid for: the last used first. */
export async function siteLines(ledger: Ledger): Promise<readonly SiteLine[]> {
  const [settings, connections, mandates, askers, payees] = await Promise.all([
    readSettings(ledger),
    ledger.connections.toArray(),
    ledger.mandates.toArray(),
    originsOf(ledger, 'authorizations', 'asker', 'createdAt'),
    originsOf(ledger, 'payees', 'origin', 'lastSeen'),
  ])
  const standing = mandates.filter(stands)
  const origins = new Set([
    ...connections.map((c) => c.origin),
    ...settings.blockedOrigins,
    ...standing.map((m) => m.origin),
    ...askers,
    ...payees,
  ])
  origins.delete(OWN_ORIGIN)
  origins.delete('null')
  const lines = await Promise.all(
    [...origins].slice(0, MOST_SITES).map(async (origin): Promise<SiteLine> => {
      const connection = connections.find((c) => c.origin === origin)
      const [payments, last] = await Promise.all([paidFor(ledger, origin).count(), lastPaid(ledger, origin)])
      const usedAt = connection?.usedAt ?? null
      return {
        origin,
        connected: connection !== undefined,
        blocked: settings.blockedOrigins.includes(origin),
        mandates: standing.filter((m) => m.origin === origin).length,
        payments,
        lastAt: last === null ? usedAt : Math.max(last, usedAt ?? 0),
      }
    }),
  )
  return lines.sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || a.origin.localeCompare(b.origin))
}

/** The origins in a table's index of origin and time, each once, without reading their rows. */
async function originsOf(
  ledger: Ledger,
  table: 'authorizations' | 'payees',
  origin: 'asker' | 'origin',
  time: 'createdAt' | 'lastSeen',
): Promise<readonly string[]> {
  const found: string[] = []
  let from = ''
  while (found.length < MOST_SITES) {
    const next = (await ledger
      .table<Record<string, unknown>, string>(table)
      .where(`[${origin}+${time}]`)
      .between([from, 0], ['\uffff', 0], true, false)
      .first()) as Record<string, unknown> | undefined
    if (next === undefined) break
    const name = String(next[origin])
    found.push(name)
    from = `${name}\u0000`
  }
  return found
}

const paidFor = (ledger: Ledger, origin: string) =>
  ledger.authorizations
    .where('[asker+createdAt]')
    .between([origin, 0], [origin, Number.MAX_SAFE_INTEGER], true, true)

async function lastPaid(ledger: Ledger, origin: string): Promise<number | null> {
  return (await paidFor(ledger, origin).last())?.createdAt ?? null
}

/** All that is kept of one origin; its payments are read page by page, however many there are. */
export async function siteView(ledger: Ledger, origin: string): Promise<SiteView> {
  const [settings, connection, mandates, payees, prices] = await Promise.all([
    readSettings(ledger),
    ledger.connections.get(origin),
    ledger.mandates.where('origin').equals(origin).toArray(),
    ledger.payees
      .where('[origin+lastSeen]')
      .between([origin, 0], [origin, Number.MAX_SAFE_INTEGER])
      .reverse()
      .limit(MOST_REMEMBERED)
      .toArray(),
    ledger.prices
      .where('[origin+method+path]')
      .between([origin, '', ''], [origin, '\uffff', '\uffff'])
      .limit(10 * MOST_REMEMBERED)
      .toArray(),
  ])
  const tally = new Tally()
  const agents = new Set<string>()
  let payments = 0
  for await (const row of signedFor(ledger, origin)) {
    tally.add(row)
    payments++
    if (row.agent !== null) agents.add(row.agent)
  }
  const standing = mandates.filter(stands)
  return {
    origin,
    connected: connection !== undefined,
    blocked: settings.blockedOrigins.includes(origin),
    mandates: standing.length,
    payments,
    lastAt: tally.lastAt ?? connection?.usedAt ?? null,
    connection:
      connection === undefined
        ? null
        : {
            account: connection.account,
            networkName: networkById(connection.network)?.name ?? connection.network,
            connectedAt: connection.connectedAt,
            usedAt: connection.usedAt,
          },
    payees: payees.map(({ payTo, network, asset, amount, count, totalUsd, lastSeen }) => ({
      payTo,
      ...priceOf(network, asset, amount),
      testnet: networkById(network)?.testnet ?? false,
      count,
      totalUsd: formatAmount(totalUsd, USD_DECIMALS),
      lastSeen,
    })),
    prices: [...prices]
      .sort((a, b) => b.lastSeen - a.lastSeen)
      .slice(0, MOST_REMEMBERED)
      .map(({ method, path, payTo, network, asset, amount, lastSeen }) => ({
        method,
        path,
        payTo,
        ...priceOf(network, asset, amount),
        lastSeen,
      })),
    agents: [...agents].sort(),
    mandateIds: standing.map(({ id }) => id),
    totals: tally.totals(),
  }
}

/** What was signed for an origin, page by page; each page ends with a whole moment. */
async function* signedFor(ledger: Ledger, origin: string): AsyncGenerator<AuthorizationRow> {
  const rows = ledger.authorizations
  for (let from = 0; ; ) {
    const page = await rows
      .where('[asker+createdAt]')
      .between([origin, from], [origin, Number.MAX_SAFE_INTEGER], true, true)
      .limit(PAGE)
      .toArray()
    const last = page.at(-1)?.createdAt
    if (last === undefined) return
    yield* page.filter((row) => row.createdAt < last)
    yield* await rows.where('[asker+createdAt]').equals([origin, last]).toArray()
    from = last + 1
  }
}

function priceOf(network: string, asset: string, atomic: string) {
  const known = findDefaultAsset(network, asset)
  return {
    networkName: networkById(network)?.name ?? network,
    symbol: known?.symbol ?? null,
    amount: known === null ? atomic : formatAmount(BigInt(atomic), known.decimals),
  }
}

/** Agents that asked lately or have a mandate, as each origin names them: the last used first. */
export async function agentLines(ledger: Ledger): Promise<readonly AgentLine[]> {
  const [mandates, newest] = await Promise.all([
    ledger.mandates.toArray(),
    ledger.authorizations.orderBy('createdAt').reverse().limit(AGENTS_AMONG).toArray(),
  ])
  type Found = { readonly agent: string; readonly origin: string; readonly tally: Tally; mandates: number }
  const found = new Map<string, Found>()
  const of = (agent: string, origin: string): Found => {
    const id = JSON.stringify([agent, origin])
    const known = found.get(id) ?? { agent, origin, tally: new Tally(), mandates: 0 }
    found.set(id, known)
    return known
  }
  for (const row of newest) if (row.agent !== null) of(row.agent, row.asker).tally.add(row)
  for (const mandate of mandates.filter(stands))
    if (mandate.agent !== null) of(mandate.agent, mandate.origin).mandates++
  return [...found.values()]
    .map(({ agent, origin, tally, mandates: count }) => ({
      agent,
      origin,
      mandates: count,
      lastAt: tally.lastAt,
      totals: tally.totals(),
    }))
    .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0))
}

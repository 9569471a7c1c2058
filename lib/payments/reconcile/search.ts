import { blockAt } from '@/lib/chain/block-at'
import { RANGE_BLOCKS } from '@/lib/chain/logs'
import type { Read, Reading } from '@/lib/chain/reading'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { type Finding, type Findings, isOld } from './finding'

/** So many nonces are named in one filter. */
const AT_ONCE = 250
/** So many ranges are looked through in one go; what is not found then goes on from there. */
const RANGES_AT_ONCE = 24
/** Rows whose windows ended within one hour begin their search at one block. */
const SAME_BLOCK_SECONDS = 3_600
/** So many of those blocks are looked up in one go. */
const STARTS_AT_ONCE = 4
/** Kept of a row for which all blocks were looked through: its next search begins anew. */
const ALL_OVER = { from: 0, to: 0 }

/** Looks through one range for several authorizations; those that it does not name were not found there. */
type Look = (rows: readonly AuthorizationRow[], from: bigint, to: bigint) => Promise<Read<Findings>>

/** The blocks from `low` to `high` were looked through for a row; none yet where `low` is the higher one. */
type Line = { readonly row: AuthorizationRow; low: bigint; high: bigint }

type Direction = 'down' | 'up'

/**
 * Looks for what used some nonces, in bounded steps. Each row remembers between which blocks it was looked for, so
 * that it is found in the end, wherever it stands.
 *
 * The search begins at the end of a row's window, or at the newest block where that is not long past, and goes on
 * from there both ways in turn. A payment stands at or below that end. A nonce can be cancelled at any time, and of
 * what was signed while the clock was behind, the window was over before anybody could do so: that stands above.
 *
 * @param rows whose nonces are used as of the reading's block
 * @param exhausted what it means that nothing stands at or below where the search began, which alone counts then;
 *   where it is not given, a search that found nothing begins anew
 */
export async function search(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  look: Look,
  exhausted?: Finding,
): Promise<Findings> {
  const { number: newest } = reading.block
  const isAllOver = ({ low, high }: Omit<Line, 'row'>) =>
    low === 0n && (exhausted !== undefined || high >= newest)
  const findings: Findings = new Map()
  const lines = await startsOf(reading, rows, isAllOver)
  // A direction in which the nodes do not answer keeps nobody from the other one.
  const ways = new Set<Direction>(exhausted === undefined ? ['down', 'up'] : ['down'])
  for (let turn = 0; turn < RANGES_AT_ONCE && lines.length > 0; turn++) {
    const next = nextRange(lines, newest, ways, turn % 2 === 0 ? 'down' : 'up')
    if (next === null) break
    const { lead, from, to } = next
    const beside = lines.filter((line) => line !== lead && goesOn(line, from, to))
    const here = [lead, ...beside].slice(0, AT_ONCE)
    const found = await look(
      here.map(({ row }) => row),
      from,
      to,
    )
    if (!found.ok) {
      ways.delete(next.way)
      continue
    }
    for (const line of here) {
      const finding = found.value.get(line.row.id)
      if (from < line.low) line.low = from
      if (to > line.high) line.high = to
      const isOver = isAllOver(line)
      const searched = isOver ? ALL_OVER : { from: Number(line.low), to: Number(line.high) }
      const open = isOver && exhausted !== undefined ? exhausted : ({ kind: 'open', searched } as const)
      findings.set(line.row.id, finding ?? open)
      if (finding !== undefined || isOver) lines.splice(lines.indexOf(line), 1)
    }
  }
  return findings
}

const isFresh = ({ low, high }: Line): boolean => low > high

/** Whether a range is new to a row and lies next to what was looked through for it. */
const goesOn = ({ low, high }: Line, from: bigint, to: bigint): boolean =>
  from <= high + 1n && low <= to + 1n && (from < low || to > high)

/** The next range one way, and whom it is for; the other way where nobody needs that one. */
function nextRange(
  lines: readonly Line[],
  newest: bigint,
  ways: ReadonlySet<Direction>,
  preferred: Direction,
): { readonly way: Direction; readonly lead: Line; readonly from: bigint; readonly to: bigint } | null {
  const first = (some: readonly Line[], isBefore: (a: Line, b: Line) => boolean) =>
    some.reduce<Line | undefined>((best, one) => (best && !isBefore(one, best) ? best : one), undefined)
  for (const way of preferred === 'down' ? (['down', 'up'] as const) : (['up', 'down'] as const)) {
    if (!ways.has(way)) continue
    if (way === 'down') {
      // Those that were never looked for come first: most are found at once, and wait for no long search.
      const lead =
        lines.find((line) => isFresh(line) && line.row.unpaid !== 1) ??
        first(
          lines.filter(({ low }) => low > 0n),
          (a, b) => a.low > b.low,
        )
      if (lead === undefined) continue
      const to = lead.low - 1n
      return { way, lead, from: to >= RANGE_BLOCKS ? to - RANGE_BLOCKS + 1n : 0n, to }
    }
    const lead = first(
      // Of what was used without a payment it is known where that stands: right below.
      lines.filter((line) => line.high < newest && !(isFresh(line) && line.row.unpaid === 1)),
      (a, b) => a.high < b.high,
    )
    if (lead === undefined) continue
    const [from, to] = [lead.high + 1n, lead.high + RANGE_BLOCKS]
    return { way, lead, from, to: to < newest ? to : newest }
  }
  return null
}

/** Where each search goes on: beside what was looked through, or at the end of its window. */
async function startsOf(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  isAllOver: (blocks: Omit<Line, 'row'>) => boolean,
): Promise<Line[]> {
  const { number: newest } = reading.block
  const at = (row: AuthorizationRow, top: bigint): Line => ({ row, low: top + 1n, high: top })
  const lines: Line[] = []
  let known: { readonly time: number; readonly block: bigint } | null = null
  let looked = 0
  for (const row of [...rows].sort((a, b) => b.validBefore - a.validBefore)) {
    const before = searchedOf(row)
    if (before !== null && before.high > 0n && before.low <= newest + 1n && !isAllOver(before))
      lines.push({ row, ...before })
    // A second search of the whole chain trusts no time.
    else if (row.searched === 0 || !isOld(reading, row)) lines.push(at(row, newest))
    else {
      const isNear: boolean = known !== null && known.time - row.validBefore < SAME_BLOCK_SECONDS
      if (!isNear) {
        if (looked++ >= STARTS_AT_ONCE) continue
        const block = await blockAt(reading, row.validBefore)
        if (!block.ok) continue
        known = { time: row.validBefore, block: block.value }
      }
      lines.push(at(row, known?.block ?? newest))
    }
  }
  return lines
}

/** Between which blocks a row was looked for; of a row that only knows the lowest, what is above counts as new. */
function searchedOf({ searched, searchedTo }: AuthorizationRow): Omit<Line, 'row'> | null {
  if (searched === undefined) return null
  return { low: BigInt(searched), high: BigInt(searchedTo ?? searched - 1) }
}

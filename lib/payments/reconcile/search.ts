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

/** Looks through one range for several authorizations; those that it does not name were not found there. */
type Look = (rows: readonly AuthorizationRow[], from: bigint, to: bigint) => Promise<Read<Findings>>

type Line = { readonly row: AuthorizationRow; top: bigint }

/**
 * Looks for what used some nonces, from the newest block in which it can stand down to the first, in bounded
 * steps. Each row remembers how far it was looked for, so that an old one is found in the end.
 *
 * @param rows whose nonces are used as of the reading's block
 * @param exhausted what it means that the whole chain was looked through; nothing where it is not given
 */
export async function searchBack(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  look: Look,
  exhausted?: Finding,
): Promise<Findings> {
  const findings: Findings = new Map()
  const lines = await startsOf(reading, rows)
  for (let range = 0; range < RANGES_AT_ONCE && lines.length > 0; range++) {
    lines.sort((a, b) => (a.top < b.top ? 1 : a.top > b.top ? -1 : 0))
    const to = lines[0]?.top ?? 0n
    const from = to >= RANGE_BLOCKS ? to - RANGE_BLOCKS + 1n : 0n
    const here = lines.filter(({ top }) => top >= from).slice(0, AT_ONCE)
    const found = await look(
      here.map(({ row }) => row),
      from,
      to,
    )
    if (!found.ok) break
    for (const line of here) {
      const finding = found.value.get(line.row.id)
      line.top = from - 1n
      if (finding === undefined) findings.set(line.row.id, { kind: 'open', searched: Number(from) })
      else findings.set(line.row.id, finding)
      if (finding === undefined && from === 0n && exhausted !== undefined)
        findings.set(line.row.id, exhausted)
      if (finding !== undefined || from === 0n) lines.splice(lines.indexOf(line), 1)
    }
  }
  return findings
}

/** Where each search begins: below what was looked through, or at the end of its window. */
async function startsOf(reading: Reading, rows: readonly AuthorizationRow[]): Promise<Line[]> {
  const { number: newest } = reading.block
  const lines: Line[] = []
  let known: { readonly time: number; readonly block: bigint } | null = null
  let looked = 0
  for (const row of [...rows].sort((a, b) => b.validBefore - a.validBefore)) {
    const before = row.searched === undefined || row.searched === 0 ? null : BigInt(row.searched) - 1n
    if (before !== null && before <= newest) lines.push({ row, top: before })
    // A second search of the whole chain trusts no time.
    else if (row.searched === 0 || !isOld(reading, row)) lines.push({ row, top: newest })
    else {
      const isNear: boolean = known !== null && known.time - row.validBefore < SAME_BLOCK_SECONDS
      if (!isNear) {
        if (looked++ >= STARTS_AT_ONCE) break
        const block = await blockAt(reading, row.validBefore)
        if (!block.ok) break
        known = { time: row.validBefore, block: block.value }
      }
      lines.push({ row, top: known?.block ?? newest })
    }
  }
  return lines
}

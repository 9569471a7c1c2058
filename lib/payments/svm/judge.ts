import {
  type Landed,
  PAGE,
  readHead,
  readLanded,
  readMemory,
  readMentions,
  type SvmNode,
} from '@/lib/chain/svm/node'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { tokenAccountOf } from '@/lib/schemes/svm/derived'
import { checkBytes, type SvmTerms } from '@/lib/schemes/svm/exact'
import type { Finding } from '../reconcile/finding'
import { differing, type SolanaState, solanaHead } from './state'
import { svmTermsOf } from './terms'

/** So many pages are searched at most: ten thousand transactions of one account since the payment was signed. */
const PAGES = 10
/** So many transactions with the same memo are read at most. */
const READS = 50
/** Blocks for which a blockhash lives, and so many more before what names it counts as dead. */
const LIFE_BLOCKS = 150
export const MARGIN_BLOCKS = 150
/** Slots that a block takes at most, over any long stretch: most slots have one. */
const SLOTS_A_BLOCK = 4

/**
 * Looks for proof of what became of a Solana payment, among the finalized transactions of the account that
 * it is paid from.
 *
 * It is settled where one of them is exactly what was signed and succeeded: it is read again from its bytes, so
 * that memo, mint, amount, payee and blockhash are all this payment's. It is dead where the chain is well past
 * the last block that could take it, and a whole search back to its making found nothing. Anything else, and
 * every answer that is missing, leaves it unknown.
 *
 * @returns null where nothing is proved
 */
export async function judgeSolana(node: SvmNode, row: AuthorizationRow): Promise<Finding | null> {
  const terms = svmTermsOf(row)
  if (terms === null) return null
  const { lastValidBlockHeight } = row
  // Before the search, so that no transaction lands unseen between the two.
  const head = await readHead(node)
  if (!head.ok || lastValidBlockHeight === undefined) return null
  const { slot: now, height } = head.value
  // By the chain's own count, and by no clock: ours may have been wrong when it was signed.
  const blocks = Math.max(0, height - lastValidBlockHeight) + 2 * LIFE_BLOCKS
  const since = Math.max(0, now - blocks * SLOTS_A_BLOCK)
  const search = await find(node, terms, since)
  if (search !== null && search !== 'nothing') {
    const { signature, slot } = search
    return { kind: 'used', transaction: signature, moved: terms.amount, block: BigInt(slot) }
  }
  if (search === null || height <= lastValidBlockHeight + MARGIN_BLOCKS) return null
  // A node that forgot the time of the payment finds nothing, whatever happened.
  const oldest = await readMemory(node)
  return oldest.ok && oldest.value <= since ? { kind: 'unused', block: BigInt(now) } : null
}

/** So many are asked about in one go: each alone. */
const ROWS_AT_ONCE = 25

/**
 * The same of several, by all nodes of their network: what one of them does not say, or says otherwise, is not
 * proved.
 *
 * @returns what is proved, by id, and how the network stands by what was asked
 */
export async function judgeOnSolana(
  nodes: readonly SvmNode[],
  rows: readonly AuthorizationRow[],
): Promise<{ readonly findings: ReadonlyMap<string, Finding>; readonly state: SolanaState }> {
  const findings = new Map<string, Finding>()
  const { slot, state } = await solanaHead(nodes)
  if (slot === null) return { findings, state }
  let seen = state
  for (const row of rows.slice(0, ROWS_AT_ONCE)) {
    const found = await Promise.all(nodes.map((node) => judgeSolana(node, row)))
    const [first = null] = found
    if (first !== null && found.every((other) => what(other) === what(first))) findings.set(row.id, first)
    // One that knows nothing yet contradicts nobody.
    if (new Set(found.filter((one) => one !== null).map(what)).size > 1) seen = differing(nodes)
  }
  return { findings, state: seen }
}

const what = (finding: Finding | null) =>
  finding?.kind === 'used' ? `${finding.transaction} ${finding.moved}` : finding?.kind

/** The transaction that is this payment; `nothing` where there is none since then; null where that is not known. */
async function find(
  node: SvmNode,
  terms: SvmTerms,
  since: number,
): Promise<{ readonly signature: string; readonly slot: number } | 'nothing' | null> {
  const account = tokenAccountOf(terms.from, terms.mint, terms.program)
  let before: string | null = null
  let reads = 0
  for (let page = 0; page < PAGES; page++) {
    const answer = await readMentions(node, account, before)
    if (!answer.ok) return null
    for (const mention of answer.value) {
      if (mention.slot < since) return 'nothing'
      // A node writes the memos of a transaction with their lengths, one behind the other.
      const isOther = mention.memo === null || mention.memo?.includes(terms.memo) === false
      if (mention.failed || isOther) continue
      if (++reads > READS) return null
      const landed = await readLanded(node, mention.signature)
      if (!landed.ok || landed.value === null) return null
      if (isPayment(landed.value, terms)) return { signature: mention.signature, slot: landed.value.slot }
    }
    if (answer.value.length < PAGE) return 'nothing'
    before = answer.value.at(-1)?.signature ?? null
  }
  return null
}

/** Used is not paid: what was signed, whole, and without an error. */
export const isPayment = ({ bytes, failed }: Pick<Landed, 'bytes' | 'failed'>, terms: SvmTerms): boolean =>
  !failed && checkBytes(bytes, terms).ok

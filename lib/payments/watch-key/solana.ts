import { type Moved, readMoved } from '@/lib/chain/svm/moved'
import { type Mention, PAGE, readMentions, type SvmNode } from '@/lib/chain/svm/node'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import type { IncomingRow, StrangerRow, WatchRow } from '@/lib/ledger/watch-rows'
import { writeNetworkState } from '@/lib/ledger/write/network-state'
import { recordRead } from '@/lib/ledger/write/strangers'
import { tokenAccountOf } from '@/lib/schemes/svm/derived'
import { programOf } from '@/lib/schemes/svm/programs'
import { isPayment } from '../svm/judge'
import { differing, type SolanaState, solanaHead } from '../svm/state'
import { svmTermsOf } from '../svm/terms'

/** So many pages of one account's transactions are looked through in one go, and so many transactions read. */
const PAGES = 10
/** The first page is short: in most looks nothing is new. */
const FIRST_PAGE = 25
const READS_AT_ONCE = 50

/** Something that the nodes do not say, or do not say alike. */
class Unknown extends Error {
  constructor(readonly kind: 'down' | 'disagree') {
    super(kind)
  }
}

/**
 * Looks at one Solana network for money that left accounts of ours without this ledger: what finalized
 * transactions that name their token accounts took from them. Bounded work; what was read is not read again.
 *
 * Every node must say the same. What one of them does not say, or says otherwise, leaves everything as it was, and
 * the screens are told.
 *
 * @param rows the watches of that network, by slot
 * @param now Unix milliseconds
 * @returns what was found, each of which is now counted and holds automatic payments
 */
export async function readSolana(
  ledger: Ledger,
  nodes: readonly SvmNode[],
  rows: readonly WatchRow[],
  now: number,
): Promise<readonly StrangerRow[]> {
  const network = rows[0]?.network ?? ''
  const { slot, state } = await solanaHead(nodes)
  const keep = (seen: SolanaState) => writeNetworkState(ledger, network, seen, now)
  if (slot === null) {
    await keep(state)
    return []
  }
  const found: StrangerRow[] = []
  let seen = state
  for (const row of rows) {
    if (row.nextBlock > slot) continue
    try {
      const { strangers, incoming, next } = await readAccount(ledger, nodes, row, slot)
      const after = { ...row, nextBlock: next, checkedAt: now }
      const before = new Map([[row.id, row.nextBlock]])
      found.push(...(await recordRead(ledger, strangers, [after], before, incoming)))
    } catch (error) {
      if (!(error instanceof Unknown)) throw error
      seen = error.kind === 'disagree' ? differing(nodes) : { kind: 'down', nodes: nodes.map(() => 'down') }
      break
    }
  }
  await keep(seen)
  return found
}

/** What left one token account and came to it between its first slot that was not read and `head`; oldest first, as far as it goes. */
async function readAccount(
  ledger: Ledger,
  nodes: readonly SvmNode[],
  row: WatchRow,
  head: number,
): Promise<{
  readonly strangers: readonly StrangerRow[]
  readonly incoming: readonly IncomingRow[]
  readonly next: number
}> {
  const account = tokenAccountOf(row.account, row.asset, programOf(row.asset))
  const lists = await Promise.all(nodes.map((node) => mentionsOf(node, account, row.nextBlock, head)))
  const all = alike(lists, (list) => list.map(({ signature, slot, failed }) => [signature, slot, failed]))
  const open = all.filter(({ failed }) => !failed).reverse()
  const some = open.slice(0, READS_AT_ONCE)
  // A slot that is cut is read again as a whole.
  const cut = open[some.length]?.slot
  const here = some.filter(({ slot }) => cut === undefined || slot < cut)
  if (cut !== undefined && here.length === 0) throw new Unknown('down')
  const strangers: StrangerRow[] = []
  const incoming: IncomingRow[] = []
  for (const { signature } of here) {
    const answers = await Promise.all(nodes.map((node) => readMoved(node, signature)))
    const moved = alike(
      answers.map((answer) => {
        if (!answer.ok) throw new Unknown('down')
        return answer.value
      }),
      ({ bytes, changes, ...of }) => [Object.values(of).join(), bytes.join(), sorted(changes)],
    )
    const stranger = await strangerIn(ledger, row, signature, moved)
    if (stranger !== null) strangers.push(stranger)
    incoming.push(...incomingBy(row, signature, moved))
  }
  return { strangers, incoming, next: cut ?? head + 1 }
}

const sorted = (changes: Moved['changes']): readonly string[] =>
  changes.map(({ owner, mint, change }) => `${owner} ${mint} ${change}`).sort()

/** What all nodes say alike. @throws Unknown where one of them says something else */
function alike<T>(answers: readonly T[], what: (answer: T) => unknown): T {
  const [first] = answers
  if (first === undefined) throw new Unknown('down')
  const said = JSON.stringify(what(first))
  if (answers.some((other) => JSON.stringify(what(other)) !== said)) throw new Unknown('disagree')
  return first
}

/** The finalized transactions that named an account from one slot to another, the newest first. */
async function mentionsOf(
  node: SvmNode,
  account: string,
  from: number,
  to: number,
): Promise<readonly Mention[]> {
  const mentions: Mention[] = []
  let before: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const limit = page === 0 ? FIRST_PAGE : PAGE
    const answer = await readMentions(node, account, before, limit)
    if (!answer.ok) throw new Unknown('down')
    mentions.push(...answer.value.filter(({ slot }) => slot >= from && slot <= to))
    const last = answer.value.at(-1)
    if (last === undefined || last.slot < from || answer.value.length < limit) return mentions
    before = last.signature
  }
  throw new Unknown('down')
}

/** What a transaction gave to an account of ours, and who lost most by it; none where it gave nothing. */
function incomingBy({ account, network, asset }: WatchRow, signature: string, moved: Moved): IncomingRow[] {
  const own = moved.changes.find(({ owner, mint }) => owner === account && mint === asset)
  if (own === undefined || own.change <= 0n) return []
  const lost = moved.changes.filter(({ mint, change }) => mint === asset && change < 0n)
  const [payer] = [...lost].sort((a, b) => (a.change < b.change ? -1 : 1))
  return [
    {
      id: `${network}/${signature}/${account}/${asset}`,
      account,
      network,
      asset,
      // What nobody lost was made.
      from: payer?.owner ?? asset,
      amount: own.change.toString(),
      transaction: signature,
      block: moved.slot,
      at: moved.at * 1_000,
    },
  ]
}

/** What a transaction took from an account of ours, where no payment of the ledger is it; null where it took nothing. */
async function strangerIn(
  ledger: Ledger,
  { account, network, asset }: WatchRow,
  signature: string,
  moved: Moved,
): Promise<StrangerRow | null> {
  const own = moved.changes.find(({ owner, mint }) => owner === account && mint === asset)
  if (own === undefined || own.change >= 0n) return null
  const amount = -own.change
  if (await isOurs(ledger, { account, network, asset }, signature, amount, moved)) return null
  const gained = moved.changes.filter(({ mint, change }) => mint === asset && change > 0n)
  const [payee] = [...gained].sort((a, b) => (a.change > b.change ? -1 : 1))
  return {
    id: `${network}/${signature}/${account}/${asset}`,
    account,
    network,
    asset,
    // What nobody got was burned.
    payTo: payee?.owner ?? asset,
    amount: amount.toString(),
    transaction: signature,
    block: moved.slot,
    at: moved.at * 1_000,
    nonce: null,
    known: 0,
  }
}

async function isOurs(
  { authorizations }: Ledger,
  of: Pick<WatchRow, 'account' | 'network' | 'asset'>,
  signature: string,
  amount: bigint,
  moved: Moved,
): Promise<boolean> {
  const isOf = (row: AuthorizationRow) =>
    row.transferMethod === 'svm' &&
    row.network === of.network &&
    row.asset === of.asset &&
    row.from === of.account &&
    BigInt(row.amount) === amount
  // What was given back as proved dead cannot explain that money moved all the same.
  const proved = await authorizations.where('transaction').equals(signature).toArray()
  if (proved.some((row) => isOf(row) && row.proved === 1 && row.state === 'settled')) return true
  const open = authorizations.where('[proved+nextCheckAt]').between([0, -1], [0, Number.MAX_SAFE_INTEGER])
  const rows = await open.filter(isOf).toArray()
  return rows.some((row) => {
    const terms = svmTermsOf(row)
    return terms !== null && isPayment(moved, terms)
  })
}

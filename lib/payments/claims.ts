import type { TransactionReceipt } from '@/lib/chain/authorization'
import type { Hex } from '@/lib/core/hex'
import { isTransaction } from '@/lib/core/lifecycle/claim'
import { ledgerMoment } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { appendReceipt } from '@/lib/ledger/write/receipts'
import { recordTables } from '@/lib/ledger/write/reserve'
import { amountsMoved, readProof } from '@/lib/schemes/evm/proof'

/** So many claims are looked at in one go. */
const AT_ONCE = 50

/** What checking claims needs of a chain. */
export type ClaimReads = {
  /** the receipts of transactions, in order; null for one that is not known, or not for certain */
  readonly receiptsOf: (hashes: readonly Hex[]) => Promise<readonly (TransactionReceipt | null)[]>
  /** height of the newest block that is deep enough to be believed */
  readonly confirmed: bigint
}

/**
 * Finds claims of servers that the chain contradicts while the payments themselves are still open: the named
 * transaction stands in a confirmed block and did not move this payment, because it failed, is another's, or
 * settled something else of ours (atk-069). One that the nodes do not know may still come, and is left.
 *
 * @param rows of one EVM network
 * @returns ids of the authorizations whose claim is wrong
 */
export async function contradictedClaims(
  { receiptsOf, confirmed }: ClaimReads,
  rows: readonly AuthorizationRow[],
): Promise<readonly string[]> {
  const claims = rows
    .flatMap((row) => {
      const { claim, proved, claimedTransaction: hash, network } = row
      const isOpen = proved === 0 && claim === 'unchecked' && hash !== null
      return isOpen && network.startsWith('eip155:') && isTransaction(network, hash)
        ? [{ row, hash: hash as Hex }]
        : []
    })
    .slice(0, AT_ONCE)
  if (claims.length === 0) return []
  const receipts = await receiptsOf(claims.map(({ hash }) => hash))
  return claims.flatMap(({ row }, i) => {
    const receipt = receipts[i]
    const isSure = receipt != null && receipt.blockNumber <= confirmed
    return isSure && !canBeOf(receipt, row) ? [row.id] : []
  })
}

/** Whether a mined transaction can be the one that moved this payment; the proof that it is, is looked for elsewhere. */
function canBeOf({ status, logs }: TransactionReceipt, row: AuthorizationRow): boolean {
  if (status !== 'success') return false
  const { transferMethod, scheme } = row
  const [asset, from, payTo] = [row.asset as Hex, row.from as Hex, row.payTo as Hex]
  const value = BigInt(row.amount)
  if (transferMethod === 'eip3009') {
    const proof = readProof(logs, { asset, from, payTo, nonce: row.nonce as Hex, value })
    return proof.used && proof.transferred
  }
  // Permit2 tells of no nonce. A page's own transfer pays whomever its spender names.
  const moved = amountsMoved(logs, { asset, from, payTo: transferMethod === 'page' ? null : payTo })
  return moved.some((amount) => (scheme === 'upto' ? amount <= value : amount === value))
}

/**
 * Writes down that the chain contradicts a server's claim: the row says so, and a receipt. The payment itself
 * stays what it was; nothing is released by it (I6).
 *
 * @param now Unix milliseconds
 * @returns whether it was written; false where the payment was proved meanwhile
 */
export async function recordContradiction(ledger: Ledger, id: string, now: number): Promise<boolean> {
  return await ledger.transaction('rw', recordTables(ledger), async () => {
    if (await isImporting(ledger)) return false
    const row = await ledger.authorizations.get(id)
    if (row === undefined || row.proved === 1 || row.claim !== 'unchecked') return false
    const after: AuthorizationRow = {
      ...row,
      claim: 'contradicted',
      updatedAt: await ledgerMoment(ledger, now),
    }
    await ledger.authorizations.put(after)
    await appendReceipt(ledger, after, { event: 'claim', settlement: null })
    return true
  })
}

import { quantity, toQuantity } from '@/lib/chain/hex'
import type { Hex } from '@/lib/core/hex'
import { isLive } from '@/lib/core/lifecycle/transition'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { readReceipts } from './eip3009'
import type { Findings, Judge } from './finding'

/**
 * Proof for transactions that the wallet sent: a receipt in a block that is deep enough, or another transaction
 * of the account in its place.
 */
export const judgeTransactions: Judge = async (reading, rows) => {
  const live = rows.filter(({ state }) => isLive(state))
  const sent = live.filter(({ transaction }) => transaction !== null)
  const hashes = sent.map(({ transaction }) => transaction as Hex)
  const findings: Findings = new Map()
  const receipts = await readReceipts(reading, hashes)
  const unseen: AuthorizationRow[] = live.filter(({ transaction }) => transaction === null)
  sent.forEach((row, i) => {
    const receipt = receipts[i]
    if (!receipt?.ok) return
    if (receipt.value === null) {
      unseen.push(row)
      return
    }
    const { status, blockNumber: block, transactionHash: transaction } = receipt.value
    if (block > reading.block.number) return
    findings.set(
      row.id,
      status === 'success'
        ? { kind: 'used', transaction, block, moved: BigInt(row.amount) }
        : { kind: 'undone', transaction, block },
    )
  })
  const counts = await reading.askAll(
    unseen.map(({ from }) => ({
      method: 'eth_getTransactionCount',
      params: [from, toQuantity(reading.block.number)],
    })),
    quantity,
  )
  const passed = unseen.filter((row, i) => {
    const count = counts[i]
    return count?.ok === true && count.value > BigInt(row.nonce)
  })
  // Counted where nothing changes any more, and still no receipt: asked once more, of whatever node answers.
  const again = await readReceipts(
    reading,
    passed.flatMap(({ transaction }) => (transaction === null ? [] : [transaction as Hex])),
  )
  let asked = 0
  for (const row of passed) {
    // What was never stored as signed was never sent.
    const receipt = row.transaction === null ? null : again[asked++]
    if (receipt === null || (receipt?.ok && receipt.value === null))
      findings.set(row.id, { kind: 'unused', block: reading.block.number })
  }
  return findings
}

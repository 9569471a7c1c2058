import { ledgerMoment } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { appendReceipt } from '@/lib/ledger/write/receipts'
import { recordTables } from '@/lib/ledger/write/reserve'

/**
 * Writes down the digest of the body that a paid request was answered with, once, as the script of the
 * provider read it in its page. Nothing else follows from it.
 *
 * @param digest SHA-256, 0x and 64 hex digits; anything else is left aside
 * @param now Unix milliseconds
 */
export async function recordResponse(ledger: Ledger, id: string, digest: string, now: number): Promise<void> {
  if (!/^0x[0-9a-f]{64}$/.test(digest)) return
  await ledger.transaction('rw', recordTables(ledger), async () => {
    if (await isImporting(ledger)) return
    const row = await ledger.authorizations.get(id)
    // Before anything left there is nothing that could have been answered.
    if (
      row === undefined ||
      row.responseDigest !== null ||
      row.state === 'reserved' ||
      row.state === 'signed'
    )
      return
    const after: AuthorizationRow = {
      ...row,
      responseDigest: digest,
      updatedAt: await ledgerMoment(ledger, now),
    }
    await ledger.authorizations.put(after)
    await appendReceipt(ledger, after, { event: 'response', settlement: null })
  })
}

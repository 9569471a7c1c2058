import type { RequestRow } from '../question-rows'
import type { Ledger } from '../schema'

/** The questions that wait for a person and whose time is not over. */
export async function openRequests(ledger: Ledger): Promise<readonly RequestRow[]> {
  const now = Date.now()
  const rows = await ledger.requests.where('state').equals('asking').toArray()
  return rows.filter((row) => now < row.deadline)
}

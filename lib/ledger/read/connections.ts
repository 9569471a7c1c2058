import type { ConnectionRow } from '@/lib/ledger/question-rows'
import { ledger } from './ledger'

/** Who may see an account, the last used first. */
export async function connectedSites(): Promise<readonly ConnectionRow[]> {
  const rows = await ledger.connections.toArray()
  return rows.sort((a, b) => b.usedAt - a.usedAt)
}

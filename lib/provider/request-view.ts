import type { RequestView } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import type { Wallet } from '@/lib/payments/wallet'

/** One question as its screen shows it; one whose time is over has gone. */
export async function requestView(wallet: Wallet, id: string): Promise<RequestView | null> {
  const row = await wallet.ledger.requests.get(id)
  if (row === undefined) return null
  const { kind, asker, topOrigin, agent, detail, createdAt, deadline } = row
  const { agentsDrive } = await readSettings(wallet.ledger)
  const state = row.state === 'asking' && Date.now() >= deadline ? 'gone' : row.state
  const shown = { id, kind, state, asker, topOrigin, agent, detail, createdAt, deadline }
  return { ...shown, needsPassword: agentsDrive }
}

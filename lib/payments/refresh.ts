import type { ApprovalNow } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import { readAllowances } from './allowances'
import { readMandateHoldings } from './balances'
import { needsPassword } from './consent'
import { decideFor } from './decide'
import type { Wallet } from './wallet'

/**
 * Decides about a payment anew while it waits for a person, and keeps what changed: the screen shows what an
 * approval would be held to. What no longer waits stays as it was decided; so does what waits while all is
 * paused, since that says nothing of the offers.
 *
 * @returns null where there is no such payment
 */
export async function refreshApproval(wallet: Wallet, paymentId: string): Promise<ApprovalNow | null> {
  const { intents, quotes } = wallet.ledger
  const stored = await intents.get(paymentId)
  const quote = stored && (await quotes.get(stored.quoteId))
  if (!stored || !quote) return null
  const isWaiting = stored.state === 'asking'
  if (isWaiting)
    await Promise.all([
      readMandateHoldings(wallet, stored.asker),
      readAllowances(wallet, JSON.parse(quote.raw), stored.decision),
    ])
  const { decision, envelopeDigest } = isWaiting ? await decideFor(wallet, stored, quote) : stored
  const isNew = envelopeDigest !== stored.envelopeDigest || decision.code !== stored.decision.code
  if (isNew && decision.code !== 'BLOCK_PAUSED')
    await intents.where({ id: paymentId, state: 'asking' }).modify({ decision, envelopeDigest })
  const unusual = decision.offers.find((o) => o.index === decision.offer)?.unusual ?? []
  const { agentsDrive } = await readSettings(wallet.ledger)
  return { decision, envelopeDigest, needsPassword: needsPassword(decision.code, unusual, agentsDrive) }
}

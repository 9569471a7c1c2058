import type { UiError } from '@/lib/doors/ui-protocol'
import { late } from '@/lib/late/load'
import { chainsOf } from './allowances'
import { openQuote } from './intake'
import type { Wallet } from './wallet'

/**
 * Asks the owner, as a question of its own, for the transaction that allows Permit2 exactly a payment's amount.
 * It waits in the queue with its fee like any transaction; the payment is decided anew once the chain has it.
 *
 * @returns null, or why it cannot be asked
 */
export async function askAllowance(wallet: Wallet, paymentId: string): Promise<UiError | null> {
  const open = await wallet.ledger.intents.where('state').equals('asking').toArray()
  if (open.some(({ action }) => action?.kind === 'transaction' && action.payment === paymentId)) return null
  const { planApproval } = await late()
  const planned = await planApproval(wallet.ledger, paymentId, await chainsOf(wallet))
  if ('code' in planned) return planned
  const { action, offer, of } = planned
  const { asker, topOrigin, tabId, frameId, documentId, url } = of
  const quote = { x402Version: 2, resource: { url }, accepts: [{ scheme: 'exact', ...offer }] }
  const opened = await openQuote(
    wallet,
    {
      ...{ asker, topOrigin, tabId, frameId, documentId, url, answeredUrl: url, bodyDigest: null },
      kind: 'transaction',
      transport: 'provider',
      action,
      terms: null,
      reportId: `allow-${crypto.randomUUID()}`,
      method: 'SEND',
      certain: false,
      mayOpen: false,
    },
    { version: 2, quote, raw: JSON.stringify(quote), where: 'header', notes: [] },
  )
  return opened === null ? { code: 'failed' } : null
}

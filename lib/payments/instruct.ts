import type { IntentRow } from '@/lib/ledger/schema'
import { TAG_PREFIX } from '@/lib/page/protocol'
import { pay } from './pay'
import { arm } from './send'
import type { Wallet } from './wallet'

/**
 * Gives the page the URL to send its request to, with the rule in place that adds the payment.
 *
 * @returns null where nothing can be sent: held, or sent already
 */
export async function sendInstruction(wallet: Wallet, intent: IntentRow): Promise<string | null> {
  if ((await pay(wallet, intent.id)) !== null) return null
  const authorization = await wallet.ledger.authorizations.where('intentId').equals(intent.id).first()
  if (authorization?.state !== 'signed' || authorization.header === null || authorization.tag === null)
    return null
  const url = `${authorization.answeredUrl}#${TAG_PREFIX}${authorization.tag}`
  await arm(wallet, authorization, url, null)
  return url
}

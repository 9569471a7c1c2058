import { isToBeSent } from '@/lib/core/lifecycle/resend'
import type { IntentRow } from '@/lib/ledger/schema'
import { pay } from './pay'
import { armTagged, taggedUrl } from './send'
import type { Wallet } from './wallet'

/**
 * Gives the page the URL to send its request to, with the rule in place that adds the payment, or the
 * sign-in in its place.
 *
 * @returns null where nothing can be sent: held, or sent already
 */
export async function sendInstruction(wallet: Wallet, intent: IntentRow): Promise<string | null> {
  if (intent.signIn !== undefined) {
    const carrier = { ...intent, intentId: intent.id, ...intent.signIn }
    if (carrier.tag === null || carrier.header === null) return null
    await armTagged(wallet, carrier)
    return taggedUrl(carrier, carrier.tag)
  }
  const stored = () => wallet.ledger.authorizations.where('intentId').equals(intent.id).first()
  const known = await stored()
  const isOnItsWay = known !== undefined && known.state !== 'reserved'
  if (!isOnItsWay && (await pay(wallet, intent.id)) !== null) return null
  const authorization = isOnItsWay ? known : await stored()
  if (authorization === undefined || !isToBeSent(authorization) || authorization.tag === null) return null
  await armTagged(wallet, authorization)
  return taggedUrl(authorization, authorization.tag)
}

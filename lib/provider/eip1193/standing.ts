import type { IntentRow } from '@/lib/ledger/schema'
import type { CallAnswer } from '@/lib/page/protocol'
import { deliver } from '@/lib/payments/deliver'
import { isDiscreet } from '@/lib/payments/intake'
import { pay } from '@/lib/payments/pay'
import { proveSoon } from '@/lib/payments/prove'
import { broadcast } from '@/lib/payments/transact'
import type { Wallet } from '@/lib/payments/wallet'
import { REJECTED } from '../caller'
import { publicCode } from '../public'
import { endPaidNavigation } from './same'
import { REFUSED } from './typed-data'

/** Whether a purchase is answered by a value of its own, and not by the page's request. */
export const isSigned = ({ kind }: Pick<IntentRow, 'kind'>): boolean =>
  kind === 'signature' || kind === 'transaction'

/**
 * The end of a purchase that its page asked a signature for: the signature, from which on the payment is
 * live, or an error.
 *
 * @returns null while a person is asked
 */
export async function signatureAnswer(wallet: Wallet, intent: IntentRow): Promise<CallAnswer | null> {
  const { authorizations, intents } = wallet.ledger
  const stored = await authorizations.where('intentId').equals(intent.id).first()
  if (stored !== undefined || intent.state === 'approved' || intent.state === 'paying') {
    if (intent.kind === 'transaction') return await transactionAnswer(wallet, intent)
    const signed = (await deliver(wallet, intent)) ?? stored
    if (signed?.header != null) {
      await endPaidNavigation(wallet, signed)
      void proveSoon(wallet, signed.id).catch(() => undefined)
      return { type: 'value', value: signed.header.value }
    }
  }
  const now = (await intents.get(intent.id)) ?? intent
  const isOver = Date.now() >= now.deadline
  if (now.state === 'refused' && !(isDiscreet(now) && !isOver)) {
    const data = { code: publicCode(now.decision.code) }
    return { type: 'error', code: REFUSED, message: 'the wallet does not sign this', data }
  }
  const waits = ['asking', 'approved', 'paying', 'refused'].includes(now.state)
  return waits && !isOver ? null : { type: 'error', code: REJECTED, message: 'declined' }
}

/** The hash of a transaction that the node has taken, or an error where it takes it not. */
async function transactionAnswer(wallet: Wallet, intent: IntentRow): Promise<CallAnswer | null> {
  const row = () => wallet.ledger.authorizations.where('intentId').equals(intent.id).first()
  const known = await row()
  if (known === undefined || known.state === 'reserved') await pay(wallet, intent.id)
  const signed = await row()
  if (signed === undefined) return null
  const { state, transaction, id } = signed
  if (state === 'reserved') return null
  const taken = state === 'signed' ? await broadcast(wallet, signed) : 'taken'
  if (taken === 'refused') return { type: 'error', code: REFUSED, message: 'the node does not take it' }
  if (taken === 'unknown') return null
  void proveSoon(wallet, id).catch(() => undefined)
  return { type: 'value', value: transaction }
}

import { readSettings } from '@/lib/ledger/read/documents'
import type { CallAnswer, Json, PageAnswer } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, Refusal, UNAUTHORIZED } from './caller'
import { answerCall, refusable } from './calls'
import { FIRST_NETWORK } from './eip1193/connection'
import { onApproved, openRequest, requestStanding } from './requests'

/** A question is waited for so long in one call; then the extension asks again. */
const HOLD_MS = 20_000

/** The calls of the provider that another extension may make, by the names of `window.countersign`. */
const NAMES: Readonly<Record<string, string>> = {
  requestPayment: 'pay',
  getPayment: 'payment',
  cancel: 'cancel',
  paid: 'paid',
  canPay: 'canPay',
  requestMandate: 'mandate',
}

/**
 * Answers another extension: `connect` asks the owner once, and only then the calls of the provider are open
 * to it. What waits for a person is answered `wait` with an id, to `await`.
 */
export function answerExtension(
  wallet: Wallet,
  caller: Caller,
  name: string,
  value: Json,
): Promise<CallAnswer | PageAnswer> {
  return refusable(caller.origin, async () => {
    if (name === 'await') {
      const id = (value as { readonly id?: unknown } | null)?.id
      const standing = await requestStanding(wallet, caller.documentId, String(id), HOLD_MS)
      if (standing === null) throw new Refusal(BAD_PARAMS, 'there is no such question')
      return standing
    }
    const row = await wallet.ledger.connections.get(caller.origin)
    if (name === 'connect') {
      if (row !== undefined) return { type: 'value', value: { connected: true } }
      if ((await wallet.vault.status()) === 'none') throw new Refusal(4900, 'there is no wallet yet')
      const { waits } = await openRequest(wallet, caller, { kind: 'extension', detail: null })
      return { type: 'wait', paymentId: waits }
    }
    if (row === undefined) throw new Refusal(UNAUTHORIZED, 'this extension is not connected')
    return await answerCall(wallet, caller, NAMES[name] ?? '', value)
  })
}

onApproved('extension', async (wallet, { asker: origin }) => {
  const [settings, [first]] = await Promise.all([readSettings(wallet.ledger), wallet.vault.accounts()])
  const now = Date.now()
  const account = settings.account ?? first?.address ?? ''
  await wallet.ledger.connections.put({
    origin,
    account,
    network: FIRST_NETWORK,
    connectedAt: now,
    usedAt: now,
  })
  return { value: { connected: true } }
})

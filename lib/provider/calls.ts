import type { CallAnswer, Json, PageAnswer } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { type Caller, LIMITED, Refusal, rateLimit, UNSUPPORTED } from './caller'
import { canPay } from './can-pay'
import { answerRpc } from './eip1193/dispatch'
import { requestMandate } from './mandate'
import { cancelPayment, paymentState, requestPayment, tellOutcome } from './payments'

/** A call either ends with a value, or a person must answer a question first. */
type Handler = (wallet: Wallet, caller: Caller, value: Json) => Promise<Json | { readonly waits: string }>

/** Every call of the provider, by name. A name that is not here is refused. */
const CALLS: Readonly<Record<string, Handler>> = {
  pay: requestPayment,
  payment: paymentState,
  cancel: cancelPayment,
  paid: tellOutcome,
  rpc: answerRpc,
  canPay,
  mandate: requestMandate,
}

/** Calls that an origin may make in a minute; one that only waits is none. */
const isTooMany = rateLimit(240)

/**
 * Answers one call of the provider for the origin that the browser names.
 *
 * Faults of our own say nothing: a page must not learn from an error what the wallet holds.
 */
export function answerCall(
  wallet: Wallet,
  caller: Caller,
  name: string,
  value: Json,
): Promise<CallAnswer | PageAnswer> {
  return refusable(caller.origin, async () => {
    const handler = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined
    if (handler === undefined) throw new Refusal(UNSUPPORTED, `no call ${name.slice(0, 40)}`)
    const result = await handler(wallet, caller, value)
    return isWaiting(result)
      ? { type: 'wait', paymentId: result.waits }
      : { type: 'value', value: result as Json }
  })
}

/** Does what an origin asks for, unless it asks too often; a refusal is the answer. */
export async function refusable(
  origin: string,
  work: () => Promise<CallAnswer | PageAnswer>,
): Promise<CallAnswer | PageAnswer> {
  try {
    if (isTooMany(origin)) throw new Refusal(LIMITED, 'too many calls in a minute')
    return await work()
  } catch (error) {
    return error instanceof Refusal
      ? { type: 'error', code: error.code, message: error.message }
      : { type: 'error', code: -32603, message: 'the wallet could not do this' }
  }
}

const isWaiting = (result: unknown): result is { readonly waits: string } =>
  typeof result === 'object' && result !== null && 'waits' in result

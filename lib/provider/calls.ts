import type { CallAnswer, Json, PageAnswer } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { type Caller, LIMITED, Refusal, UNSUPPORTED } from './caller'
import { cancelPayment, paymentState, requestPayment, tellOutcome } from './payments'

/** A call either ends with a value, or a person must answer a question first. */
type Handler = (wallet: Wallet, caller: Caller, value: Json) => Promise<Json | { readonly waits: string }>

/** Every call of the provider, by name. A name that is not here is refused. */
const CALLS: Readonly<Record<string, Handler>> = {
  pay: requestPayment,
  payment: paymentState,
  cancel: cancelPayment,
  paid: tellOutcome,
}

/** Calls that an origin may make in a minute; one that only waits is none. */
const PER_MINUTE = 240
const recent = new Map<string, number[]>()

function isTooMany(origin: string, now: number): boolean {
  const kept = (recent.get(origin) ?? []).filter((at) => now - at < 60_000)
  recent.set(origin, [...kept, now].slice(-PER_MINUTE))
  if (recent.size > 500) recent.delete(recent.keys().next().value ?? '')
  return kept.length >= PER_MINUTE
}

/**
 * Answers one call of the provider for the origin that the browser names.
 *
 * Faults of our own say nothing: a page must not learn from an error what the wallet holds.
 */
export async function answerCall(
  wallet: Wallet,
  caller: Caller,
  name: string,
  value: Json,
): Promise<CallAnswer | PageAnswer> {
  const handler = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined
  if (handler === undefined)
    return { type: 'error', code: UNSUPPORTED, message: `no call ${name.slice(0, 40)}` }
  if (isTooMany(caller.origin, Date.now()))
    return { type: 'error', code: LIMITED, message: 'too many calls in a minute' }
  try {
    const result = await handler(wallet, caller, value)
    const waits = isWaiting(result) ? result.waits : null
    return waits === null ? { type: 'value', value: result as Json } : { type: 'wait', paymentId: waits }
  } catch (error) {
    return error instanceof Refusal
      ? { type: 'error', code: error.code, message: error.message }
      : { type: 'error', code: -32603, message: 'the wallet could not do this' }
  }
}

const isWaiting = (result: unknown): result is { readonly waits: string } =>
  typeof result === 'object' && result !== null && 'waits' in result

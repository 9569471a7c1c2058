import { err, ok, type Result } from '../result'

/**
 * Where the money of one authorization stands. From `reserved` on it counts against every budget;
 * only `released` gives it back.
 *
 * - reserved: held, with nonce and window written; signing may have begun
 * - signed: the payload is stored
 * - sent: the browser showed it on a request
 * - failed: the server says it failed, which proves nothing
 * - unknown: no clear answer
 * - settled: the server says so, or the chain does
 * - released: the chain proves that it was cancelled, or is over and was never used
 */
export type AuthorizationState =
  | 'reserved'
  | 'signed'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'settled'
  | 'released'

/** What can happen to an authorization. The last three are proofs from the chain. */
export type AuthorizationEvent =
  | { readonly type: 'signed' }
  | { readonly type: 'sent' }
  | { readonly type: 'settled' }
  | { readonly type: 'failed' }
  | { readonly type: 'unknown' }
  | { readonly type: 'proved-used' }
  | { readonly type: 'proved-cancelled' }
  | { readonly type: 'proved-expired-unused' }

/** States that hold money without proof of what became of it. */
export const LIVE_STATES: readonly AuthorizationState[] = ['reserved', 'signed', 'sent', 'failed', 'unknown']

const FROM: Record<AuthorizationEvent['type'], readonly AuthorizationState[]> = {
  signed: ['reserved'],
  sent: ['signed', 'failed', 'unknown'],
  settled: ['sent', 'failed', 'unknown'],
  failed: ['sent', 'unknown'],
  unknown: ['signed', 'sent', 'failed'],
  'proved-used': [...LIVE_STATES, 'settled'],
  // The server's word that it settled does not stand against the chain.
  'proved-cancelled': [...LIVE_STATES, 'settled'],
  'proved-expired-unused': [...LIVE_STATES, 'settled'],
}

const TO: Record<AuthorizationEvent['type'], AuthorizationState> = {
  signed: 'signed',
  sent: 'sent',
  settled: 'settled',
  failed: 'failed',
  unknown: 'unknown',
  'proved-used': 'settled',
  'proved-cancelled': 'released',
  'proved-expired-unused': 'released',
}

/** Whether the authorization still holds money without proof of what became of it. */
export const isLive = (state: AuthorizationState): boolean => LIVE_STATES.includes(state)

/**
 * Moves one authorization on.
 *
 * @returns the next state, or an error where the event cannot follow; nothing but proof leads to
 * `released` (I6)
 */
export function transition(
  state: AuthorizationState,
  event: AuthorizationEvent,
): Result<
  AuthorizationState,
  { readonly state: AuthorizationState; readonly event: AuthorizationEvent['type'] }
> {
  return FROM[event.type].includes(state) ? ok(TO[event.type]) : err({ state, event: event.type })
}

import type { AuthorizationState } from '@/lib/core/lifecycle/transition'

import type { IntentRow } from '../schema'

/** Names of the states of a payment, as the marks stand for them. */
export type StateWord =
  | 'waiting'
  | 'paying'
  | 'settled'
  | 'unknown'
  | 'failed'
  | 'unused'
  | 'declined'
  | 'refused'
  | 'gone'
  | 'signedIn'

const BY_AUTHORIZATION: Record<AuthorizationState, StateWord> = {
  reserved: 'paying',
  signed: 'paying',
  sent: 'paying',
  settled: 'settled',
  failed: 'failed',
  unknown: 'unknown',
  released: 'unused',
}

/**
 * Where a payment stands, in one word. What was signed decides; before that, what the person and admission said.
 *
 * @param authorization the state of the last authorization; null where nothing was reserved
 */
export function standing(
  intent: Pick<IntentRow, 'state' | 'decision' | 'signIn'>,
  authorization: AuthorizationState | null,
): StateWord {
  if (authorization !== null) return BY_AUTHORIZATION[authorization]
  if (intent.signIn !== undefined) return 'signedIn'
  switch (intent.state) {
    case 'asking':
      return 'waiting'
    case 'approved':
    case 'paying':
      return 'paying'
    case 'declined':
      return 'declined'
    case 'gone':
      return 'gone'
    case 'refused':
    case 'signing-in':
    case 'done':
      return 'refused'
  }
}

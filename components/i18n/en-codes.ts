import type { DecisionCode } from '@/lib/core/admission/types'
import type { UiError } from '@/lib/doors/ui-protocol'
import type { StateWord } from '@/lib/ledger/read/standing'

/** Why a payment is held or refused, one sentence for each decision code. */
export const reasons: Record<DecisionCode, string> = {
  READY_TO_SIGN: 'Nothing stands against it.',
  RETURN_CACHED_RECEIPT: 'Already paid; nothing more is due.',
  HOLD_APPROVAL_REQUIRED: 'No rule of yours pays this without asking.',
  HOLD_APPROVAL_EXPIRED: 'Your approval is too old to be used.',
  HOLD_APPROVAL_MISMATCH: 'The terms are not those you approved.',
  HOLD_APPROVAL_USED: 'Your approval was used already.',
  HOLD_DECLINED: 'You declined it.',
  HOLD_OVER_PAYMENT_LIMIT: 'Over your limit for one payment.',
  HOLD_OVER_BUDGET: 'Over a limit of yours.',
  HOLD_WINDOW_TOO_LONG: 'The site wants to be able to charge for very long.',
  HOLD_TERMS_CHANGED: 'The price went up.',
  HOLD_NEW_PAYEE: 'New payee: before, this site was paid at another address.',
  HOLD_RESOURCE_MISMATCH: 'The quote names another host than the one that answered.',
  HOLD_RECONCILIATION: 'An earlier payment of the same is not clear yet.',
  HOLD_LOCKED: 'The wallet is locked.',
  HOLD_RATE_LIMITED: 'Too many payments in a minute.',
  HOLD_INSUFFICIENT_FUNDS: 'Not enough money on this network.',
  HOLD_ALLOWANCE_REQUIRED: 'The token must first allow this way of paying.',
  BLOCK_MALFORMED_QUOTE: 'The offer cannot be read.',
  BLOCK_UNSUPPORTED_VERSION: 'A version of the protocol that this wallet does not know.',
  BLOCK_UNSUPPORTED_SCHEME: 'A way of charging that this wallet does not know.',
  BLOCK_UNSUPPORTED_NETWORK: 'A network that is not among yours.',
  BLOCK_UNSUPPORTED_METHOD: 'A transfer method that this wallet does not know.',
  BLOCK_PAYMENT_FLOW: 'A payment flow that this scheme does not have.',
  BLOCK_ASSET_NOT_ALLOWED: 'A token that is not among your assets.',
  BLOCK_ASSET_CAP: 'Over your cap for this token.',
  BLOCK_TOKEN_IDENTITY: 'What it says about the token is not true.',
  BLOCK_AMOUNT: 'The amount cannot be read.',
  BLOCK_PAYEE: 'Not an address that can be paid.',
  BLOCK_ORIGIN: 'You blocked this site.',
  BLOCK_INTENT_MISMATCH: 'The offer is for another request.',
  BLOCK_REDIRECTED: 'Another site answered than the one that was asked.',
  BLOCK_INSECURE: 'The connection is not encrypted.',
  BLOCK_EXTENSION_REQUIRED: 'It needs something that this wallet does not do.',
  BLOCK_ID_CONFLICT: 'Its payment number was used for something else.',
  BLOCK_ALREADY_ATTEMPTED: 'Paid before, on other terms.',
  BLOCK_PAUSED: 'All payments are paused.',
}

/** What a refused call of a screen means. */
export const errors: Record<UiError['code'], string> = {
  'wrong-password': 'Not this password.',
  'too-many-attempts': 'Too many wrong passwords.',
  locked: 'The wallet is locked.',
  'password-needed': 'This needs your password.',
  'weak-password': 'This password is too easy to guess.',
  'bad-words': 'These are not 12 words of a wallet. Check the spelling and the order.',
  'bad-key': 'This is not a private key: 64 characters of 0 to 9 and a to f.',
  exists: 'There is a wallet here already.',
  gone: 'This request is gone. The page was closed, or it stopped waiting.',
  changed: 'The terms changed while you were looking. Please read them again.',
  held: 'It cannot be paid now.',
  'bad-value': 'This value cannot be used.',
  failed: 'The wallet did not answer. Please try again.',
  'disk-full': 'The disk is full: the wallet could not write this down. Make room on it and try again.',
}

/** The word beside the mark. */
export const states: Record<StateWord, string> = {
  waiting: 'waiting',
  paying: 'paying',
  settled: 'settled',
  unknown: 'unknown',
  failed: 'failed',
  unused: 'not used',
  declined: 'declined',
  refused: 'refused',
  gone: 'gone',
  signedIn: 'signed in',
}

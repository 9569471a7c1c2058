import { refreshBadge } from '@/lib/payments/ask'
import { amountsOf, remember } from '@/lib/payments/balances'
import { chainsOf } from '@/lib/payments/chains'
import { decline } from '@/lib/payments/consent'
import { decideFor } from '@/lib/payments/decide'
import { openQuote } from '@/lib/payments/intake'
import { sendNavigation, sendNext } from '@/lib/payments/send'
import { siteOfOrigin } from '@/lib/payments/sites'
import { disconnect } from '@/lib/provider/eip1193/connection'

/**
 * What the late part takes from the worker, because it is there already or keeps state: a module of the late
 * part that imported it would have a second one.
 */
export const host = {
  amountsOf,
  chainsOf,
  decideFor,
  decline,
  disconnect,
  refreshBadge,
  sendNavigation,
  sendNext,
  openQuote,
  remember,
  siteOfOrigin,
}

/** The worker, as its late part sees it. */
export type Host = typeof host

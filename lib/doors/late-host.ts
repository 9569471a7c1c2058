import { chainsOf } from '@/lib/payments/chains'
import { decideFor } from '@/lib/payments/decide'

/**
 * What the late part takes from the worker, because it is there already or keeps state: a module of the late
 * part that imported it would have a second one.
 */
export const host = { chainsOf, decideFor }

/** The worker, as its late part sees it. */
export type Host = typeof host

import type { Branded } from '../brand'

/** A count of a token's smallest unit. */
export type Atomic = Branded<bigint, 'Atomic'>

/** Dollars with 18 decimals, the unit of every total over default assets. */
export type Usd18 = Branded<bigint, 'Usd18'>

/** A point in time, in seconds since 1970. */
export type UnixSeconds = Branded<number, 'UnixSeconds'>

/** A length of time. */
export type Seconds = Branded<number, 'Seconds'>

/**
 * One amount held or spent in one budget, in the budget's unit (18-decimal dollars or atomic). `hour` is
 * the bucket of `totals` that it stands in.
 */
export type ReservationRow = {
  readonly id: string
  readonly authorizationId: string
  readonly budgetKey: string
  readonly hour: number
  readonly amount: bigint
  readonly state: 'reserved' | 'settled' | 'released'
}

/** Running total of one budget and scope in one hour bucket; a budget over all time has the one bucket 0. */
export type TotalRow = {
  /** budget id and the scope's value */
  readonly budgetKey: string
  /** Unix hours */
  readonly hour: number
  readonly reserved: bigint
  readonly settled: bigint
}

import type { Ledger } from '../schema'

/** To how many payees an origin was paid. */
export const payeesSeen = (ledger: Ledger, origin: string): Promise<number> =>
  ledger.payees.where('[origin+lastSeen]').between([origin, 0], [origin, Number.MAX_SAFE_INTEGER]).count()

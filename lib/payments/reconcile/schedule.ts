import type { AuthorizationRow } from '@/lib/ledger/schema'
import { MARGIN_SECONDS } from './finding'

/** The first wait between two questions about one authorization, and the longest. */
export const FIRST_WAIT_MS = 30_000
export const LONGEST_WAIT_MS = 30 * 60_000

/**
 * When the chain is asked again about an authorization that it proved nothing of: twice as long each time, half
 * more or less by chance, so that many that were made together are not asked together. Soon after its window is
 * over it is asked in any case: then its money can come back.
 *
 * @param now Unix milliseconds
 * @param random from 0 to below 1
 * @returns Unix milliseconds, always later than `now`
 */
export function nextCheck(
  { checks, validBefore }: Pick<AuthorizationRow, 'checks' | 'validBefore'>,
  now: number,
  random: number,
): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(checks, 20), LONGEST_WAIT_MS) * (0.5 + random)
  const over = (validBefore + MARGIN_SECONDS) * 1_000 + FIRST_WAIT_MS * (0.5 + random)
  return Math.ceil(over > now ? Math.min(now + wait, over) : now + wait)
}

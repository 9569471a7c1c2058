import { BEGIN } from './world'

/** What is not searched for is proved within so many rounds, whatever the waits between two questions. */
const ROUNDS = 40
/** What one go of a search looks through each way: half of its 24 ranges of 2,000 blocks of two seconds. */
const SEARCHED_SECONDS = 12 * 2_000 * 2

/**
 * After how many rounds everything must be proved. A search begins at the end of a window or at the newest block,
 * and what it looks for happened since the program began: of what a wrong clock signed, or was cancelled long
 * after its window, that is far away, and the chain is looked through a part at a time.
 *
 * @param now the true time, Unix seconds
 * @param ends where the windows of all payments end, Unix seconds
 */
export function roundsUntilProved(now: number, ends: readonly number[]): number {
  const far = Math.max(now, ...ends) - Math.min(BEGIN / 1_000, ...ends)
  return ROUNDS + Math.ceil(far / SEARCHED_SECONDS)
}

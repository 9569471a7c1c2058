import type { IncomingRow } from '../watch-rows'
import { wordsIn } from '../words'
import { ledger } from './ledger'
import type { PageKey, PaymentFilter, PaymentPage } from './payments'

/** Of one piece of the list so many are shown, the newest. */
const MOST = 200

/**
 * What came to the owner's accounts in the time of one piece of the activity, newest first: below the payment before
 * the piece, down to its last one. A site or a state is looked for among payments alone.
 *
 * @param page the piece; where nothing is left after it, it reaches down to the first moment
 * @param after the payment before it; null for none
 */
export async function incomingBeside(
  filter: PaymentFilter,
  page: PaymentPage,
  after: PageKey | null,
): Promise<readonly IncomingRow[]> {
  if (filter.site !== null || filter.state !== null) return []
  const last = page.next === null ? 0 : page.next.createdAt
  const from = Math.max(filter.from ?? 0, last)
  const until = Math.min(filter.until ?? Number.MAX_SAFE_INTEGER, after?.createdAt ?? Number.MAX_SAFE_INTEGER)
  if (from >= until) return []
  const terms = wordsIn(filter.text)
  return await ledger.incoming
    .where('at')
    .between(from, until, true, false)
    .reverse()
    .filter((row) => terms.every((term) => hasTerm(row, term)))
    .limit(MOST)
    .toArray()
}

const hasTerm = ({ from, account, transaction }: IncomingRow, term: string): boolean =>
  wordsIn(`${from} ${account} ${transaction}`).some((word) => word.startsWith(term))

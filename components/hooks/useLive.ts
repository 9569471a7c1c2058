import { useLiveQuery } from 'dexie-react-hooks'

/**
 * Follows a read of the ledger; the value before the first answer is undefined.
 *
 * @param query one of the reads of `lib/ledger/read`
 * @param parameters its parameters; a change of one asks anew
 */
export function useLive<P extends readonly (string | number | null)[], T>(
  query: (...parameters: P) => Promise<T>,
  parameters: P,
): T | undefined {
  return useLiveQuery(() => query(...parameters), [query, ...parameters])
}

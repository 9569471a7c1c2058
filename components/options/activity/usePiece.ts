import { incomingBeside } from '@/lib/ledger/read/incoming'
import { PAGE_SIZE, type PageKey, type PaymentFilter, paymentsMatching } from '@/lib/ledger/read/payments'
import type { StateWord } from '@/lib/ledger/read/standing'

import { useLive } from '../../hooks/useLive'

type Key = readonly [createdAt: number | null, id: string | null]
type Asked = [
  of: string,
  text: string,
  site: string | null,
  state: string | null,
  from: number | null,
  until: number | null,
  ...after: Key,
  ...end: Key,
]

/** Payments that are looked at for one piece: what is rare is looked for in short steps. */
const LOOKED_AT = 2_000

const keyOf = (createdAt: number | null, id: string | null): PageKey | null =>
  createdAt === null || id === null ? null : { createdAt, id }

const read = async (...[of, text, site, state, from, until, afterAt, afterId, endAt, endId]: Asked) => {
  const end = keyOf(endAt, endId)
  const filter = { text, site, state: state as StateWord | null, from, until }
  const after = keyOf(afterAt, afterId)
  const page = await paymentsMatching(
    filter,
    after,
    // Between two payments there are as many as there are; the piece that is open takes so many.
    end === null ? PAGE_SIZE : Number.MAX_SAFE_INTEGER,
    end === null ? LOOKED_AT : Number.MAX_SAFE_INTEGER,
    end,
  )
  // A piece that is whole ends where the next one begins.
  const incoming = await incomingBeside(filter, { ...page, next: end ?? page.next }, after)
  return { ...page, incoming, of }
}

/**
 * Follows one piece of the list; undefined before the first answer.
 *
 * @param of the filter as text: an answer says which one it is of, as it may come late
 * @param after the payment before it
 * @param end its last payment; null where it takes as many as a piece has
 */
export function usePiece(filter: PaymentFilter, of: string, after: PageKey | null, end: PageKey | null) {
  return useLive(read, [
    of,
    filter.text,
    filter.site,
    filter.state,
    filter.from,
    filter.until,
    after?.createdAt ?? null,
    after?.id ?? null,
    end?.createdAt ?? null,
    end?.id ?? null,
  ])
}

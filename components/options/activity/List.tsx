import { useCallback, useState } from 'react'

import type { PageKey, PaymentFilter } from '@/lib/ledger/read/payments'
import { useWords } from '../../i18n/context'
import { type Loaded, Piece } from './Piece'

type Props = { readonly filter: PaymentFilter; readonly isEverything: boolean }

/** The pieces of a list, each after the one before: where those end that are whole, and what the last one holds. */
type Pieces = { readonly of: string; readonly ends: readonly PageKey[]; readonly last: Loaded | null }

/**
 * The payments that match, in pieces of some dozens. A piece that is far from the window keeps its height alone, so
 * that the page stays small however far down one has come; the next one is read before one comes to the end.
 *
 * A piece is bound by the payments at its ends, never by how many there are: what comes in on top makes the first
 * piece longer and moves nothing from one to the next.
 */
export function List({ filter, isEverything }: Props) {
  const { t } = useWords()
  const name = JSON.stringify(filter)
  const begin: Pieces = { of: name, ends: [], last: null }
  const [kept, setKept] = useState(begin)
  const pieces = kept.of === name ? kept : begin
  const onLoaded = useCallback((loaded: Loaded) => {
    setKept((before) => {
      const now = before.of === loaded.of ? before : { of: loaded.of, ends: [], last: null }
      return isSame(now.ends.at(-1) ?? null, loaded.after) ? { ...now, last: loaded } : now
    })
  }, [])
  const onNearEnd = useCallback((of: string, after: PageKey | null) => {
    setKept((before) => {
      const { ends, last } = before
      const isLast = before.of === of && last !== null && isSame(last.after, after)
      return isLast && last.next !== null ? { of, ends: [...ends, last.next], last: null } : before
    })
  }, [])
  const { ends, last } = pieces
  const isOver = last !== null && last.next === null
  const isEmpty = isOver && last.count === 0 && ends.length === 0
  return (
    <>
      <p className="quiet spaced" role="status">
        {isEmpty ? (isEverything ? t.activity.empty : t.activity.none) : ''}
      </p>
      {[null, ...ends].map((after, i) => (
        <Piece
          key={after === null ? '' : `${after.createdAt} ${after.id}`}
          filter={filter}
          of={name}
          after={after}
          end={ends[i] ?? null}
          onLoaded={onLoaded}
          onNearEnd={onNearEnd}
        />
      ))}
      {!isOver && (
        <p className="quiet list-more" role="status">
          {t.activity.looking}
        </p>
      )}
    </>
  )
}

const isSame = (a: PageKey | null, b: PageKey | null): boolean =>
  a === b || (a !== null && b !== null && a.createdAt === b.createdAt && a.id === b.id)

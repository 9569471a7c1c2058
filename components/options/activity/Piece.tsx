import { memo, useEffect, useState } from 'react'

import type { PageKey, PaymentFilter } from '@/lib/ledger/read/payments'
import { Days } from './Days'
import { useNear } from './useNear'
import { usePiece } from './usePiece'

/** What a piece has read: of which filter, after which payment, how many lines, and where the next one begins. */
export type Loaded = {
  readonly of: string
  readonly after: PageKey | null
  readonly count: number
  readonly next: PageKey | null
}

type Props = {
  readonly filter: PaymentFilter
  /** the filter as text */
  readonly of: string
  readonly after: PageKey | null
  /** its last payment; null where the end is not known yet, for it is the last piece */
  readonly end: PageKey | null
  readonly onLoaded: (loaded: Loaded) => void
  readonly onNearEnd: (of: string, after: PageKey | null) => void
}

/** Some payments of the list, drawn while they are near the window. */
export const Piece = memo(function Piece(props: Props) {
  const { ref, isNear, height } = useNear()
  return (
    <div className="piece" ref={ref} style={isNear ? undefined : { blockSize: height }}>
      {isNear && <Drawn {...props} height={height} />}
    </div>
  )
})

function Drawn({ filter, of, after, end, onLoaded, onNearEnd, height }: Props & { readonly height: number }) {
  const page = usePiece(filter, of, after, end)
  const isLast = end === null
  const next = page?.next ?? null
  const count = page === undefined ? 0 : page.lines.length + page.incoming.length
  const isRead = page !== undefined && page.of === of
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (isRead && isLast) onLoaded({ of, after, count, next })
  }, [isRead, isLast, of, after, count, next, onLoaded])
  useEffect(() => {
    if (!isRead || !isLast || next === null || foot === null) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && onNearEnd(of, after),
      { rootMargin: '1500px 0px' },
    )
    observer.observe(foot)
    return () => observer.disconnect()
  }, [isRead, isLast, of, after, next, foot, onNearEnd])
  if (page === undefined) return <div style={{ blockSize: height }} />
  return (
    <>
      <Days lines={page.lines} incoming={page.incoming} before={after} />
      <div ref={setFoot} />
    </>
  )
}

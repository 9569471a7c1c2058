import { useEffect, useMemo, useState } from 'react'

import type { ApprovalSummary, UiError } from '@/lib/doors/ui-protocol'
import { waitingChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'

/** The requests that wait, and the one on the screen. It stays there after it is answered. */
export type Queue = {
  readonly id: string | null
  /** undefined until the first answer */
  readonly waiting: readonly ApprovalSummary[] | undefined
  readonly error: UiError | null
  /** the next and the previous waiting request; null where there is no other */
  readonly next: (() => void) | null
  readonly previous: (() => void) | null
  readonly refresh: () => void
}

/** Follows the waiting requests; begins with the one of `?id=`, else with the first. */
export function useQueue(): Queue {
  const signal = useLive(waitingChanged, [])
  const { value: waiting, error, refresh } = useAnswer('approval.list', undefined, signal)
  const [id, setId] = useState(() => new URLSearchParams(location.search).get('id'))
  const first = waiting?.[0]?.paymentId ?? null
  useEffect(() => {
    if (id === null && first !== null) setId(first)
  }, [id, first])
  return useMemo(() => {
    const ids = (waiting ?? []).map((summary) => summary.paymentId)
    const at = id === null ? -1 : ids.indexOf(id)
    const others = ids.filter((other) => other !== id)
    const step = (by: number) => {
      if (others.length === 0) return null
      const to = at === -1 ? ids[0] : ids[(at + by + ids.length) % ids.length]
      return to === undefined ? null : () => setId(to)
    }
    return {
      id,
      waiting,
      error,
      next: step(1),
      previous: at === -1 || others.length < 2 ? null : step(-1),
      refresh,
    }
  }, [id, waiting, error, refresh])
}

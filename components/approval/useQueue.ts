import { useEffect, useMemo, useState } from 'react'

import type { ApprovalSummary, UiError } from '@/lib/doors/ui-protocol'
import { waitingChanged } from '@/lib/ledger/read/changes'

import { useAnswer } from '../hooks/useAnswer'
import { useLive } from '../hooks/useLive'
import { type Standing, standingOf } from './queue'

/** The requests that wait, and the one on the screen. It stays there after it is answered. */
export type Queue = {
  readonly id: string | null
  /** undefined until the first answer */
  readonly waiting: readonly ApprovalSummary[] | undefined
  readonly error: UiError | null
  readonly standing: Standing
  /** puts another request on the screen; nothing else does */
  readonly show: (id: string) => void
  readonly refresh: () => void
}

const NONE: readonly ApprovalSummary[] = []

/** Follows the waiting requests; begins with the one of `?id=`, else with the first. */
export function useQueue(): Queue {
  const signal = useLive(waitingChanged, [])
  const { value: waiting, error, refresh } = useAnswer('approval.list', undefined, signal)
  const [id, setId] = useState(() => new URLSearchParams(location.search).get('id'))
  const first = waiting?.[0]?.paymentId ?? null
  useEffect(() => {
    if (id === null && first !== null) setId(first)
  }, [id, first])
  return useMemo(
    () => ({ id, waiting, error, standing: standingOf(waiting ?? NONE, id), show: setId, refresh }),
    [id, waiting, error, refresh],
  )
}

import { useCallback, useRef, useState } from 'react'

import type { UiError } from '@/lib/doors/ui-protocol'

import { refusalOf } from '../client'

/** One thing at a time that a person started, and what became of it. */
export type Action = {
  readonly busy: boolean
  readonly error: UiError | null
  /** starts the work unless some is under way; the refusal is kept until the next start */
  readonly run: (work: () => Promise<void>) => void
  readonly clear: () => void
}

/** Runs a person's actions one by one: a second click while the first is under way does nothing. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<UiError | null>(null)
  // State is read a frame late; three clicks may come within one.
  const underway = useRef(false)
  const run = useCallback((work: () => Promise<void>) => {
    if (underway.current) return
    underway.current = true
    setBusy(true)
    setError(null)
    work()
      .catch((thrown: unknown) => setError(refusalOf(thrown)))
      .finally(() => {
        underway.current = false
        setBusy(false)
      })
  }, [])
  const clear = useCallback(() => setError(null), [])
  return { busy, error, run, clear }
}

import { useCallback, useEffect, useRef, useState } from 'react'

import type { UiError } from '@/lib/doors/ui-protocol'

import { refusalOf } from '../client'
import { ask, type Question, type Questions } from '../reads'

/** What was last answered; `value` stays while a newer answer is on its way. */
export type Answer<T> = {
  readonly value: T | undefined
  readonly error: UiError | null
  readonly refresh: () => void
}

/**
 * Asks the background or the ledger, and again whenever `signal` changes or `refresh` is called.
 *
 * @param signal anything that changes when the answer may have; compared by identity
 */
export function useAnswer<N extends Question>(
  name: N,
  value: Questions[N][0],
  signal: unknown,
): Answer<Questions[N][1]> {
  const [state, setState] = useState<{ value: Questions[N][1] | undefined; error: UiError | null }>({
    value: undefined,
    error: null,
  })
  const [turn, setTurn] = useState(0)
  const latest = useRef(0)
  const key = JSON.stringify(value ?? null)
  const lastKey = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `value`, `signal` and `turn` are the reasons to ask again
  useEffect(() => {
    latest.current += 1
    const mine = latest.current
    if (lastKey.current !== key) {
      lastKey.current = key
      setState({ value: undefined, error: null })
    }
    ask(name, value).then(
      (answer) => mine === latest.current && setState({ value: answer, error: null }),
      (thrown: unknown) =>
        mine === latest.current && setState((now) => ({ value: now.value, error: refusalOf(thrown) })),
    )
  }, [name, key, signal, turn])
  const refresh = useCallback(() => setTurn((now) => now + 1), [])
  return { value: state.value, error: state.error, refresh }
}

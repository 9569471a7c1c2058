import { useState } from 'react'

import { refusalOf } from '../client'
import { type Action, useAction } from './useAction'

/** Something that may need the password: without it at first, with it where the background asks. */
export type Work = (password: { readonly password?: string }) => Promise<unknown>

/** A change under way; `isPending` while it waits for the password. */
export type Guarded = {
  readonly action: Action
  readonly isPending: boolean
  readonly isSaved: boolean
  readonly apply: (work: Work) => void
  readonly confirm: (password: string) => void
  readonly cancel: () => void
}

/** Does one thing; where the background wants the password for it, it waits until that is typed. */
export function useGuarded(onDone: () => void): Guarded {
  const action = useAction()
  const [pending, setPending] = useState<{ readonly work: Work } | null>(null)
  const [isSaved, setSaved] = useState(false)
  const run = (work: Work, password?: string) => {
    setSaved(false)
    action.run(async () => {
      try {
        await work(password === undefined ? {} : { password })
      } catch (thrown) {
        if (refusalOf(thrown).code === 'password-needed') {
          setPending({ work })
          if (password === undefined) return
        }
        throw thrown
      }
      setPending(null)
      setSaved(true)
      onDone()
    })
  }
  return {
    action,
    isPending: pending !== null,
    isSaved,
    apply: (work) => run(work),
    confirm: (password) => pending !== null && run(pending.work, password),
    cancel: () => {
      setPending(null)
      action.clear()
    },
  }
}

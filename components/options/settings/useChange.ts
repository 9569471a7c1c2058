import { useState } from 'react'

import type { SettingsChange } from '@/lib/doors/ui-protocol'

import { call } from '../../client'
import { type Action, useAction } from '../../hooks/useAction'

/** A change of a setting under way; `pending` waits for the password. */
export type Change = {
  readonly action: Action
  readonly pending: SettingsChange | null
  readonly isSaved: boolean
  readonly apply: (change: SettingsChange, password?: string) => void
  readonly cancel: () => void
}

/** Sets one setting; where the background wants the password for it, the change waits until it is typed. */
export function useChange(onChanged: () => void): Change {
  const action = useAction()
  const [pending, setPending] = useState<SettingsChange | null>(null)
  const [isSaved, setSaved] = useState(false)
  const apply = (change: SettingsChange, password?: string) => {
    setSaved(false)
    action.run(async () => {
      try {
        await call('settings.set', password === undefined ? { change } : { change, password })
      } catch (thrown) {
        if (needsPassword(thrown)) {
          setPending(change)
          if (password === undefined) return
        }
        throw thrown
      }
      setPending(null)
      setSaved(true)
      onChanged()
    })
  }
  const cancel = () => {
    setPending(null)
    action.clear()
  }
  return { action, pending, isSaved, apply, cancel }
}

function needsPassword(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'password-needed'
}

import type { SettingsChange } from '@/lib/doors/ui-settings'

import { call } from '../../client'
import { type Guarded, useGuarded } from '../../hooks/useGuarded'

/** A change of a setting under way. */
export type Change = Omit<Guarded, 'apply'> & { readonly apply: (change: SettingsChange) => void }

/** Sets one setting; where the background wants the password for it, the change waits until it is typed. */
export function useChange(onChanged: () => void): Change {
  const guarded = useGuarded(onChanged)
  return {
    ...guarded,
    apply: (change) => guarded.apply((password) => call('settings.set', { change, ...password })),
  }
}

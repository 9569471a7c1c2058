import type { KeyboardEvent } from 'react'

/** A key held down since before the window opened repeats; only a new press may answer. */
export function refuseHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

import { vi } from 'vitest'

/**
 * Loads the payments as a worker does at its start: every module anew, so that nothing a module keeps in
 * memory outlives a life.
 */
export async function loadEngine() {
  vi.resetModules()
  return await import('./modules')
}

/** Everything of one life's modules that a program calls. */
export type Engine = Awaited<ReturnType<typeof loadEngine>>

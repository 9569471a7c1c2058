import { listenToBridge } from './ask'
import { wrapFetch } from './fetch'
import { sha256 } from './natives'
import { wrapXhr } from './xhr'

/**
 * Watches what a document fetches. Call it once, before the page's own scripts run.
 *
 * Plain http outside the machine is left alone: payments are refused there, and the browser
 * withholds the digest that a report needs.
 */
export function watchPage(): void {
  if (sha256 === null) return
  listenToBridge()
  wrapFetch()
  wrapXhr()
}

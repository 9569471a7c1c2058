import { browser } from 'wxt/browser'

import type { UiCalls, UiError, UiName, UiReply, UiRequest } from '@/lib/doors/ui-protocol'

/** A call that the background refused; `error` is the whole answer, `code` its short name. */
export class UiCallError extends Error {
  readonly code: UiError['code']

  constructor(readonly error: UiError) {
    super(error.code)
    this.name = 'UiCallError'
    this.code = error.code
  }
}

/** Calls that change nothing that counts, so that asking twice is harmless. */
const REPEATABLE: ReadonlySet<UiName> = new Set([
  'wallet.status',
  'wallet.holdings',
  'balances',
  'approval.refresh',
  'request.view',
  'settings.get',
  'automatic.unseen',
])

const RETRY_AFTER_MS = 150

/**
 * Asks the background for one thing, by the map of calls in `ui-protocol`.
 *
 * A read is tried a second time when no answer came: the background may just have been restarting.
 * Nothing that acts is ever sent twice.
 *
 * @throws UiCallError with the background's own code, or with 'failed' when nothing answered
 */
export async function call<N extends UiName>(name: N, value: UiCalls[N][0]): Promise<UiCalls[N][1]> {
  const request = { door: 'ui', name, value, driven: navigator.webdriver } satisfies UiRequest<N>
  let reply = await send(request)
  if (reply === undefined && REPEATABLE.has(name)) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    reply = await send(request)
  }
  if (reply === undefined) throw new UiCallError({ code: 'failed' })
  if ('error' in reply) throw new UiCallError(reply.error)
  return reply.ok
}

async function send<N extends UiName>(request: UiRequest<N>): Promise<UiReply<N> | undefined> {
  try {
    return await browser.runtime.sendMessage<UiRequest<N>, UiReply<N> | undefined>(request)
  } catch {
    return undefined
  }
}

/** The refusal behind whatever a call threw. */
export function refusalOf(thrown: unknown): UiError {
  return thrown instanceof UiCallError ? thrown.error : { code: 'failed' }
}

import { cloneRequest, nativeFetch, ofRequest, ofResponse, requestBytes } from '../natives'
import type { CallerTerms, Json } from '../protocol'
import { answerText, carriesBody, digestOf, tagged, withoutFragment } from '../replay'
import { call, callError, reach, settle } from './channel'

/** Where a purchase stands: `docs/provider.md` names the fields. */
export type State = {
  readonly id: string | null
  readonly status: string
  readonly [name: string]: Json | undefined
}

/** A URL that was asked for, and the purchase that its 402 began. */
export type Asked = {
  /** what the server answered without payment */
  readonly first: Response
  /** null where the answer asks for none */
  readonly purchase: {
    readonly state: State
    /** the answer to the request that carried the payment; null where none was sent from here */
    readonly paid: Promise<Response | null>
  } | null
}

/** A purchase that never began. */
export const refused = (code: string, reason: string): State => ({
  id: null,
  status: 'refused',
  code,
  reason,
  retryLater: false,
  resend: false,
})

/**
 * Sends a request, and where it is answered 402, brings that to the wallet: the browser itself saw the answer,
 * so it counts as any request of the page. Once it may, the same request leaves again with the payment.
 *
 * @throws CallError where the wallet refuses the call, and what fetch throws
 */
export async function askUrl(request: Request, terms: CallerTerms): Promise<Asked> {
  const method = ofRequest(request, 'method')
  const spare = carriesBody(method) ? cloneRequest(request) : request
  const first = await nativeFetch(request)
  if (ofResponse(first, 'status') !== 402) return { first, purchase: null }
  const none = (state: State): Asked => ({
    first,
    purchase: { state, paid: Promise.resolve(null) },
  })
  // A 302 or 303 on the way turned the method into GET, and nobody here can see whether one did.
  if (ofResponse(first, 'redirected') && carriesBody(method))
    return none(refused('BLOCK_REDIRECTED', 'redirected on the way'))
  const bytes = carriesBody(method) ? await requestBytes(spare) : null
  const body = bytes?.byteLength ? bytes : null
  const heard = await reach({
    type: 'report',
    report: {
      via: 'fetch',
      method,
      url: withoutFragment(ofRequest(request, 'url')),
      answeredUrl: withoutFragment(ofResponse(first, 'url')),
      bodyDigest: await digestOf(body),
      answer: await answerText(first),
      terms,
    },
  })
  if (heard.type === 'error') throw callError(heard.code, heard.message)
  if (heard.type === 'value') return none(heard.value as State)
  if (heard.type !== 'wait') return none(refused('BLOCK_ORIGIN', 'the browser did not see this answer'))
  const { paymentId } = heard
  const send = async () => {
    const end = await settle({ type: 'await', paymentId })
    if (end.type !== 'send') return null
    return await nativeFetch(tagged(spare, end.url, body, ofRequest(request, 'signal'), undefined))
  }
  const paid = send()
  // Who waits for it hears of a failure; nobody need wait.
  paid.catch(() => null)
  return { first, purchase: { state: (await call('payment', { id: paymentId })) as State, paid } }
}

import {
  after,
  listen,
  NativePromise,
  NativeRequest,
  NativeResponse,
  nativeFetch,
  ofRequest,
  ofResponse,
  ofSignal,
  setTimer,
} from '../natives'
import { type Json, PAGE_PATIENCE_MS } from '../protocol'
import { carried, headersOf, plainAnswer, statedQuote, termsOf } from './agent-answer'
import { type CallError, call } from './channel'
import { type Asked, askUrl, refused, type State } from './pay-url'

type Fields = { readonly [name: string]: unknown }
type PaymentEvent = { readonly id: string; readonly status: string }
type Listener = (payment: PaymentEvent) => void

/** What an agent in a page calls: plain JSON in and out, by id, never a promise that hangs. docs/provider.md. */
export type AgentApi = {
  readonly version: string
  canPay(of: Fields): Promise<Json>
  requestPayment(of: Fields): Promise<Json>
  getPayment(id: string, of?: { readonly not?: string }): Promise<Json>
  cancel(id: string): Promise<Json>
  paid(
    id: string,
    of: { readonly status?: number; readonly settlement?: Json; readonly responseDigest?: string },
  ): Promise<Json>
  fetch(input: RequestInfo | URL, init?: RequestInit, terms?: Fields): Promise<Response>
  requestMandate(terms: Fields): Promise<Json>
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
}

/** A payment is followed for so long after it was asked for. */
const FOLLOWED_MS = 30 * 60_000
const LONGEST_PATIENCE_MS = 5 * 60_000
/** An answer that is on its way is waited for this long. */
const ANSWER_WAIT_MS = 20_000
/** So many answers are kept for `getPayment`. */
const KEPT_ANSWERS = 50
const OVER = ['settled', 'declined', 'expired', 'refused', 'released']
const REJECTED = 4001

/** Makes the part of the provider that pays. */
export function agentApi(): AgentApi {
  const listeners = new Set<Listener>()
  const followed = new Set<string>()
  /** what the servers answered to paid requests of this document, also while that is on its way */
  const answers = new Map<string, Promise<Json>>()

  const isOver = ({ status }: State) => OVER.includes(status)

  /** Tells the listeners of every change, until nothing more can change. */
  async function follow(state: State): Promise<void> {
    const { id } = state
    if (id === null || isOver(state) || followed.has(id)) return
    followed.add(id)
    let now = state
    const until = Date.now() + FOLLOWED_MS
    try {
      while (!isOver(now) && Date.now() < until) {
        const { status } = now
        now = (await call('payment', { id, not: status })) as State
        // One listener's fault is not the next one's.
        if (now.status !== status) for (const each of listeners) setTimer(each, 0, { id, status: now.status })
      }
    } catch {
      // The wallet is not there any more, and tells nothing.
    }
    followed.delete(id)
  }

  function keep(id: string, answer: Promise<Json>): void {
    const oldest = answers.size < KEPT_ANSWERS ? undefined : answers.keys().next().value
    if (oldest !== undefined) answers.delete(oldest)
    answers.set(id, answer)
  }

  const answerOf = async (id: string, paid: Promise<Response | null>): Promise<Json> => {
    const response = await paid.catch(() => null)
    if (response === null) return null
    return await plainAnswer(response, (responseDigest) => {
      // Its receipt names the body; a wallet that is not there any more hears nothing.
      if (responseDigest) void call('paid', { id, responseDigest }).catch(() => null)
    })
  }

  async function shown(state: State): Promise<Json> {
    const { payment, ...rest } = state
    void follow(state)
    const isSent = state.id !== null && !['pending', 'ready'].includes(state.status)
    const kept = isSent ? answers.get(state.id ?? '') : undefined
    const response = kept === undefined ? null : await NativePromise.race([kept, after(ANSWER_WAIT_MS)])
    return {
      ...rest,
      ...(payment === undefined ? {} : { payment: carried(payment) }),
      ...(response === null ? {} : { response }),
    }
  }

  const requestOf = ({ url, method, headers, body }: Fields): Request =>
    new NativeRequest(String(url), { method, headers, body } as RequestInit)

  const isUrl = (of: Fields) => of.quote === undefined && of.response === undefined

  const unread = refused('BLOCK_MALFORMED_QUOTE', 'there is no quote that can be read')

  /** What a failed purchase rejects with: the decision's code, and where the purchase stands. */
  const failure = (state: State, code = state.code): Error =>
    Object.assign(new Error(String(state.reason)), { code, payment: state })

  async function bought(request: Request, { first, purchase }: Asked, terms: Fields): Promise<Response> {
    if (purchase === null) return first
    const { state, paid } = purchase
    const { id } = state
    if (id === null) throw failure(state)
    if (terms.wait === false && state.status === 'pending') {
      keep(id, answerOf(id, paid))
      void follow(state)
      const { status, statusText } = first
      const headers = { ...headersOf(first), 'countersign-payment': id }
      return new NativeResponse(ofResponse(first, 'body'), { status, statusText, headers })
    }
    const signal = ofRequest(request, 'signal')
    const stopped = new NativePromise<'stopped'>((resolve) =>
      listen(signal, 'abort', () => resolve('stopped'), { once: true }),
    )
    const patience = Math.min(Number(terms.patienceMs ?? PAGE_PATIENCE_MS), LONGEST_PATIENCE_MS)
    const late = after(patience).then(() => 'late' as const)
    const end = await NativePromise.race([paid, stopped, late])
    if (end instanceof NativeResponse) {
      keep(id, NativePromise.resolve({ status: end.status, headers: headersOf(end), body: null }))
      void follow(state)
      return end
    }
    if (end === 'stopped') {
      await call('cancel', { id })
      throw ofSignal(signal, 'reason')
    }
    if (end === 'late') keep(id, answerOf(id, paid))
    const now = (await call('payment', { id })) as State
    void follow(now)
    // What was paid before is not given twice: the receipt is.
    throw failure(now, now.status === 'settled' ? 'RETURN_CACHED_RECEIPT' : now.code)
  }

  return {
    version: '1.0',
    async canPay(of) {
      let stated = isUrl(of) ? null : await statedQuote(of)
      if (isUrl(of)) {
        const response = await nativeFetch(requestOf(of))
        if (response.status !== 402) return { result: 'free' }
        stated = await statedQuote({ response })
      }
      if (stated === null) return { result: 'refused', code: unread.code, reason: unread.reason }
      const { method = 'GET' } = of
      const transport = isUrl(of) ? 'http' : 'provider'
      return await call('canPay', { ...stated, method: String(method), transport, terms: termsOf(of) })
    },
    async requestPayment(of) {
      const terms = termsOf(of)
      if (isUrl(of)) {
        const { first, purchase } = await askUrl(requestOf(of), terms)
        if (purchase === null) return { id: null, status: 'free', response: await plainAnswer(first) }
        const { state, paid } = purchase
        if (state.id !== null) keep(state.id, answerOf(state.id, paid))
        return await shown(state)
      }
      const stated = await statedQuote(of)
      if (stated === null) return unread
      const { method = 'GET' } = of
      const wish = { ...stated, method: String(method), transport: 'provider', terms }
      return await shown((await call('pay', wish)) as State)
    },
    getPayment: async (id, { not } = {}) => await shown((await call('payment', { id, not })) as State),
    cancel: async (id) => await shown((await call('cancel', { id })) as State),
    paid: async (id, of) => await shown((await call('paid', { ...of, id })) as State),
    async fetch(input, init, terms = {}) {
      const request = new NativeRequest(input, init)
      return await bought(request, await askUrl(request, termsOf(terms)), terms)
    },
    async requestMandate(terms) {
      try {
        return await call('mandate', terms as Json)
      } catch (error) {
        if ((error as CallError).code !== REJECTED) throw error
        return { granted: false, code: 'HOLD_DECLINED' }
      }
    },
    on(event, listener) {
      if (event === 'payment') listeners.add(listener)
    },
    off: (_, listener) => void listeners.delete(listener),
  }
}

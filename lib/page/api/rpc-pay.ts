import { canonicalJson } from '@/lib/core/json/canonical'
import { isRecord } from '@/lib/core/json/parse'
import { sameTerms } from '@/lib/wire/http/same-terms'
import { after, bytesOf, NativePromise, parse } from '../natives'
import { type CallerTerms, type Json, PAGE_PATIENCE_MS } from '../protocol'
import { digestOf } from '../replay'
import { carried } from './agent-answer'
import { call } from './channel'
import { refused, type State } from './pay-url'
import type { RpcOutcome, RpcProtocol, RpcQuote } from './rpc'

/** What is bought, from whom, and how long its caller waits. */
export type RpcPurchase = {
  readonly protocol: RpcProtocol
  readonly found: RpcQuote
  /** the server's real address */
  readonly server: string
  readonly terms?: CallerTerms
  readonly patienceMs?: number
  /** false: a purchase that waits for a person is given back at once, and stays asked */
  readonly wait?: boolean
  /** resolves when nobody waits any more */
  readonly stopped?: Promise<unknown>
}

/** How a purchase ended. With `payment`, an x402 payment object, it is signed and may be sent. */
export type RpcPaid = {
  readonly state: State
  readonly payment: object | null
  /** what the server answered, so that the wallet can follow the payment; with the answer itself, for its digest */
  readonly tell: (outcome: RpcOutcome, answer?: unknown) => void
}

/** No answer came to a payment that was sent. */
export const NO_ANSWER: RpcOutcome = { status: null, settlement: null, hasNewQuote: false }

type Lost = { readonly id: string; readonly quote: string }

/** Payments of this document whose answer was lost, by server and action: the next equal call sends the same. */
const lost = new Map<string, Lost>()
const MOST_LOST = 50
/** The background's last word on a purchase that nobody waits for takes this long at most. */
const LAST_WORD_MS = 5_000
const GONE = refused('HOLD_APPROVAL_EXPIRED', 'the wallet did not answer in time')

/**
 * Brings a quote to the wallet and waits until it is signed, refused, or nobody waits any more.
 *
 * A payment whose answer was lost is sent once more in place of a new one, as long as the terms are the same:
 * the server can take it only once.
 *
 * @throws CallError where the wallet refuses the call
 */
export async function purchase(of: RpcPurchase): Promise<RpcPaid> {
  const { found, server } = of
  const argumentsDigest = await digestOf(bytesOf(found.subject))
  const key = `${server} ${argumentsDigest}`
  const state = (await sendAgain(key, found)) ?? (await ask(of, argumentsDigest))
  const { id } = state
  const payment = isRecord(state.payment) ? (carried(state.payment) as { payload: Json }).payload : null
  return {
    state,
    payment: isRecord(payment) ? payment : null,
    tell(outcome, answer) {
      if (id === null) return
      lost.delete(key)
      const isUnknown = outcome.status === null || outcome.status >= 500
      if (isUnknown && outcome.settlement === null && lost.size < MOST_LOST)
        lost.set(key, { id, quote: found.quote })
      // A wallet that is not there any more hears nothing, and the chain says the rest.
      void told(id, outcome, answer).catch(() => null)
    },
  }
}

/** Tells the wallet how a payment was answered, and of a success what was delivered. */
async function told(id: string, outcome: RpcOutcome, answer: unknown): Promise<void> {
  const digest = outcome.status === 200 ? await digestOfResult(answer) : null
  await call('paid', { id, ...outcome, ...(digest === null ? {} : { responseDigest: digest }) })
}

/**
 * SHA-256 of what a server gave: of the canonical JSON (RFC 8785) of the answer's `result`, however it came, in a
 * message, in an event, or bare from a client; null where there is none.
 */
async function digestOfResult(answer: unknown): Promise<string | null> {
  const result = isRecord(answer) && 'jsonrpc' in answer ? answer.result : answer
  try {
    return isRecord(result) ? await digestOf(bytesOf(canonicalJson(result))) : null
  } catch {
    return null
  }
}

async function sendAgain(key: string, found: RpcQuote): Promise<State | null> {
  const before = lost.get(key)
  if (before === undefined || !sameTerms(parse(before.quote), parse(found.quote))) return null
  // For one call: what is bought at the same time is another purchase.
  lost.delete(key)
  const state = (await call('payment', { id: before.id })) as State
  return state.payment === undefined ? null : state
}

async function ask(
  { protocol, found, server, terms = {}, patienceMs = PAGE_PATIENCE_MS, wait, stopped }: RpcPurchase,
  argumentsDigest: string | null,
): Promise<State> {
  const { quote, action, said, isCertain } = found
  const [claims, messageDigest] = await NativePromise.all([
    protocol.claims?.(server),
    said ? digestOf(bytesOf(said)) : null,
  ])
  const first = call('pay', {
    quote,
    transport: protocol.name,
    url: server,
    method: 'POST',
    bodyDigest: argumentsDigest,
    action: {
      ...action,
      ...claims,
      ...(messageDigest === null ? {} : { messageDigest }),
      argumentsDigest: argumentsDigest ?? '',
      server,
    },
    certain: isCertain,
    terms,
  }) as Promise<State>
  const over = NativePromise.race([after(patienceMs), stopped ?? after(patienceMs)]).then(() => null)
  let state = await NativePromise.race([first, over])
  while (state?.status === 'pending' && wait !== false) {
    const next = call('payment', { id: state.id, not: 'pending' }) as Promise<State>
    state = await NativePromise.race([next, over])
  }
  if (state !== null) return state
  // Nobody waits: what is not signed by now never will be.
  const end = first.then(({ id }) => call('cancel', { id }) as Promise<State>)
  return (await NativePromise.race([end, after(LAST_WORD_MS)])) ?? GONE
}

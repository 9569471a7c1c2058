import { isRecord } from '@/lib/core/json/parse'
import { after, NativePromise, NativeUrl } from '../natives'
import { PAGE_PATIENCE_MS } from '../protocol'
import { termsOf } from './agent-answer'
import type { State } from './pay-url'
import type { RpcOutcome, RpcProtocol, RpcRequest } from './rpc'
import { NO_ANSWER, purchase } from './rpc-pay'

/** Sends one request by whichever transport and gives its answer, or throws it. */
export type RpcSend = (request: RpcRequest) => unknown

/** What a caller of a helper says; beside these the terms of any purchase (`maxAmount`, `idempotencyKey` ...). */
export type RpcOptions = {
  /** the server's real address: it stands in the question and in what is approved */
  readonly server: string | URL
  readonly patienceMs?: number
  readonly wait?: boolean
}

/** What a client gave: an answer, or an error that it threw. */
type Said = { readonly message: unknown; readonly isThrown: boolean }

const LONGEST_PATIENCE_MS = 5 * 60_000

/**
 * Sends a request, pays what its answer asks for, and sends it again with the payment.
 *
 * @returns the server's answer
 * @throws what the client throws; an Error whose `code` is the decision's and whose `payment` says where the
 * purchase stands, where it was not paid
 */
export async function bought(
  protocol: RpcProtocol,
  request: RpcRequest,
  client: RpcSend,
  options: RpcOptions,
): Promise<unknown> {
  const server = new NativeUrl(String(options.server), document.baseURI)
  server.hash = ''
  const patienceMs = Math.min(Number(options.patienceMs ?? PAGE_PATIENCE_MS), LONGEST_PATIENCE_MS)
  const send = (each: RpcRequest) => said(() => client(each), patienceMs)
  const first = await send(request)
  const found = protocol.read(request, first.message)
  if (found === null) return given(first)
  const terms = termsOf(options)
  const { wait = true } = options
  const { state, payment, tell } = await purchase({
    protocol,
    found,
    server: server.href,
    terms,
    patienceMs,
    wait,
  })
  if (payment === null) {
    const refusal = state.status === 'declined' ? protocol.declined?.(request, found) : null
    if (refusal) void send(refusal)
    throw unpaid(state)
  }
  const paid = protocol.retry(request, found, payment)
  const outcomeOf = ({ message, isThrown }: Said): RpcOutcome | null =>
    isThrown && !(isRecord(message) && typeof message.code === 'number') ? null : protocol.outcome(message)
  let last = await send(paid)
  let outcome = outcomeOf(last)
  const isSilent =
    outcome === null && (last.isThrown || (isRecord(last.message) && isRecord(last.message.error)))
  const question = isSilent ? protocol.lookUp?.(request, found) : undefined
  if (question !== undefined) {
    // Where the payment stands is asked before anything is signed again; where it is still waited for, it is sent again.
    const later = await send(question)
    const known = outcomeOf(later)
    if (known?.hasNewQuote) {
      last = await send(paid)
      outcome = outcomeOf(last)
    } else if (known !== null) {
      last = { message: protocol.asAnswer?.(request, later.message), isThrown: false }
      outcome = known
    }
  }
  tell(outcome ?? NO_ANSWER, last.message)
  return given(last)
}

async function said(answer: () => unknown, patienceMs: number): Promise<Said> {
  const late = after(patienceMs).then((): Said => {
    return { message: new Error('the server does not answer'), isThrown: true }
  })
  const heard = async (): Promise<Said> => {
    try {
      return { message: await answer(), isThrown: false }
    } catch (message) {
      return { message, isThrown: true }
    }
  }
  return await NativePromise.race([heard(), late])
}

function given({ message, isThrown }: Said): unknown {
  if (isThrown) throw message
  return message
}

const unpaid = (state: State): Error =>
  Object.assign(new Error(String(state.reason)), { code: state.code, payment: state })

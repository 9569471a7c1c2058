import type { McpRequest } from '@/lib/wire/mcp/payment'

/** A JSON-RPC request, as a page sends it. */
export type RpcRequest = McpRequest

/** What an answer asks to be paid, in the words of one protocol. */
export type RpcQuote = {
  /** the JSON text of the x402 quote */
  readonly quote: string
  /** in which form the quote came, and so in which the payment goes back */
  readonly dialect: string
  /** what is bought, as a person sees it and the envelope binds it; the server's address is added to it */
  readonly action: { readonly kind: string; readonly [name: string]: string }
  /** canonical text of what is bought: its digest is bound as `argumentsDigest`, and tells equal calls */
  readonly subject: string
  /** canonical text of what the page had said: its digest is bound as `messageDigest`; absent where it is no part */
  readonly said?: string | null
  /** false: a person is asked, whatever a mandate says */
  readonly isCertain?: boolean
}

/** What an answer says of a payment, as the call `paid` takes it. */
export type RpcOutcome = {
  /** in HTTP's words: 402 for a quote, 200 for a success, 500 for anything else; null where no answer came */
  readonly status: number | null
  /** the receipt as it stands in the answer: JSON text, or base64 of it */
  readonly settlement: string | null
  readonly hasNewQuote: boolean
  /** what is odd about what the server says, as one word; kept with the receipt */
  readonly notes?: string
}

/** How one protocol over JSON-RPC asks for money and takes it. Nothing here touches the network. */
export type RpcProtocol = {
  readonly name: 'mcp' | 'a2a'
  /**
   * Whether a request may be answered by a quote that is to be paid here: all others pass without a look at their
   * answers, and so do those of a helper, which pays for itself.
   */
  asks(request: RpcRequest): boolean
  /** the quote in an answer (a JSON-RPC response, a bare result or a thrown error), null without one */
  read(request: RpcRequest, message: unknown): RpcQuote | null
  /** the request that carries the payment: an x402 payment object of either version */
  retry(request: RpcRequest, quote: RpcQuote, payment: object): RpcRequest
  /** what the server is told where the owner declines; null or absent for nothing */
  declined?(request: RpcRequest, quote: RpcQuote): RpcRequest | null
  /** what one answer says; null where that is nothing yet, and another message of the stream may */
  outcome(message: unknown): RpcOutcome | null
  /** what a server says of itself, added to the action; never waits for long */
  claims?(server: string): Promise<{ readonly [name: string]: string }>
  /** a header that the paid request must carry, from what the page's own carries */
  header?(request: RpcRequest, get: (name: string) => string | null): readonly [name: string, value: string]
  /** where the answer to a payment was lost: the request that asks what became of it */
  lookUp?(request: RpcRequest, quote: RpcQuote): RpcRequest
  /** the answer to that, as one to the page's own request */
  asAnswer?(request: RpcRequest, message: unknown): unknown
}

/**
 * What Countersign puts into a page as `window.countersign`. docs/provider.md has an example of each call.
 *
 * Everything goes in and comes out as plain JSON (but for `fetch`, which gives a Response). A call that the
 * wallet refuses rejects with an error that has a `code`: a number of EIP-1193 or JSON-RPC, and for `fetch` the
 * text of a decision's code.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** What the caller says of its purchase. Its ceilings are its own, and below the owner's limits. */
export interface Terms {
  /** names the purchase: the same key with the same terms is the same payment, whenever it is asked for again */
  readonly idempotencyKey?: string
  /** the most that it pays, in atomic units of the asset */
  readonly maxAmount?: string
  /** the most that it pays, in dollars */
  readonly maxUsd?: string
  /** how the agent calls itself; the owner sees it as a claim */
  readonly agent?: string
  /** what it is for; the owner sees it as a claim */
  readonly intent?: string
}

/** A URL that answers 402: the wallet sends the request again with the payment. */
export interface UrlPurchase extends Terms {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A quote (an x402 PaymentRequired object, or its text): the caller carries the signed payment itself. */
export interface QuotePurchase extends Terms {
  readonly quote: Json
  /** the server that made it, as the caller says */
  readonly url: string
  readonly method?: string
}

/** A 402 that the caller has received: its quote is read from the header or the body. */
export interface ResponsePurchase extends Terms {
  readonly response: Response
  readonly url?: string
  readonly method?: string
}

export type Purchase = UrlPurchase | QuotePurchase | ResponsePurchase

export type Status =
  /** the URL asks for no payment */
  | 'free'
  /** a person is asked, or the wallet is just signing */
  | 'pending'
  /** signed: `payment` carries it */
  | 'ready'
  /** on its way; the outcome is not known yet */
  | 'sent'
  | 'settled'
  /** the server says that it failed; the same payment may still be taken */
  | 'failed'
  /** nobody knows what became of it; the same payment may still be taken */
  | 'unknown'
  /** not paid, and it cannot be taken any more */
  | 'released'
  | 'declined'
  /** not answered in time, or its page went away */
  | 'expired'
  /** the wallet does not pay this */
  | 'refused'

/** Where a purchase stands. */
export interface Payment {
  /** null where no purchase began */
  readonly id: string | null
  readonly status: Status
  /** a decision's code, such as `HOLD_APPROVAL_REQUIRED`; docs/provider.md lists those that a page hears */
  readonly code?: string
  /** one neutral line for a log; decide by `code` */
  readonly reason?: string
  /** whether asking again later can help */
  readonly retryLater?: boolean
  /** whether the same payment may be sent again */
  readonly resend?: boolean
  /** what was signed; atomic units, and Unix seconds */
  readonly terms?: {
    readonly scheme: string
    readonly network: string
    readonly asset: string
    readonly payTo: string
    readonly amount: string
    readonly validBefore: number
  }
  /** for a quote or a Response, once it is ready */
  readonly payment?: {
    /** the header that an HTTP server wants */
    readonly header: { readonly name: string; readonly value: string }
    /** the object that stands in it, for any other transport */
    readonly payload: Json
  }
  /** for a URL, once it was answered */
  readonly response?: Answer
  /** once it is settled */
  readonly receipt?: {
    readonly transaction: string | null
    readonly network: string
    readonly asset: string
    readonly payTo: string
    readonly amount: string
    /** true once the chain has proved it */
    readonly proved: boolean
  }
}

/** An answer of a server. `body` is null where it is over 1 MB or did not arrive. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly encoding?: 'text' | 'base64'
}

/** What would become of a purchase. It tells no number, and only what the origin's own mandates cover. */
export interface Verdict {
  readonly result: 'auto' | 'ask' | 'refused' | 'free'
  readonly code?: string
  readonly reason?: string
}

/** A standing approval, always for the origin that asks. */
export interface MandateRequest {
  /** addresses; absent means any, which is possible only where the origin was paid at several before */
  readonly payees?: readonly string[]
  /** CAIP-2, such as `eip155:8453` */
  readonly network: string
  /** address of the token */
  readonly asset: string
  /** atomic units */
  readonly maxPerPayment: string
  /** dollars in each period */
  readonly total: string
  readonly period?: 'hour' | 'day' | 'week' | 'days30' | 'month' | 'total'
  /** 1 to 365; 30 where absent */
  readonly expiresInDays?: number
  readonly transports?: readonly ('http' | 'mcp' | 'a2a' | 'provider')[]
  readonly agent?: string
  readonly pathPrefix?: string
  /** why; the owner sees it as a claim */
  readonly reason?: string
}

/** What the owner gave: never more than was asked for. */
export type MandateAnswer =
  | { readonly granted: false; readonly code: string }
  | {
      readonly granted: true
      readonly mandate: {
        readonly id: string
        readonly payees: readonly string[] | '*'
        readonly assets: readonly {
          readonly network: string
          readonly asset: string
          readonly maxAmount: string
        }[]
        readonly total: string
        readonly window: Json
        readonly pathPrefix: string | null
        readonly transports: readonly string[]
        /** Unix seconds */
        readonly expiresAt: number
      }
    }

/** How `fetch` waits. */
export interface FetchTerms extends Terms {
  /** false: a payment that needs a person gives the 402 at once, with the id in `countersign-payment` */
  readonly wait?: boolean
  /** milliseconds until it rejects; 120000 where absent, 300000 at most */
  readonly patienceMs?: number
}

/** What `fetch` rejects with where nothing could be paid. */
export interface PaymentError extends Error {
  readonly code: string
  readonly payment: Payment
}

/** An EIP-1193 provider; it is announced by EIP-6963 too, and never as `window.ethereum`. */
export interface Eip1193Provider {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): Eip1193Provider
  removeListener(event: string, listener: (value: unknown) => void): Eip1193Provider
}

/** How the helpers for MCP and A2A buy; `server` is the real address, which stands in what is approved. */
export interface RpcTerms extends Terms {
  readonly server: string | URL
  readonly patienceMs?: number
  readonly wait?: boolean
}

/** One JSON-RPC request. */
export interface RpcRequest {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

type Send = (request: RpcRequest) => unknown

/** Pays what an MCP server asks for in results and errors, over any transport: docs/mcp.md. */
export interface McpHelper {
  callTool(
    client: Send | { callTool(params: never): unknown },
    params: object,
    options: RpcTerms,
  ): Promise<unknown>
  request(send: Send, request: RpcRequest, options: RpcTerms): Promise<unknown>
}

/** Pays what an agent asks for over A2A, by any transport: docs/a2a.md. */
export interface A2aHelper {
  sendMessage(
    client: Send | { sendMessage(params: never, options: never): unknown; getTask(params: never): unknown },
    params: object,
    options: RpcTerms,
  ): Promise<unknown>
  request(send: Send, request: RpcRequest, options: RpcTerms): Promise<unknown>
}

export interface Countersign {
  /** of this interface */
  readonly version: string
  readonly provider: Eip1193Provider
  readonly mcp: McpHelper
  readonly a2a: A2aHelper
  /** Says without paying whether a person would be asked. Needs a connected origin; 10 in a minute. */
  canPay(of: Purchase): Promise<Verdict>
  /** Asks for a payment, and resolves at once. */
  requestPayment(of: Purchase): Promise<Payment>
  /** Where a payment stands; with `not`, waits up to 20 seconds for another status than that. */
  getPayment(id: string, of?: { readonly not?: Status }): Promise<Payment>
  /** The caller wants it no more. What is signed already stays held until proof. */
  cancel(id: string): Promise<Payment>
  /** Tells what the server said to a payment that the caller carried: a claim, beside the chain's proof. */
  paid(
    id: string,
    of: { readonly status?: number; readonly settlement?: Json; readonly responseDigest?: string },
  ): Promise<Payment>
  /** `fetch` that pays. Rejects with a {@link PaymentError} where nothing could be paid; it never hangs. */
  fetch(input: RequestInfo | URL, init?: RequestInit, terms?: FetchTerms): Promise<Response>
  /** Asks the owner for a standing approval; resolves when it is answered, after five minutes at most. */
  requestMandate(terms: MandateRequest): Promise<MandateAnswer>
  /** Hears of every change of a payment that this document asked for or asked about. */
  on(event: 'payment', listener: (payment: { readonly id: string; readonly status: Status }) => void): void
  off(event: 'payment', listener: (payment: { readonly id: string; readonly status: Status }) => void): void
}

declare global {
  interface Window {
    /** absent on plain http outside the machine, where nothing is paid */
    readonly countersign: Countersign
  }
}

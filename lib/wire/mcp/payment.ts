import { isRecord } from '@/lib/core/json/parse'
import type { PaymentV1, PaymentV2 } from '@/lib/wire/http/payment'

import type { McpDialect } from './find-quote'
import type { JsonObject } from './message'

/** A JSON-RPC request of MCP: `tools/call`, `resources/read` or `prompts/get`. */
export type McpRequest = {
  readonly method: string
  readonly params?: JsonObject
  readonly [member: string]: unknown
}

/** Names of the payment in a request's `_meta` (x402, MCP transport; the x402-mcp package). */
const PAYMENT_META = 'x402/payment'
const PAYMENT_META_V1 = 'x402.payment'

/**
 * Puts a payment into the request that was quoted: same method, name and arguments, every other member
 * of `_meta` kept.
 *
 * The payment is an object, but for Cloudflare's servers (B), which take base64 alone. E is read by
 * x402-mcp under a name of its own and as base64; servers of the version 1 transport quote in the same
 * way and read the object, so such a retry carries both, which is one signature.
 *
 * @param id of the retry; without one the request's own stands, which suits a transport that numbers
 * requests itself
 */
export function payMcp(
  request: McpRequest,
  dialect: McpDialect,
  payment: PaymentV1 | PaymentV2,
  id: unknown = request.id,
): McpRequest {
  const meta = isRecord(request.params?._meta) ? request.params._meta : {}
  const carried = {
    [PAYMENT_META]: dialect === 'B' ? base64Of(payment) : payment,
    ...(dialect === 'E' ? { [PAYMENT_META_V1]: base64Of(payment) } : {}),
  }
  return {
    ...request,
    ...(id === undefined ? {} : { id }),
    params: { ...request.params, _meta: { ...meta, ...carried } },
  }
}

/** Whether a request carries a payment: a quote in its answer is then a refusal, and no offer to buy. */
export function carriesMcpPayment({ params }: McpRequest): boolean {
  const meta = params?._meta
  return isRecord(meta) && (Object.hasOwn(meta, PAYMENT_META) || Object.hasOwn(meta, PAYMENT_META_V1))
}

/**
 * Base64 of the payment's JSON in ASCII. Those servers decode with `atob` and read bytes as
 * characters, so that an offer in other letters would come back as another offer.
 */
function base64Of(payment: object): string {
  return btoa(
    JSON.stringify(payment).replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
}

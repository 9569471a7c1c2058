import type { PaymentV1, PaymentV2 } from '@/lib/wire/http/payment'

import { X402_METHOD } from './cart'
import { extensionVersion, X402_V01, X402_V02 } from './extension'
import { at, own } from './fields'
import type { A2aPayment } from './read'

/** What the sender of an answer supplies. */
export type Saying = {
  /** new for each message, unique */
  readonly messageId: string
  /** URIs that the page's own message named; they stay named */
  readonly extensions?: readonly string[]
}

/** A message to an agent, to be sent as `message` of the send method, in the form of the one it answers. */
export type A2aMessage = Readonly<Record<string, unknown>>

/**
 * Writes the message that pays: for the task and context that asked, with the payment in its
 * metadata, or in a payment mandate where a cart asked (then the metadata has the status only).
 *
 * @param of the message that asks, from `readA2a`
 * @param payment from `buildPayment`, with the quote of `of`
 * @returns null where `of` asks for no payment that can be answered
 */
export function payA2a(of: A2aPayment, payment: PaymentV1 | PaymentV2, saying: Saying): A2aMessage | null {
  const { quote, cart } = of
  if (quote === null) return null
  const mandate = cart === null ? null : mandateOf(of, payment, saying)
  return messageOf(of, saying, 'submitted', mandate ?? 'Payment authorization.', cart ? null : payment)
}

/**
 * Writes the message that declines every offer, so that the agent does not wait.
 *
 * @returns null where `of` asks for no payment, or names no task
 */
export function declineA2a(of: A2aPayment, saying: Saying): A2aMessage | null {
  return of.status === 'payment-required'
    ? messageOf(of, saying, 'rejected', 'Payment declined.', null)
    : null
}

function messageOf(
  { wire, objects, taskId, contextId, extensions, cart }: A2aPayment,
  saying: Saying,
  status: 'submitted' | 'rejected',
  content: string | object,
  payload: object | null,
): A2aMessage | null {
  if (taskId === null) return null
  const named = new Set([...(saying.extensions ?? []), ...extensions])
  if (![...named].some(extensionVersion)) named.add(cart === null ? X402_V01 : X402_V02)
  const message = {
    messageId: saying.messageId,
    taskId,
    contextId: contextId ?? undefined,
    metadata: {
      'x402.payment.status': `payment-${status}`,
      ...(payload && { 'x402.payment.payload': payload }),
    },
    extensions: [...named],
  }
  const kind = typeof content === 'string' ? 'text' : 'data'
  const part = { [kind]: content }
  if (objects) {
    const held = { content: { $case: kind, value: content }, filename: '', mediaType: '' }
    return { ...message, contextId: contextId ?? '', role: 1, parts: [held], referenceTaskIds: [] }
  }
  return wire === '0.3'
    ? { ...message, kind: 'message', role: 'user', parts: [{ kind, ...part }] }
    : { ...message, role: 'ROLE_USER', parts: [part] }
}

/**
 * An AP2 v0.1 payment mandate without an order authorization of the payer, who signs the payment
 * alone. A cart in the shape of AP2's types is answered in that shape too.
 */
function mandateOf({ cart }: A2aPayment, payment: object, { messageId }: Saying): object {
  const id = at(cart?.details, 'id')
  const total = at(cart?.details, 'total')
  const mandate = {
    payment_details: {
      payment_request_id: id,
      payment_method: { supported_methods: X402_METHOD, data: payment },
      amount: own(total, 'amount'),
    },
    ...(cart?.typed && {
      payment_mandate_contents: {
        payment_mandate_id: messageId,
        payment_details_id: id,
        payment_details_total: total,
        payment_response: { request_id: id, method_name: X402_METHOD, details: payment },
        merchant_agent: cart.merchant,
      },
    }),
  }
  return { 'ap2.mandates.PaymentMandate': mandate }
}

import { describe, expect, it } from 'vitest'

import { payA2a } from './answer'
import { type JudgedCart, judgeCart } from './judge-cart'
import { readA2a } from './read'
import { answerV03, answerV10, quoteV1, taskObject } from './testing'

const required = { 'x402.payment.status': 'payment-required' }
const method = 'https://www.x402.org/'
const total = { label: 'Total', amount: { currency: 'USD', value: '0.12' } }
const details = { id: 'order-1', total }

/** The shape of AP2's own types, with the quote one level deeper, as their demo has it. */
const typed = {
  contents: {
    id: 'cart-1',
    user_cart_confirmation_required: true,
    payment_request: {
      method_data: [{ supported_methods: method, data: { 'x402.payment.required': quoteV1 } }],
      details,
    },
    cart_expiry: '2026-12-01T12:15:00+00:00',
    merchant_name: 'Cobbler',
  },
  merchant_authorization: 'a JWT',
}

/** The shape of the extension's text. */
const plain = {
  id: 'cart-1',
  payment_request: {
    method_data: [
      { supported_methods: 'https://cards.example', data: {} },
      { supported_methods: method, data: quoteV1 },
    ],
    details: { id: 'order-1', total: { amount: { currency: 'USD', value: 0.12 } } },
  },
}

const data = (mandate: unknown) => ({ 'ap2.mandates.CartMandate': mandate })
const inV03 = (mandate: unknown) =>
  answerV03(required, [
    {
      artifactId: 'a',
      parts: [
        { kind: 'text', text: '' },
        { kind: 'data', data: data(mandate) },
      ],
    },
  ])

describe('a cart in a task', () => {
  it.each([
    ['0.3', inV03(typed)],
    ['1.0', answerV10(required, [{ parts: [{ data: data(typed) }] }])],
    ['the SDK', taskObject(required, [{ parts: [{ content: { $case: 'data', value: data(typed) } }] }])],
    ['the text of the extension', inV03({ ...plain, cart_expiry: undefined })],
  ])('is found with its quote (%s)', (_form, answer) => {
    expect(readA2a(answer)).toMatchObject({
      taskId: 'task-1',
      quote: { version: 1, quote: quoteV1 },
      cart: { total: '0.12', currency: 'USD', needsPerson: true },
    })
  })

  it('gives the words of the seller', () => {
    expect(readA2a(inV03(typed))?.cart).toEqual({
      merchant: 'Cobbler',
      total: '0.12',
      currency: 'USD',
      expiry: '2026-12-01T12:15:00+00:00',
      needsPerson: true,
      details,
      typed: true,
    })
  })

  it('is not looked for where the metadata has a quote, or does not ask', () => {
    const both = inV03(typed)
    Object.assign(both.result.status.message.metadata, {
      'x402.payment.required': { ...quoteV1, error: 'mine' },
    })
    expect(readA2a(both)).toMatchObject({ cart: null, quote: { quote: { error: 'mine' } } })
    const done = inV03(typed)
    Object.assign(done.result.status.message, { metadata: { 'x402.payment.status': 'payment-completed' } })
    expect(readA2a(done)).toMatchObject({ cart: null, quote: null })
  })

  it('may have come in an earlier event', () => {
    const artifact = { parts: [{ data: data(typed) }] }
    expect(readA2a(answerV10(required), [artifact])?.quote?.quote).toEqual(quoteV1)
    expect(readA2a(answerV10(required))).toMatchObject({ cart: null, quote: null })
  })

  it('is the newest of several', () => {
    const newer = { ...typed, contents: { ...typed.contents, merchant_name: 'Hatter' } }
    const answer = answerV10(required, [
      { parts: [{ data: data(typed) }] },
      { parts: [{ data: data(newer) }] },
    ])
    expect(readA2a(answer)?.cart?.merchant).toBe('Hatter')
  })

  it('of another payment method is none', () => {
    const other = {
      ...plain,
      payment_request: { method_data: [{ supported_methods: 'https://cards.example' }] },
    }
    expect(readA2a(inV03(other))).toMatchObject({ cart: null, quote: null })
  })

  it('is answered with a mandate that holds the payment, and a metadata with the status alone', () => {
    const payment = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: {} } as const
    const answerTo = (answer: unknown) => {
      const of = readA2a(answer)
      return of && payA2a(of, payment, { messageId: 'm2' })
    }
    const message = answerTo(inV03(typed))
    expect(message?.metadata).toEqual({ 'x402.payment.status': 'payment-submitted' })
    expect(message).toMatchObject({ taskId: 'task-1', extensions: [expect.stringContaining('v0.2')] })
    expect(message?.parts).toEqual([
      {
        kind: 'data',
        data: {
          'ap2.mandates.PaymentMandate': {
            payment_details: {
              payment_request_id: 'order-1',
              payment_method: { supported_methods: method, data: payment },
              amount: total.amount,
            },
            payment_mandate_contents: {
              payment_mandate_id: 'm2',
              payment_details_id: 'order-1',
              payment_details_total: total,
              payment_response: { request_id: 'order-1', method_name: method, details: payment },
              merchant_agent: 'Cobbler',
            },
          },
        },
      },
    ])
    expect(JSON.stringify(answerTo(inV03(plain)))).not.toContain('payment_mandate_contents')
  })
})

describe('judgeCart', () => {
  const now = Date.parse('2026-12-01T12:00:00Z') / 1000
  const cart = readA2a(inV03(typed))?.cart
  if (!cart) throw new Error('there is a cart')
  const paid = { amount: '120000', decimals: 6, validBefore: now + 300 }
  const judge = (change: Partial<typeof cart>, pays: Partial<typeof paid> = {}, at = now): JudgedCart =>
    judgeCart({ ...cart, ...change }, { ...paid, ...pays }, at)

  it('agrees where total and expiry fit what is signed', () => {
    expect(judge({})).toEqual({ expiresAt: now + 900, agrees: true, why: [] })
  })

  it.each<[string, JudgedCart, string[]]>([
    ['a total a cent higher', judge({ total: '0.13' }), ['total-differs']],
    ['an offer a cent higher', judge({}, { amount: '130000' }), ['total-differs']],
    ['less than a cent of difference, which is rounding', judge({}, { amount: '129999' }), []],
    ['a token of 18 decimals', judge({}, { amount: '120000000000000000', decimals: 18 }), []],
    ['a total without decimals', judge({ total: '120' }, { amount: '120000000' }), []],
    ['another currency', judge({ currency: 'EUR' }), ['not-comparable']],
    ['no total', judge({ total: null }), ['no-total']],
    ['a total that is no number', judge({ total: '1e3' }), ['no-total']],
    ['a negative total', judge({ total: '-0.12' }), ['no-total']],
    ['a cart that is over', judge({}, {}, now + 900), ['expired']],
    ['a payment that outlives the cart', judge({}, { validBefore: now + 901 }), ['expires-before-payment']],
    ['no expiry', judge({ expiry: null }), []],
    ['an expiry that is no time', judge({ expiry: 'tomorrow' }), ['expiry-unreadable']],
    ['a month that is none', judge({ expiry: '2026-13-01T12:15:00Z' }), ['expiry-unreadable']],
  ])('%s', (_what, judged, why) => {
    expect(judged.why).toEqual(why)
    expect(judged.agrees).toBe(why.length === 0)
  })

  it('takes a time without a zone as UTC', () => {
    expect(judge({ expiry: '2026-12-01T12:15:00.123456' }).expiresAt).toBe(now + 900)
  })

  it('does not compare a token that is no dollar', () => {
    expect(judgeCart(cart, { ...paid, decimals: null }, now).why).toEqual(['not-comparable'])
  })
})

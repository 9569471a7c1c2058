import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { PaymentV2 } from '@/lib/wire/http/payment'

import type { McpDialect } from './find-quote'
import type { JsonObject } from './message'
import { type McpRequest, payMcp } from './payment'

const request = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name: 'tides',
    arguments: { harbour: 'Marren' },
    _meta: { progressToken: 7, own: { kept: true } },
  },
}
const payment: PaymentV2 = {
  x402Version: 2,
  payload: { signature: '0x' },
  accepted: { extra: { name: 'USD₮0 ü 🜁' } },
}
const metaOf = (paid: McpRequest): JsonObject => (paid.params?._meta ?? {}) as JsonObject
const objectDialects: McpDialect[] = ['A', 'A-text', 'C', 'D', 'draft', 'G']

/** How Cloudflare's server reads a payment: bytes as characters. */
const readByAtob = (text: unknown): unknown => JSON.parse(atob(String(text)))
const readAsUtf8 = (text: unknown): unknown =>
  JSON.parse(Buffer.from(String(text), 'base64').toString('utf8'))

describe('a paid MCP request', () => {
  it.each(objectDialects)('carries the payment as an object where the quote came as %s', (dialect) => {
    expect(payMcp(request, dialect, payment)).toEqual({
      ...request,
      params: { ...request.params, _meta: { ...request.params._meta, 'x402/payment': payment } },
    })
  })

  it('carries it as base64 for B, and the same to who decodes bytes as to who decodes UTF-8 (case-026, case-029)', () => {
    const meta = metaOf(payMcp(request, 'B', payment))
    expect(meta).toMatchObject({ 'x402/payment': expect.any(String), progressToken: 7 })
    expect(readByAtob(meta['x402/payment'])).toEqual(payment)
    expect(readAsUtf8(meta['x402/payment'])).toEqual(payment)
  })

  it('carries it in both forms of version 1 for E', () => {
    const meta = metaOf(payMcp(request, 'E', payment))
    expect(meta['x402/payment']).toEqual(payment)
    expect(readAsUtf8(meta['x402.payment'])).toEqual(payment)
  })

  it('has the id that is asked for, its own otherwise, and none where there is none', () => {
    expect(payMcp(request, 'A', payment).id).toBe(7)
    expect(payMcp(request, 'A', payment, 'next')).toMatchObject({ id: 'next' })
    expect(payMcp({ method: 'prompts/get', params: {} }, 'A', payment)).not.toHaveProperty('id')
  })

  it('replaces a payment that stood there', () => {
    const stale = { ...request, params: { ...request.params, _meta: { 'x402/payment': 'old' } } }
    expect(payMcp(stale, 'A', payment).params?._meta).toEqual({ 'x402/payment': payment })
  })

  it('is made where the request had no members', () => {
    const bare = { method: 'resources/read', params: { uri: 'file:///tides' } }
    expect(payMcp(bare, 'A', payment)).toEqual({
      method: 'resources/read',
      params: { uri: 'file:///tides', _meta: { 'x402/payment': payment } },
    })
  })

  it('leaves the request that was quoted as it was', () => {
    const before = structuredClone(request)
    payMcp(request, 'E', payment, 8)
    expect(request).toEqual(before)
  })

  it('asks for the same with the same arguments, whatever they are, and base64 of any text comes back', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, fc.jsonValue(), text, (name, args, words) => {
        const asked = { method: 'tools/call', params: { name, arguments: args } }
        const paid = payMcp(asked, 'B', { ...payment, accepted: { words } })
        expect(paid.params).toMatchObject({ name, arguments: args })
        expect(readByAtob(metaOf(paid)['x402/payment'])).toEqual({ ...payment, accepted: { words } })
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { classifyMcp, readMcpSettlement } from './settlement'
import { answer, failure, quoteV1, quoteV2, textOf } from './testing'

const TX = `0x${'ab'.repeat(32)}`
const paid = { success: true, transaction: TX, network: 'eip155:84532', payer: '0x4' }
const failed = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:84532' }
const endless: Record<string, unknown> = {}
endless.self = endless
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
const delivered = (receipt: unknown, name = 'x402/payment-response') =>
  answer({ content: textOf('High at noon.'), _meta: { [name]: receipt } })
const quotedAgain = (change: object) =>
  answer({ isError: true, structuredContent: { ...quoteV2, ...change }, content: [] })

describe('the receipt in an MCP answer', () => {
  it.each<[string, unknown]>([
    ['an object', paid],
    ['JSON text', JSON.stringify(paid)],
    ['base64', base64(paid)],
  ])('is read from %s under either name', (_title, receipt) => {
    for (const name of ['x402/payment-response', 'x402.payment-response']) {
      expect(readMcpSettlement(delivered(receipt, name))).toMatchObject({ ok: true, value: paid })
    }
    expect(readMcpSettlement(delivered(receipt).result)).toMatchObject({ ok: true, value: paid })
  })

  it('of a failed settlement stands in the quote that came again', () => {
    const again = { 'x402/payment-response': failed }
    expect(readMcpSettlement(quotedAgain(again))).toMatchObject({ ok: true, value: failed })
    expect(readMcpSettlement(failure(402, { ...quoteV1, ...again }))).toMatchObject({
      ok: true,
      value: failed,
    })
  })

  it('is absent where there is none, and where a success has it among its content', () => {
    for (const message of [
      answer({ content: [] }),
      answer({ structuredContent: { 'x402/payment-response': paid } }),
      failure(-32603),
      delivered(null),
      null,
    ]) {
      expect(readMcpSettlement(message)).toMatchObject({ ok: false, error: { code: 'none' } })
    }
  })

  it.each<[string, unknown]>([
    ['success as text', { ...paid, success: 'true' }],
    ['a number', 1],
    ['a list', [paid]],
    ['no base64', '%'],
    ['a value that cannot be written', endless],
  ])('says nothing where it is %s', (_title, receipt) => {
    expect(readMcpSettlement(delivered(receipt))).toMatchObject({ ok: false, error: { code: 'malformed' } })
  })
})

describe('the answer to a paid MCP request', () => {
  it.each<[string, unknown, string]>([
    ['a result with a receipt', delivered(paid), 'settled'],
    ['a result without one (case-010)', answer({ content: [] }), 'unknown'],
    ['a result with a failed receipt', delivered(failed), 'failed-live'],
    [
      'a pending receipt (case-008)',
      delivered({ ...failed, errorReason: 'settlement_pending' }),
      'in-flight',
    ],
    [
      'the tool’s own error with a receipt (case-016)',
      answer({ isError: true, content: [], _meta: { 'x402/payment-response': paid } }),
      'paid-service-failed',
    ],
    ['the tool’s own error', answer({ isError: true, content: textOf('No such harbour.') }), 'unknown'],
    ['a quote again (case-007)', quotedAgain({}), 'refused'],
    [
      'a quote again at another price (case-004, atk-048)',
      quotedAgain({ accepts: [{ amount: '90000' }] }),
      'refused',
    ],
    ['a quote with the failure', quotedAgain({ 'x402/payment-response': failed }), 'failed-live'],
    [
      'a quote that says it was settled',
      quotedAgain({ 'x402/payment-response': paid }),
      'paid-service-failed',
    ],
    [
      'a quote that wants an allowance',
      quotedAgain({ error: 'permit2_allowance_required' }),
      'allowance-required',
    ],
    ['a JSON-RPC error', failure(-32603), 'unknown'],
    ['a challenge of another protocol', failure(-32043, { challenges: [] }), 'unknown'],
    ['no answer (case-014)', null, 'unknown'],
  ])('says after %s', (_title, message, outcome) => {
    expect(classifyMcp(message)).toMatchObject({ outcome })
  })

  it('that broke off is unknown whatever came of it', () => {
    expect(classifyMcp(answer({ content: [] }), 'aborted')).toMatchObject({ outcome: 'unknown' })
    expect(classifyMcp(quotedAgain({}), 'aborted')).toMatchObject({ outcome: 'unknown' })
    expect(classifyMcp(delivered(paid), 'aborted')).toMatchObject({ outcome: 'paid-service-failed' })
  })

  it('keeps 512 characters of why it was refused (atk-059)', () => {
    expect(classifyMcp(quotedAgain({ error: 'SETTLEMENT_FAILED' }))).toMatchObject({
      reason: 'SETTLEMENT_FAILED',
    })
    expect(classifyMcp(quotedAgain({ error: 'x'.repeat(5000) }))).toMatchObject({ reason: 'x'.repeat(512) })
  })

  it('is money spent wherever the server claims success, and nowhere else (I6)', () => {
    const receipt = fc.option(fc.constantFrom(paid, failed), { nil: undefined })
    fc.assert(
      fc.property(
        receipt,
        fc.boolean(),
        fc.boolean(),
        fc.option(fc.string()),
        (claim, isError, isQuote, error) => {
          const message = answer({
            isError,
            ...(isQuote ? { structuredContent: quoteV2 } : {}),
            content: [],
            ...(claim ? { _meta: { 'x402/payment-response': claim } } : {}),
          })
          const { outcome } = classifyMcp(message, error)
          expect(outcome === 'settled' || outcome === 'paid-service-failed').toBe(claim?.success === true)
        },
      ),
    )
  })
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

import {
  MOST_SENDS,
  type Resender,
  type SentPayment,
  UNDERWAY_MS,
  whyNotAgain,
} from '@/lib/core/lifecycle/resend'
import { transition } from '@/lib/core/lifecycle/transition'
import { classifyA2a } from '@/lib/wire/a2a/outcome'
import { classifyOutcome, EVENT_OF, type Observation, type Outcome } from '@/lib/wire/http/outcome'
import type { Settlement } from '@/lib/wire/http/settlement'
import { classifyMcp } from '@/lib/wire/mcp/settlement'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/outcomes.md'), 'utf8')

/** The rows of the table whose head begins with this cell, without head and rule. */
function table(head: string): readonly (readonly string[])[] {
  const lines = page.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| ${head} |`))
  const rows: (readonly string[])[] = []
  for (const line of lines.slice(from + 2)) {
    if (!line.startsWith('|')) break
    rows.push(
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  }
  return rows
}

const TX = `0x${'ab'.repeat(32)}`
const claim = (success: boolean, transaction = '', errorReason: string | null = null): Settlement => ({
  success,
  transaction,
  errorReason,
  errorMessage: null,
  payer: null,
  network: null,
  amount: null,
  raw: '{}',
})

const HTTP: Readonly<Record<string, readonly Partial<Observation>[]>> = {
  '2xx with a receipt of success': [200, 204].map((status) => ({ status, settlement: claim(true, TX) })),
  '2xx without a receipt': [{ status: 200 }, { status: 204 }],
  '2xx with a receipt of failure': [{ status: 200, settlement: claim(false) }],
  '402 with a receipt of failure, no transaction': [
    { status: 402, settlement: claim(false, '', 'invalid_exact_evm_signature') },
    { status: 402, settlement: claim(false), hasNewQuote: true },
  ],
  '402 with a receipt of failure and a transaction': [{ status: 402, settlement: claim(false, TX) }],
  '402 with `settlement_pending`': [
    { status: 402, settlement: claim(false, TX, 'settlement_pending') },
    { status: 402, settlement: claim(false, '', 'settlement_pending') },
  ],
  '402 with a quote and no receipt': [{ status: 402, hasNewQuote: true }],
  '402 and nothing else': [{ status: 402 }],
  '412 with a quote, or with `permit2_allowance_required`': [
    { status: 412, hasNewQuote: true },
    { status: 412, settlement: claim(false, '', 'permit2_allowance_required') },
  ],
  '403': [{ status: 403 }],
  '5xx, with or without a receipt of failure': [{ status: 500 }, { status: 502, settlement: claim(false) }],
  '4xx or 5xx with a receipt of success': [402, 404, 500, 502].map((status) => ({
    status,
    settlement: claim(true, TX),
  })),
  'no answer: cut, timed out, navigated away': [{ status: null, error: 'no answer' }, { status: null }],
}

const quoted = (more: object = {}) => ({
  result: { isError: true, structuredContent: { x402Version: 2, accepts: [{}], ...more }, content: [] },
})
const paid = { success: true, transaction: TX, network: 'eip155:8453' }
const failed = { success: false, transaction: '', errorReason: 'no' }
const result = (value: object) => ({ result: { content: [], ...value } })

const MCP: Readonly<Record<string, unknown>> = {
  'a result with a receipt of success': result({ _meta: { 'x402/payment-response': paid } }),
  'a result without a receipt': result({}),
  'a tool’s own error with a receipt of success': result({
    isError: true,
    _meta: { 'x402/payment-response': paid },
  }),
  'a tool’s own error': result({ isError: true }),
  'the quote again': quoted(),
  'the quote again, with the failure in it': quoted({ 'x402/payment-response': failed }),
  'the quote again, with `permit2_allowance_required`': quoted({ error: 'permit2_allowance_required' }),
  'an error of JSON-RPC': { error: { code: -32603, message: 'no' } },
  'no answer': null,
}

const said = (status: string, receipts?: readonly object[]) => ({
  result: {
    task: {
      id: 'task',
      contextId: 'context',
      status: {
        state: 'TASK_STATE_WORKING',
        message: {
          messageId: 'm',
          role: 'ROLE_AGENT',
          parts: [{ text: 'so' }],
          metadata: {
            'x402.payment.status': status,
            ...(receipts && { 'x402.payment.receipts': receipts }),
          },
        },
      },
    },
  },
})

const A2A: Readonly<Record<string, readonly unknown[]>> = {
  '`payment-completed`': [said('payment-completed'), said('payment-completed', [paid])],
  '`payment-completed`, with a receipt of failure alone': [said('payment-completed', [failed])],
  '`payment-submitted` or `payment-verified`': [said('payment-submitted'), said('payment-verified')],
  '`payment-failed`': [said('payment-failed'), said('payment-failed', [failed])],
  '`payment-failed`, with a transaction': [said('payment-failed', [{ ...failed, transaction: TX }])],
  '`payment-failed`, with a receipt of success': [said('payment-failed', [paid])],
  '`payment-required` again': [said('payment-required')],
  'an error of JSON-RPC': [{ error: { code: -32004, message: 'no' } }],
  'no answer': [null],
}

const NOW = 1_800_000_000
const sent = (change: Partial<SentPayment>): SentPayment => ({
  state: 'unknown',
  outcome: 'unknown',
  delivered: 0,
  validBefore: NOW + 60,
  updatedAt: NOW * 1_000 - 1,
  sends: 1,
  header: { name: 'PAYMENT-SIGNATURE' },
  ...change,
})
const KNOWN: Readonly<Record<string, readonly SentPayment[]>> = {
  'it has just left, and nothing was answered': [
    sent({ state: 'sent', outcome: null }),
    sent({ state: 'signed', outcome: null, sends: 0 }),
  ],
  unknown: [sent({}), sent({ outcome: 'in-flight' })],
  failed: [sent({ state: 'failed', outcome: 'refused' }), sent({ state: 'failed', outcome: 'failed-live' })],
  'it was lost on its way, longer than 15 seconds ago': [
    sent({ state: 'sent', outcome: null, updatedAt: NOW * 1_000 - UNDERWAY_MS }),
  ],
  'settled, and its answer was not delivered': [
    sent({ state: 'settled', outcome: 'paid-service-failed' }),
    sent({ state: 'settled', outcome: 'unknown', validBefore: NOW - 9_999 }),
  ],
  'settled, not delivered, and ten minutes ago': [
    sent({ state: 'settled', outcome: 'unknown', updatedAt: (NOW - 600) * 1_000 }),
  ],
  'settled and delivered': [sent({ state: 'settled', outcome: 'settled', delivered: 1 })],
  'its window is over': [sent({ validBefore: NOW }), sent({ state: 'failed', validBefore: NOW - 1 })],
  'proved dead': [sent({ state: 'released', delivered: 1 })],
  'sent ten times': [sent({ sends: MOST_SENDS })],
  'signed for a page that carries it itself': [sent({ header: { name: 'signature' } })],
}

describe('docs/outcomes.md', () => {
  it('has a row for every answer that is tried here, and tries every row', () => {
    expect(
      table('answer')
        .map(([answer]) => answer)
        .toSorted(),
    ).toEqual(Object.keys(HTTP).toSorted())
    expect(table('answer over MCP').map(([answer]) => answer?.replace("'", '’'))).toEqual(Object.keys(MCP))
    expect(table('answer over A2A').map(([answer]) => answer)).toEqual(Object.keys(A2A))
    expect(table('what is known of it').map(([what]) => what)).toEqual(Object.keys(KNOWN))
    const classes = new Set(table('answer').map(([, name]) => name))
    expect(classes).toEqual(new Set(Object.keys(EVENT_OF)))
  })

  it.each(table('answer'))('says what the wallet makes of %s', (answer = '', name, state, money) => {
    for (const seen of HTTP[answer] ?? []) {
      const whole = { status: 200, settlement: null, hasNewQuote: false, error: null, ...seen }
      const { outcome } = classifyOutcome(whole)
      expect(outcome).toBe(name)
      expect(transition('sent', { type: EVENT_OF[outcome] })).toMatchObject({ value: state })
      expect(money?.startsWith(state === 'settled' ? 'spent' : 'held')).toBe(true)
    }
  })

  it.each(table('answer over MCP'))('says what the wallet makes of MCP: %s', (answer = '', name) => {
    expect(classifyMcp(MCP[answer.replace("'", '’')]).outcome).toBe(name as Outcome['outcome'])
  })

  it.each(table('answer over A2A'))('says what the wallet makes of A2A: %s', (answer = '', name) => {
    for (const each of A2A[answer] ?? []) expect(classifyA2a(each).outcome).toBe(name as Outcome['outcome'])
  })

  it.each(table('what is known of it'))('says who may send it again: %s', (what = '', ...cells) => {
    const by: readonly Resender[] = ['page', 'agent', 'owner']
    for (const each of KNOWN[what] ?? []) {
      const may = by.map((who) => whyNotAgain(each, who, NOW))
      expect(may.map((why) => (why === null ? 'yes' : `no: ${why}`))).toEqual(cells)
    }
  })
})

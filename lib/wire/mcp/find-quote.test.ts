import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findMcpQuote } from './find-quote'
import type { JsonObject } from './message'
import { answer, failure, quoteV1, quoteV2, textOf, wrapped } from './testing'

/** One answer of every dialect. `quote` is what stands in it. */
const dialects: [title: string, dialect: string, message: JsonObject, quote: JsonObject][] = [
  [
    'a tool result with structured content',
    'A',
    answer({ isError: true, structuredContent: quoteV2, content: textOf(quoteV2) }),
    quoteV2,
  ],
  [
    'structured content beside a wrapped text',
    'A',
    answer({ isError: true, structuredContent: quoteV2, content: textOf(wrapped(quoteV2)) }),
    quoteV2,
  ],
  [
    'structured content that wraps it',
    'A',
    answer({ isError: true, structuredContent: wrapped(quoteV2), content: [] }),
    quoteV2,
  ],
  ['a text alone', 'A-text', answer({ isError: true, content: textOf(quoteV2) }), quoteV2],
  ['a wrapped text alone', 'A-text', answer({ isError: true, content: textOf(wrapped(quoteV2)) }), quoteV2],
  [
    'a text after other content',
    'A-text',
    answer({
      isError: true,
      content: [
        { type: 'text', text: 'This tool is paid.' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        ...textOf(`\n${JSON.stringify(quoteV2)}\n`),
      ],
    }),
    quoteV2,
  ],
  [
    'the member of Cloudflare’s servers',
    'B',
    answer({ isError: true, _meta: { 'x402/error': quoteV2 }, content: textOf(quoteV2) }),
    quoteV2,
  ],
  ['error -32042', 'C', failure(-32042, quoteV2), quoteV2],
  ['error -32042, under x402', 'C', failure(-32042, { x402: quoteV2 }), quoteV2],
  ['error 402', 'D', failure(402, quoteV2), quoteV2],
  ['error 402 in version 1', 'D', failure(402, quoteV1), quoteV1],
  [
    'version 1 in structured content',
    'E',
    answer({ isError: true, structuredContent: quoteV1, content: textOf(quoteV1) }),
    quoteV1,
  ],
  ['version 1 in a text', 'E', answer({ isError: true, content: textOf(quoteV1) }), quoteV1],
  [
    'the extension’s result type',
    'draft',
    answer({ resultType: 'payment_required', paymentRequired: quoteV2 }),
    quoteV2,
  ],
  ['error -32402', 'G', failure(-32402, quoteV2), quoteV2],
  ['error -32803 with a wrapper', 'G', failure(-32803, wrapped(quoteV1)), quoteV1],
  ['error data that is JSON text', 'G', failure(-32000, JSON.stringify(quoteV2)), quoteV2],
]

describe('a quote in an MCP answer', () => {
  it.each(dialects)('is found in %s', (_title, dialect, message, quote) => {
    const found = findMcpQuote(message)
    expect(found).toMatchObject({ dialect, quote, version: quote.x402Version, notes: [] })
    expect(JSON.parse(found?.raw ?? '')).toEqual(quote)
  })

  it.each(dialects)('is found in %s, handed over without its envelope', (_title, dialect, message, quote) => {
    expect(findMcpQuote(message.result ?? message.error)).toMatchObject({ dialect, quote })
  })

  it('is found in an error as an MCP client throws it', () => {
    const thrown = Object.assign(new Error('MCP error 402: MCP error 402: Payment required'), {
      code: 402,
      data: quoteV2,
    })
    expect(findMcpQuote(thrown)).toMatchObject({ dialect: 'D', quote: quoteV2 })
  })

  it('keeps the text as it came', () => {
    const text = JSON.stringify(quoteV2, null, 2)
    expect(findMcpQuote(answer({ isError: true, content: textOf(text) }))?.raw).toBe(text)
  })

  it('is taken from structured content before the text, and their disagreement is noted', () => {
    const other = { ...quoteV2, accepts: [{ ...(quoteV2.accepts as JsonObject[])[0], amount: '90000' }] }
    const message = answer({ isError: true, structuredContent: quoteV2, content: textOf(other) })
    expect(findMcpQuote(message)).toMatchObject({ quote: quoteV2, notes: ['quoted-twice-with-other-terms'] })
    const marked = answer({ isError: true, _meta: { 'x402/error': other }, content: textOf(quoteV2) })
    expect(findMcpQuote(marked)).toMatchObject({ quote: other, notes: ['quoted-twice-with-other-terms'] })
  })

  it('falls back to the text where structured content is something else', () => {
    const message = answer({
      isError: true,
      structuredContent: { x402Version: 2 },
      content: textOf(quoteV2),
    })
    expect(findMcpQuote(message)).toMatchObject({ dialect: 'A-text', quote: quoteV2 })
  })

  it('is told from a request to open a page by the data of error -32042', () => {
    const elicitations = [{ mode: 'url', elicitationId: '1', url: 'https://example.test', message: 'Open' }]
    expect(findMcpQuote(failure(-32042, { elicitations }))).toBeNull()
    expect(findMcpQuote(failure(-32042, { elicitations, x402: quoteV2 }))).toBeNull()
  })

  it('is told from the challenge of another protocol, and found beside one', () => {
    const mpp = { httpStatus: 402, challenges: [{ id: '1', realm: 'r', method: 'evm', intent: 'charge' }] }
    expect(findMcpQuote(failure(-32042, mpp))).toBeNull()
    expect(findMcpQuote(failure(-32043, mpp))).toBeNull()
    expect(findMcpQuote(failure(-32042, { ...mpp, x402: quoteV2 }))).toMatchObject({
      dialect: 'C',
      quote: quoteV2,
      notes: ['other-protocol-offered'],
    })
  })

  it.each<[string, unknown]>([
    ['a success that shows a sample quote', answer({ content: textOf(quoteV2), structuredContent: quoteV2 })],
    ['a success with isError false', answer({ isError: false, structuredContent: quoteV2 })],
    ['isError as text', answer({ isError: 'true', structuredContent: quoteV2 })],
    ['a success with a marker in its members', answer({ _meta: { 'x402/error': quoteV2 }, content: [] })],
    ['an error of the tool’s own', answer({ isError: true, content: textOf('No such harbour.') })],
    ['an error that tells about a quote', answer({ isError: true, content: textOf({ sample: quoteV2 }) })],
    ['a price that could not be computed', answer({ isError: true, content: textOf({ x402Version: 2 }) })],
    ['an error without data', failure(402)],
    [
      'what McpServer makes of a thrown error',
      answer({ isError: true, content: textOf('MCP error 402: x') }),
    ],
    ['a request', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { isError: true } }],
    ['a request with the members of a result', { method: 'x', isError: true, structuredContent: quoteV2 }],
    ['a list', [answer({ isError: true, structuredContent: quoteV2 })]],
    ['nothing', null],
    ['a text', JSON.stringify(quoteV2)],
    [
      'accepts that is no list (atk-020)',
      answer({ isError: true, structuredContent: { x402Version: 2, accepts: {} } }),
    ],
  ])('is not made up from %s', (_title, message) => {
    expect(findMcpQuote(message)).toBeNull()
  })

  it.each<[string, string]>([
    ['over 64 kB', JSON.stringify({ ...quoteV2, blob: 'x'.repeat(65_536) })],
    ['deeper than 16', JSON.stringify({ ...quoteV2, deep: JSON.parse('['.repeat(16) + ']'.repeat(16)) })],
  ])('is not read %s, in a text or an object (atk-019)', (_title, text) => {
    expect(findMcpQuote(answer({ isError: true, content: textOf(text) }))).toBeNull()
    expect(findMcpQuote(answer({ isError: true, structuredContent: JSON.parse(text) }))).toBeNull()
  })

  it('is not read from a text that names a member twice (atk-017)', () => {
    const text = JSON.stringify(quoteV2).replace('"amount":', '"amount":"1","amount":')
    expect(findMcpQuote(answer({ isError: true, content: textOf(text) }))).toBeNull()
  })

  it('is not read from an object that cannot be written', () => {
    const endless: Record<string, unknown> = { ...quoteV2 }
    endless.self = endless
    expect(findMcpQuote(answer({ isError: true, structuredContent: endless }))).toBeNull()
  })

  it('keeps members named __proto__ as members, and changes no prototype (atk-018)', () => {
    const text = JSON.stringify(quoteV2).replace('{', '{"__proto__":{"polluted":1},')
    const found = [
      findMcpQuote(answer({ isError: true, content: textOf(text) })),
      findMcpQuote(answer({ isError: true, structuredContent: JSON.parse(text) })),
    ]
    for (const one of found) {
      expect(JSON.stringify(one?.quote)).toBe(text)
      expect(one?.quote).not.toHaveProperty('polluted')
    }
  })

  it('is a copy: what the page changes afterwards changes nothing', () => {
    const theirs = structuredClone(quoteV2) as { accepts: { amount: string }[] }
    const found = findMcpQuote(answer({ isError: true, structuredContent: theirs }))
    for (const offer of theirs.accepts) offer.amount = '999999'
    expect(found?.quote).toEqual(quoteV2)
  })

  it('is never made up from JSON of any kind, and always value for value', () => {
    const noise = fc.record(
      { isError: fc.boolean(), structuredContent: fc.jsonValue(), content: fc.jsonValue() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(noise, (result) => {
        expect(findMcpQuote(answer(result))).toBeNull()
      }),
    )
    const quote = fc.record({ x402Version: fc.constantFrom(1, 2), accepts: fc.array(fc.jsonValue()) })
    fc.assert(
      fc.property(quote, (each) => {
        const plain = JSON.parse(JSON.stringify(each)) as JsonObject
        const found = [
          findMcpQuote(answer({ isError: true, structuredContent: plain })),
          findMcpQuote(answer({ isError: true, content: textOf(plain) })),
          findMcpQuote(failure(402, plain)),
        ]
        for (const one of found) if (one) expect(one.quote).toEqual(plain)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { sseBlocks } from './sse'

/** The data of a stream's events; what was read must be what came. */
const read = (pieces: readonly string[], limit?: number): string[] => {
  const { push, rest } = sseBlocks(limit)
  const blocks = pieces.flatMap((piece) => [...push(piece)])
  expect(blocks.map(({ raw }) => raw).join('') + rest()).toBe(pieces.join(''))
  return blocks.flatMap(({ data }) => data ?? [])
}

/** Cuts a text at the given places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const at = [...new Set(places.map((p) => p % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length))
}

describe('an event stream', () => {
  it('gives the data of each event once its empty line has come', () => {
    const { push, rest } = sseBlocks()
    expect(push('data: {"a":1}\n')).toEqual([])
    expect(push('\n')).toEqual([{ raw: 'data: {"a":1}\n\n', data: '{"a":1}' }])
    expect(push('data: x')).toEqual([])
    expect(rest()).toBe('data: x')
  })

  it.each<[string, string, string[]]>([
    ['several lines of data', 'data: a\ndata:\ndata:  b\n\n', ['a\n\n b']],
    ['names of events', 'event: ping\ndata: a\n\ndata: b\n\n', ['a', 'b']],
    ['data without a colon', 'data\n\n', ['']],
    ['comments and other fields', ': keep-alive\n\nid: 1\nretry: 5\nnope\ndata: a\n\n', ['a']],
    ['events without data', 'event: x\n\nid: 3\n\ndata: a\n\n', ['a']],
    ['a byte order mark at the start alone', '\uFEFFdata: \uFEFFa\n\n\uFEFFdata: b\n\n', ['\uFEFFa']],
    ['an end without an empty line', 'data: a\n\ndata: b\n', ['a']],
  ])('is read with %s', (_title, stream, events) => {
    expect(read([stream])).toEqual(events)
  })

  it('is read with a line end of two that comes in two pieces', () => {
    expect(read(['data: a\r', '\ndata: b\r', '\n\r', '\ndata: c\n\n'])).toEqual(['a\nb', 'c'])
    expect(read(['data: a\r\rdata: b\n\n'])).toEqual(['a', 'b'])
    expect(read(['data: a\r', '', '\n\n'])).toEqual(['a'])
  })

  it('gives no data of what is longer than its limit, and goes on behind it', () => {
    const long = 'x'.repeat(20)
    const stream = `data: ${long}\n\ndata: a\n\ndata: ${long}\ndata: b\n\ndata: c\n\n`
    const events = ['a', 'c']
    expect(read([stream], 12)).toEqual(events)
    expect(read([...stream], 12)).toEqual(events)
  })

  it('comes back as it was written, with any line ends, wherever it is cut', () => {
    const lineEnd = fc.constantFrom('\n', '\r', '\r\n')
    const text = fc.string({ unit: fc.constantFrom('a', ' ', ':', '\uFEFF', 'data', '☂'), maxLength: 8 })
    const event = fc.record({
      event: fc.constantFrom('message', 'ping'),
      lines: fc.array(text, { minLength: 1, maxLength: 4 }),
      noise: fc.constantFrom('', ': note', 'id: 7', 'unknown'),
    })
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 5 }),
        lineEnd,
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 12 }),
        (events, end, hasMark, places) => {
          const written = events.map(({ event: name, lines, noise }) =>
            [`event: ${name}`, ...(noise ? [noise] : []), ...lines.map((l) => `data: ${l}`), '', ''].join(
              end,
            ),
          )
          const stream = (hasMark ? '\uFEFF' : '') + written.join('')
          const expected = events.map(({ lines }) => lines.join('\n'))
          expect(read(cut(stream, places))).toEqual(expected)
          expect(read([...stream])).toEqual(expected)
        },
      ),
    )
  })
})

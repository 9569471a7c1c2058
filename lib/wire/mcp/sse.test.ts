import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type SseEvent, sseEvents } from './sse'

const read = (pieces: readonly string[], limit?: number): SseEvent[] => {
  const push = sseEvents(limit)
  return pieces.flatMap((piece) => [...push(piece)])
}
const message = (data: string) => ({ event: 'message', data })

/** Cuts a text at the given places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const at = [...new Set(places.map((p) => p % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length))
}

describe('an event stream', () => {
  it('gives the data of each event once its empty line has come', () => {
    const push = sseEvents()
    expect(push('data: {"a":1}\n')).toEqual([])
    expect(push('\n')).toEqual([message('{"a":1}')])
    expect(push('data: x')).toEqual([])
  })

  it.each<[string, string, SseEvent[]]>([
    ['several lines of data', 'data: a\ndata:\ndata:  b\n\n', [message('a\n\n b')]],
    ['the event’s name', 'event: ping\ndata: a\n\ndata: b\n\n', [{ event: 'ping', data: 'a' }, message('b')]],
    ['data without a colon', 'data\n\n', [message('')]],
    ['comments and other fields', ': keep-alive\n\nid: 1\nretry: 5\nnope\ndata: a\n\n', [message('a')]],
    ['events without data', 'event: x\n\nid: 3\n\ndata: a\n\n', [message('a')]],
    [
      'a byte order mark at the start alone',
      '\uFEFFdata: \uFEFFa\n\n\uFEFFdata: b\n\n',
      [message('\uFEFFa')],
    ],
    ['an end without an empty line', 'data: a\n\ndata: b\n', [message('a')]],
  ])('is read with %s', (_title, stream, events) => {
    expect(read([stream])).toEqual(events)
  })

  it('is read with a line end of two that comes in two pieces', () => {
    expect(read(['data: a\r', '\ndata: b\r', '\n\r', '\ndata: c\n\n'])).toEqual([
      message('a\nb'),
      message('c'),
    ])
    expect(read(['data: a\r\rdata: b\n\n'])).toEqual([message('a'), message('b')])
    expect(read(['data: a\r', '', '\n\n'])).toEqual([message('a')])
  })

  it('drops what is longer than its limit, and goes on behind it', () => {
    const long = 'x'.repeat(20)
    const stream = `data: ${long}\n\ndata: a\n\ndata: ${long}\ndata: b\n\ndata: c\n\n`
    const events = [message('a'), message('c')]
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
          const expected = events.map(({ event: name, lines }) => ({ event: name, data: lines.join('\n') }))
          expect(read(cut(stream, places))).toEqual(expected)
          expect(read([...stream])).toEqual(expected)
        },
      ),
    )
  })
})

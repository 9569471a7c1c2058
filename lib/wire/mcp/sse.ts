/** One event of a stream. `event` is "message" where the stream names none. */
export type SseEvent = { readonly event: string; readonly data: string }

/** Longest event that is kept, characters. */
const MAX_EVENT = 1_048_576

/**
 * Splits an event stream (HTML standard, server-sent events) that comes in pieces.
 *
 * Lines end in LF, CR or CRLF, also with the CR in one piece and the LF in the next. Comments, other
 * fields and events without data are passed over, and so is what follows the last empty line, for
 * nobody knows whether it is whole.
 *
 * @param limit an event longer than this, in characters, is dropped: a stream must not fill the memory
 * @returns a function that takes the next piece of decoded text and gives the events that it completes
 */
export function sseEvents(limit = MAX_EVENT): (piece: string) => readonly SseEvent[] {
  let line = ''
  let size = 0
  let isStart = true
  let endedInCr = false
  let event = ''
  let data: string[] = []

  const endLine = (events: SseEvent[]): void => {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (line === '') {
      if (data.length > 0 && size <= limit) events.push({ event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      size = 0
    }
    line = ''
  }

  return (piece) => {
    const events: SseEvent[] = []
    if (piece === '') return events
    const isRest = isStart ? piece.startsWith('\uFEFF') : endedInCr && piece.startsWith('\n')
    isStart = false
    endedInCr = piece.endsWith('\r')
    piece
      .slice(isRest ? 1 : 0)
      .split(/\r\n|\r|\n/)
      .forEach((part, i) => {
        if (i > 0) endLine(events)
        size += part.length
        // Of what is too long only that its line is not empty is kept, as a comment.
        line = size > limit ? (line || part) && ':' : line + part
      })
    return events
  }
}

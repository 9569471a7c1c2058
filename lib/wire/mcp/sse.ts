/** A piece of an event stream up to and with the empty line that ends it. */
export type SseBlock = {
  /** as received: the blocks of a stream, joined, are the stream */
  readonly raw: string
  /** the event's data; null for a block without any, and for one that is too long */
  readonly data: string | null
}

/** Longest block that is kept together, characters. */
const MAX_BLOCK = 1_048_576

/**
 * Two line ends. A CR is one by itself only where no LF follows; where that LF comes in the next piece, it is an
 * empty line before the next block, which means nothing.
 */
const END = /(?:\r\n|\n|\r(?!\n)){2}/g

/**
 * Splits an event stream (HTML standard, server-sent events) that comes in pieces, and loses nothing of it.
 *
 * Lines end in LF, CR or CRLF, also with the CR in one piece and the LF in the next.
 *
 * @param limit a block longer than this, in characters, comes in parts and without data: a stream must
 * not fill the memory
 * @returns `push` takes the next piece of decoded text and gives the blocks that it completes; `rest` is
 * what follows the last one, which no reader takes for an event, since nobody knows whether it is whole
 */
export function sseBlocks(limit = MAX_BLOCK): {
  readonly push: (piece: string) => readonly SseBlock[]
  readonly rest: () => string
} {
  let held = ''
  let isLong = false
  let isFirst = true
  const take = (length: number): string => {
    const raw = held.slice(0, length)
    held = held.slice(length)
    return raw
  }
  return {
    push(piece) {
      const blocks: SseBlock[] = []
      END.lastIndex = Math.max(0, held.length - 3)
      held += piece
      for (let end = END.exec(held); end !== null; end = END.exec(held)) {
        const raw = take(END.lastIndex)
        const text = isFirst ? raw.replace(/^\uFEFF/, '') : raw
        blocks.push({ raw, data: isLong || raw.length > limit ? null : dataOf(text) })
        isLong = false
        isFirst = false
        END.lastIndex = 0
      }
      if (held.length > limit) {
        // What may be the first half of the block's end stays.
        blocks.push({ raw: take(held.length - 3), data: null })
        isLong = true
        isFirst = false
      }
      return blocks
    },
    rest: () => take(held.length),
  }
}

function dataOf(block: string): string | null {
  const lines = block.split(/\r\n|\r|\n/)
  const data = lines.flatMap((line) => /^data(?:: ?(.*))?$/s.exec(line)?.slice(1) ?? [])
  return data.length === 0 ? null : data.map((text) => text ?? '').join('\n')
}

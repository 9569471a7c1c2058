import { sseBlocks } from '@/lib/wire/mcp/sse'
import {
  bytesOf,
  cancelReader,
  cloneResponse,
  defineProperty,
  headerOf,
  NativeResponse,
  NativeTextDecoder,
  ofResponse,
  parse,
  promised,
  readChunk,
  readerOf,
  responseText,
} from '../natives'

const NativeStream = ReadableStream

/** Whether an answer is an event stream. */
export const isStream = (headers: Headers): boolean =>
  /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '')

/** Sends the paid request; null where the answer stays as it is. */
export type Send = {
  readonly send: () => Promise<Response>
  /** the event to be given in place of one with this data, or of an answer that broke off (null); null for none */
  readonly instead?: (data: string | null) => Promise<string | null>
  /** the event that stands for an answer that did not come */
  readonly lost: string
} | null

type Blocks = ReturnType<typeof sseBlocks>

/** Reads a stream on, to the next piece; null at its end. */
function blocksOf(body: ReadableStream<Uint8Array>): {
  readonly next: () => Promise<ReturnType<Blocks['push']> | null>
  readonly rest: () => string
  readonly cancel: () => Promise<void>
} {
  const reader = readerOf(body)
  const decoder = new NativeTextDecoder('utf-8', { ignoreBOM: true })
  const { push, rest } = sseBlocks()
  return {
    async next() {
      const { done, value } = await readChunk(reader)
      return done ? null : push(decoder.decode(value as Uint8Array<ArrayBuffer>, { stream: true }))
    },
    rest,
    cancel: () => cancelReader(reader),
  }
}

/**
 * The same answer, whose events pass as they arrive, but for the one that asks for money: that is held while the
 * wallet is asked, and what the server answers to the paid request takes its place.
 *
 * @param buy is given the text of an event's data, and what ends when nobody reads the stream any more
 */
export function streamed(
  response: Response,
  buy: (data: string, gone: Promise<unknown>) => Promise<Send>,
): Response {
  const body = ofResponse(response, 'body')
  if (body === null) return response
  const { next, rest, cancel } = blocksOf(body)
  const gone = promised<null>()
  const stream = new NativeStream<Uint8Array>({
    async pull(controller) {
      let isGiven = false
      const give = (text: string) => {
        if (text === '') return
        controller.enqueue(bytesOf(text))
        isGiven = true
      }
      while (!isGiven) {
        const blocks = await next()
        if (blocks === null) {
          give(rest())
          return controller.close()
        }
        for (const { raw, data } of blocks) {
          const paid = data?.includes('x402') ? await buy(data, gone.promise) : null
          if (paid === null) give(raw)
          else
            await pipe(paid).catch(async () =>
              give((await paid.instead?.(null).catch(() => null)) ?? paid.lost),
            )
        }
      }
      async function pipe({ send, instead }: NonNullable<Send>): Promise<void> {
        const paid = await send()
        const events = ofResponse(paid, 'body')
        if (events === null || ofResponse(paid, 'status') !== 200) throw null
        if (!isStream(ofResponse(paid, 'headers'))) return give(eventOf(await responseText(paid)))
        const { next, rest } = blocksOf(events)
        for (let more = await next(); more !== null; more = await next())
          for (const { raw, data } of more) give((data && (await instead?.(data))) || raw)
        give(rest())
      }
    },
    cancel() {
      gone.resolve(null)
      return cancel()
    },
  })
  return dressed(stream, response)
}

/** One event with this text as its data. */
export const eventOf = (text: string): string =>
  `event: message\ndata: ${text.replace(/\r\n|\r|\n/g, '\ndata: ')}\n\n`

/** A response that says of itself what the first one does. */
function dressed(body: ReadableStream | null, like: Response): Response {
  const of = <K extends keyof Response>(name: K) => ofResponse(like, name)
  const made = new NativeResponse(body, {
    status: of('status'),
    statusText: of('statusText'),
    headers: of('headers'),
  })
  for (const name of ['url', 'redirected', 'type'] as const) defineProperty(made, name, { value: of(name) })
  defineProperty(made, 'clone', {
    value: () => dressed(ofResponse(cloneResponse(made), 'body'), like),
  })
  return made
}

/** Gives every message of an answer, JSON or events, as it comes, until `take` says that it has enough. */
export async function eachMessage(response: Response, take: (message: unknown) => boolean): Promise<void> {
  const body = ofResponse(response, 'body')
  if (!isStream(ofResponse(response, 'headers'))) {
    take(parse(await responseText(response)))
    return
  }
  if (body === null) return
  const { next, cancel } = blocksOf(body)
  for (let blocks = await next(); blocks !== null; blocks = await next())
    for (const { data } of blocks) if (data && take(parse(data))) return void cancel().catch(() => {})
}

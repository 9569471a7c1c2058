import {
  after,
  cancelReader,
  cloneResponse,
  eachHeader,
  headerOf,
  NativePromise,
  NativeRequest,
  NativeTextDecoder,
  ofRequest,
  ofResponse,
  readChunk,
  readerOf,
  sha256,
  streamLocked,
} from './natives'

/** The longest answer body that is reported, in bytes. */
export const ANSWER_MAX_BYTES = 65_536
/** The longest time a 402 may take to deliver its body before it is used without. */
export const ANSWER_PATIENCE_MS = 5_000

/** The header that carries a version 2 quote. */
export const QUOTE_HEADER = 'payment-required'

/** What a request is sent again with. */
const KEPT = [
  'method',
  'headers',
  'mode',
  'credentials',
  'redirect',
  'referrer',
  'referrerPolicy',
  'integrity',
] as const

/** Whether a request of this method may carry a body. */
export const carriesBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** A URL without its fragment. */
export function withoutFragment(url: string): string {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}

/** Whether a body is a stream, of whichever frame's realm: it can be read once only. */
export function isStream(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  try {
    streamLocked(body as ReadableStream)
    return true
  } catch {
    return false
  }
}

/** 0x-prefixed SHA-256 of a body's bytes, null without a body. */
export async function digestOf(bytes: BufferSource | null): Promise<string | null> {
  if (bytes === null || bytes.byteLength === 0 || sha256 === null) return null
  const digest = new Uint8Array(await sha256(bytes))
  let text = '0x'
  for (let i = 0; i < digest.length; i += 1) text += ((digest[i] as number) + 256).toString(16).slice(1)
  return text
}

/**
 * The text of a 402's body, read from a clone so that the caller's own copy stays whole.
 *
 * @returns null where the quote is in a header and the body is no JSON, where the body is longer
 *   than 64 kB, or where it does not arrive in time
 */
export async function answerText(response: Response): Promise<string | null> {
  const headers = ofResponse(response, 'headers')
  const json = /json/i.test(headerOf(headers, 'content-type') ?? '')
  if (!json && headerOf(headers, QUOTE_HEADER) !== null) return null
  if (Number(headerOf(headers, 'content-length')) > ANSWER_MAX_BYTES) return null
  const body = ofResponse(cloneResponse(response), 'body')
  if (body === null) return ''
  const reader = readerOf(body)
  const text = await NativePromise.race([readAll(reader), after(ANSWER_PATIENCE_MS)])
  if (text === null) void cancelReader(reader).catch(() => {})
  return text
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const decoder = new NativeTextDecoder()
  let text = ''
  let length = 0
  try {
    for (;;) {
      const { done, value } = await readChunk(reader)
      if (done) return text + decoder.decode()
      length += (value as Uint8Array).byteLength
      if (length > ANSWER_MAX_BYTES) return null
      text += decoder.decode(value as Uint8Array<ArrayBuffer>, { stream: true })
    }
  } catch {
    return null
  }
}

/** Every header that the page set, one string a pair, in the order the browser sorts them. */
export function headerList(request: Request): string[] {
  const list: string[] = []
  eachHeader(ofRequest(request, 'headers'), (value, name) => list.push(`${name}: ${value}`))
  return list
}

/**
 * The same request to the payment's own URL.
 *
 * @param request as the page made it
 * @param url the answered URL with the payment's fragment
 * @param body the bytes the page sent, null without a body
 */
export function tagged(
  request: Request,
  url: string,
  body: ArrayBuffer | null,
  signal: AbortSignal,
  priority: RequestPriority | undefined,
): Request {
  const init: { [name: string]: unknown } = { cache: 'no-store', signal }
  for (const name of KEPT) init[name] = ofRequest(request, name)
  if (body !== null) init.body = body
  if (priority !== undefined) init.priority = priority
  return new NativeRequest(url, init)
}

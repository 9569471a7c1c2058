import {
  bytesOf,
  headerOf,
  NativeDocument,
  NativeResponse,
  NativeSerializer,
  ofResponse,
  responseBytes,
} from './natives'
import { carriesBody, isStream } from './replay'

/** What `send` takes. */
export type SendBody = Document | XMLHttpRequestBodyInit | null

/**
 * A copy of what was given to `send`; undefined where nothing equal can be sent again. A Response
 * copies the bytes of forms, buffers and search parameters, of whichever frame's realm.
 */
export type Snapshot = Response | Document | string | null | undefined

/** What goes out a second time. */
export type Encoded = {
  readonly body: SendBody
  /** the bytes that `body` puts on the wire, null without a body */
  readonly bytes: BufferSource | null
  /** content type that goes with the bytes, needed only where the page set none */
  readonly type: string | null
}

/** The type that a Response gives to a text, and so to an object which it only knows as text. */
const TEXT_TYPE = 'text/plain;charset=UTF-8'

/** Copies a body at `send`, so that changes after it do not count. */
export function snapshotOf(method: string, body: unknown): Snapshot {
  if (body === undefined || body === null || !carriesBody(method)) return null
  if (typeof body === 'string') return body
  if (body instanceof NativeDocument) return body.cloneNode(true) as Document
  if (isStream(body)) return undefined
  try {
    const copy = new NativeResponse(body as BodyInit)
    return contentType(copy) === TEXT_TYPE ? undefined : copy
  } catch {
    return undefined
  }
}

/**
 * The bytes of a snapshot. A form got a boundary of its own, so its bytes are sent as such.
 *
 * @throws where a file of the body cannot be read any more
 */
export async function encode(body: Exclude<Snapshot, undefined>): Promise<Encoded> {
  if (body instanceof NativeResponse) {
    const bytes = await responseBytes(body)
    return { body: bytes, bytes, type: contentType(body) }
  }
  const text = body instanceof NativeDocument ? markupOf(body) : body
  return { body, bytes: text === null ? null : bytesOf(text), type: null }
}

const contentType = (response: Response): string | null =>
  headerOf(ofResponse(response, 'headers'), 'content-type')

/** What XMLHttpRequest sends of a document. */
function markupOf(page: Document): string {
  const serializer = new NativeSerializer()
  if (page.contentType !== 'text/html') return serializer.serializeToString(page)
  let text = ''
  for (let node = page.firstChild; node; node = node.nextSibling) {
    text +=
      node === page.documentElement ? page.documentElement.outerHTML : serializer.serializeToString(node)
  }
  return text
}

import {
  bytesOf,
  headerOf,
  NativeBlob,
  NativeDocument,
  NativeFormData,
  NativeResponse,
  NativeSearchParams,
  NativeSerializer,
  responseBytes,
  responseHeaders,
} from './natives'
import { carriesBody } from './replay'

/** What `send` takes. */
export type SendBody = Document | XMLHttpRequestBodyInit | null

/** A copy of what was given to `send`; undefined where nothing equal can be sent again. */
export type Snapshot = SendBody | undefined

/** What goes out a second time. */
export type Encoded = {
  readonly body: SendBody
  /** the bytes that `body` puts on the wire, null without a body */
  readonly bytes: Uint8Array<ArrayBuffer> | null
  /** content type that goes with the bytes, needed only where the page set none */
  readonly type: string | null
}

/** Copies a body at `send`, so that changes after it do not count. Strings and blobs never change. */
export function snapshotOf(method: string, body: unknown): Snapshot {
  if (body === undefined || body === null || !carriesBody(method)) return null
  if (typeof body === 'string' || body instanceof NativeBlob) return body
  if (body instanceof ArrayBuffer) return body.slice(0)
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()
  }
  if (body instanceof NativeSearchParams) return new NativeSearchParams(body)
  if (body instanceof NativeDocument) return body.cloneNode(true) as Document
  if (body instanceof NativeFormData) {
    const copy = new NativeFormData()
    body.forEach((value, name) => {
      if (typeof value === 'string') copy.append(name, value)
      else copy.append(name, value)
    })
    return copy
  }
  return undefined
}

/**
 * The bytes of a snapshot. A form gets a boundary of its own, so the bytes themselves are sent.
 *
 * @throws where a file of the body cannot be read any more
 */
export async function encode(body: SendBody): Promise<Encoded> {
  if (body === null) return { body, bytes: null, type: null }
  if (typeof body === 'string') return { body, bytes: bytesOf(body), type: null }
  if (body instanceof NativeDocument) return { body, bytes: bytesOf(markupOf(body)), type: null }
  const response = new NativeResponse(body)
  const bytes = new Uint8Array(await responseBytes(response))
  if (!(body instanceof NativeFormData)) return { body, bytes, type: null }
  return { body: bytes, bytes, type: headerOf(responseHeaders(response), 'content-type') }
}

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

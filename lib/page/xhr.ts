import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  getter,
  NativeUrl,
} from './natives'
import { withoutFragment } from './replay'
import { snapshotOf } from './xhr-body'
import { abortHeld, gateRequest, gateUpload, release } from './xhr-hold'
import { AGAIN, hides, type Life, lives, masked, NATIVE, NativeXhr, ofXhr, TRANSFER_EVENTS } from './xhr-life'

type Native = (...args: unknown[]) => unknown
/** @param proceed calls what stood there before */
type Handler<T> = (self: T, proceed: () => unknown, args: unknown[]) => unknown
type Kind = 'value' | 'get' | 'set'

const requests = NativeXhr.prototype
const owners = new WeakMap<XMLHttpRequestUpload, XMLHttpRequest>()
const baseUri = getter(Node.prototype, 'baseURI')

/**
 * Puts Proxies in the place of XMLHttpRequest and of those members of its prototype that would
 * show a 402 which is being paid. The page sees one life of its request: that of the paid answer,
 * or that of the 402.
 */
export function wrapXhr(): void {
  const wrapped = new Proxy(NativeXhr, {
    construct(target, args, newTarget) {
      const xhr = construct(target, args, newTarget) as XMLHttpRequest
      gateRequest(xhr)
      return xhr
    },
  })
  redefine(window, 'XMLHttpRequest', 'value', wrapped)
  redefine(requests, 'constructor', 'value', wrapped)

  patch(requests, 'open', open)
  patch(requests, 'send', (xhr, proceed, args) => {
    const life = lives.get(xhr)
    // A `send` that the browser refuses must not replace the body of one that is under way.
    if (life?.eligible && life.body === undefined && ofXhr(xhr, 'readyState') === 1) {
      life.body = snapshotOf(life.method, args[0])
    }
    return proceed()
  })
  patch(requests, 'setRequestHeader', (xhr, proceed, args) => {
    const result = proceed()
    lives.get(xhr)?.headers.push([String(args[0]), String(args[1])])
    return result
  })
  patch(requests, 'overrideMimeType', (xhr, proceed, args) => {
    const life = lives.get(xhr)
    const result = life && masked(life) ? undefined : proceed()
    if (life) life.mime = String(args[0])
    return result
  })
  patch(requests, 'abort', (xhr, proceed) => (abortHeld(xhr) ? proceed() : undefined))

  mask('readyState', 5, (_, life) => life.shown)
  mask('status', 2, () => 0)
  mask('statusText', 2, () => '')
  mask('responseURL', 2, () => '')
  mask('getResponseHeader', 2, () => null)
  mask('getAllResponseHeaders', 2, () => '')
  mask('response', 3, (xhr) => (isText(xhr) ? '' : null))
  mask('responseText', 3, (xhr) => (isText(xhr) ? '' : undefined))
  mask('responseXML', 4, (xhr) => (/^(document)?$/.test(ofXhr(xhr, 'responseType')) ? null : undefined))

  patch(requests, 'upload', (xhr, proceed) => {
    const upload = proceed() as XMLHttpRequestUpload
    owners.set(upload, xhr)
    return upload
  })
  noticeUploadListeners()
}

const isText = (xhr: XMLHttpRequest): boolean =>
  ofXhr(xhr, 'responseType') === '' || ofXhr(xhr, 'responseType') === 'text'

/** Hides a member until the page may see it; an undefined blank leaves the word to the browser, which throws. */
function mask(
  name: keyof XMLHttpRequest,
  from: number,
  blank: (xhr: XMLHttpRequest, life: Life) => unknown,
): void {
  patch(requests, name, (xhr, proceed) => {
    const life = lives.get(xhr)
    if (life && hides(life, name === 'response' && !isText(xhr) ? 4 : from)) {
      const value = blank(xhr, life)
      if (value !== undefined) return value
    }
    return proceed()
  })
}

function open(xhr: XMLHttpRequest, proceed: () => unknown, args: unknown[]): unknown {
  const before = lives.get(xhr)
  const held = before !== undefined && masked(before)
  const life: Life = {
    // The page believes a held request to be open already: opening it anew shows no change of state.
    phase: held && before.shown === 1 ? AGAIN : NATIVE,
    method: String(args[0]).toUpperCase(),
    url: absolute(args[1]),
    args,
    eligible: args.length < 3 || Boolean(args[2]),
    headers: [],
    mime: null,
    body: undefined,
    shown: 1,
    kept: [],
    cancel: null,
  }
  lives.set(xhr, life)
  try {
    const result = proceed()
    if (held) release(before)
    life.phase = NATIVE
    return result
  } catch (error) {
    if (before) lives.set(xhr, before)
    else lives.delete(xhr)
    throw error
  }
}

function absolute(url: unknown): string {
  try {
    return withoutFragment(new NativeUrl(String(url), baseUri(document)).href)
  } catch {
    return ''
  }
}

/**
 * Notices when the page begins to listen to an upload, so that our listeners come before its own.
 * The own `addEventListener` of the upload's prototype hands over to whatever stands behind it at
 * the time, so a later patch there still works.
 */
function noticeUploadListeners(): void {
  const uploads = XMLHttpRequestUpload.prototype
  const parent = getPrototypeOf(uploads) as XMLHttpRequestEventTarget
  const notice = (upload: XMLHttpRequestUpload, listener: unknown): void => {
    const xhr = owners.get(upload)
    if (xhr && listener) gateUpload(upload, xhr)
  }
  defineProperty(uploads, 'addEventListener', {
    configurable: true,
    enumerable: true,
    writable: true,
    value: new Proxy(parent.addEventListener, {
      apply(_, upload, args: unknown[]) {
        notice(upload, args[1])
        return apply(parent.addEventListener, upload, args)
      },
    }),
  })
  for (const type of TRANSFER_EVENTS) {
    patch(
      parent,
      `on${type}`,
      (target, proceed, args) => {
        notice(target, args[0])
        return proceed()
      },
      'set',
    )
  }
}

/** Puts a Proxy in the place of a method, a getter or, where asked, a setter. */
function patch<T extends object>(owner: T, name: keyof T, handler: Handler<T>, accessor: Kind = 'get'): void {
  const found = getOwnPropertyDescriptor(owner, name)
  const kind = found?.value ? 'value' : accessor
  const native = found?.[kind] as Native | undefined
  if (native === undefined) return
  const wrapped = new Proxy(native, {
    apply: (_, self, args: unknown[]) => handler(self, () => apply(native, self, args), args),
  })
  redefine(owner, name, kind, wrapped)
}

function redefine(owner: object, name: PropertyKey, kind: Kind, value: unknown): void {
  defineProperty(owner, name, { ...getOwnPropertyDescriptor(owner, name), [kind]: value })
}

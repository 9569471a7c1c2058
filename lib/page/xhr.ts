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
import { hides, type Life, lives, masked, NativeXhr, xhrState, xhrType } from './xhr-life'

type Native = (...args: unknown[]) => unknown
type Handler = (native: Native, xhr: XMLHttpRequest, args: unknown[]) => unknown

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

  patch('open', 'value', open)
  patch('send', 'value', (native, xhr, args) => {
    const life = lives.get(xhr)
    // A `send` that the browser refuses must not replace the body of one that is under way.
    if (life?.eligible && life.body === undefined && xhrState(xhr) === 1) {
      life.body = snapshotOf(life.method, args[0])
    }
    return apply(native, xhr, args)
  })
  patch('setRequestHeader', 'value', (native, xhr, args) => {
    const result = apply(native, xhr, args)
    lives.get(xhr)?.headers.push([String(args[0]), String(args[1])])
    return result
  })
  patch('overrideMimeType', 'value', (native, xhr, args) => {
    const life = lives.get(xhr)
    const result = life && masked(life) ? undefined : apply(native, xhr, args)
    if (life) life.mime = String(args[0])
    return result
  })
  patch('abort', 'value', (native, xhr, args) => (abortHeld(xhr) ? apply(native, xhr, args) : undefined))

  patch('readyState', 'get', (native, xhr, args) => {
    const life = lives.get(xhr)
    return life && masked(life) ? life.shown : apply(native, xhr, args)
  })
  mask('status', 'get', 2, () => 0)
  mask('statusText', 'get', 2, () => '')
  mask('responseURL', 'get', 2, () => '')
  mask('getResponseHeader', 'value', 2, () => null)
  mask('getAllResponseHeaders', 'value', 2, () => '')
  mask('response', 'get', 3, (xhr) => (isText(xhr) ? '' : null))
  mask('responseText', 'get', 3, (xhr) => (isText(xhr) ? '' : undefined))
  mask('responseXML', 'get', 4, (xhr) => (/^(document)?$/.test(xhrType(xhr)) ? null : undefined))

  patch('upload', 'get', (native, xhr, args) => {
    const upload = apply(native, xhr, args) as XMLHttpRequestUpload
    owners.set(upload, xhr)
    return upload
  })
  noticeUploadListeners()
}

const isText = (xhr: XMLHttpRequest): boolean => xhrType(xhr) === '' || xhrType(xhr) === 'text'

/** Hides a member until the page may see it; an undefined blank leaves the word to the browser, which throws. */
function mask(
  name: keyof XMLHttpRequest,
  kind: 'value' | 'get',
  from: number,
  blank: (xhr: XMLHttpRequest) => unknown,
): void {
  patch(name, kind, (native, xhr, args) => {
    const life = lives.get(xhr)
    if (life && masked(life) && hides(life, name === 'response' && !isText(xhr) ? 4 : from)) {
      const value = blank(xhr)
      if (value !== undefined) return value
    }
    return apply(native, xhr, args)
  })
}

function open(native: Native, xhr: XMLHttpRequest, args: unknown[]): unknown {
  const before = lives.get(xhr)
  const held = before !== undefined && masked(before)
  const life: Life = {
    // The page believes a held request to be open already: opening it anew shows no change of state.
    phase: held && before.shown === 1 ? 'again' : 'native',
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
    const result = apply(native, xhr, args)
    if (held) release(before)
    life.phase = 'native'
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
 * Notices when the page listens to an upload by `addEventListener`. The own member of the upload's
 * prototype hands over to whatever stands behind it at the time, so a later patch there still works.
 */
function noticeUploadListeners(): void {
  const uploads = XMLHttpRequestUpload.prototype
  const parent = (): XMLHttpRequestEventTarget => getPrototypeOf(uploads) as XMLHttpRequestEventTarget
  defineProperty(uploads, 'addEventListener', {
    configurable: true,
    enumerable: true,
    writable: true,
    value: new Proxy(parent().addEventListener, {
      apply(_, upload, args: unknown[]) {
        const xhr = owners.get(upload)
        if (xhr && args[1]) gateUpload(upload, xhr)
        return apply(parent().addEventListener, upload, args)
      },
    }),
  })
}

function patch(name: keyof XMLHttpRequest, kind: 'value' | 'get', handler: Handler): void {
  const native = getOwnPropertyDescriptor(requests, name)?.[kind] as Native | undefined
  if (native === undefined) return
  const wrapped = new Proxy(native, {
    apply: (target, xhr, args: unknown[]) => handler(target, xhr, args),
  })
  redefine(requests, name, kind, wrapped)
}

function redefine(owner: object, name: PropertyKey, kind: 'value' | 'get', value: unknown): void {
  defineProperty(owner, name, { ...getOwnPropertyDescriptor(owner, name), [kind]: value })
}

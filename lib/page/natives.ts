/**
 * The browser's own functions, taken when the page's world begins.
 *
 * A page may replace any of them later. What stands here keeps working, and the page's
 * replacements do not get to see what this part does with a 402.
 */

const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect

type Uncurried<T, F> = F extends (...args: infer A) => infer R ? (self: T, ...args: A) => R : never

const uncurry = Function.prototype.bind.bind(Function.prototype.call) as (fn: unknown) => unknown

/** A prototype's method as a function of its receiver. */
export function method<T extends object, K extends keyof T>(prototype: T, name: K): Uncurried<T, T[K]> {
  return uncurry(prototype[name]) as Uncurried<T, T[K]>
}

/** A prototype's getter as a function of its receiver. */
export function getter<T extends object, K extends keyof T>(prototype: T, name: K): (self: T) => T[K] {
  return uncurry(getOwnPropertyDescriptor(prototype, name)?.get) as (self: T) => T[K]
}

/** All attributes of an interface, read by name. */
export function fields<T extends object>(prototype: T): <K extends keyof T>(self: T, name: K) => T[K] {
  const getters: { [name: PropertyKey]: () => unknown } = {}
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const get = getOwnPropertyDescriptor(prototype, name)?.get
    if (get) getters[name] = get
  }
  return (self, name) => apply(getters[name] as () => T[typeof name], self, [])
}

export { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf }

const requests = Request.prototype
const responses = Response.prototype
const targets = EventTarget.prototype

export const nativeFetch = window.fetch
export const NativeRequest = Request
export const NativeResponse = Response
export const NativePromise = Promise
export const NativeUrl = URL
export const NativeAbortController = AbortController
export const NativeDocument = Document
export const NativeSerializer = XMLSerializer
export const NativeEvent = Event
export const NativeProgressEvent = ProgressEvent
export const NativeCustomEvent = CustomEvent
export const NativeTextDecoder = TextDecoder

export const { parse, stringify } = JSON
export const promised: <T>() => PromiseWithResolvers<T> = Promise.withResolvers.bind(Promise)
export const setTimer = window.setTimeout.bind(window)
export const clearTimer = window.clearTimeout.bind(window)

export const chain = method(Promise.prototype, 'then') as <T, R>(
  self: Promise<T>,
  fulfilled: (value: T) => R | PromiseLike<R>,
  rejected: (reason: unknown) => never,
) => Promise<R>

export const listen = method(targets, 'addEventListener')
export const dispatch = method(targets, 'dispatchEvent')
export const stop = method(Event.prototype, 'stopImmediatePropagation')
export const eventDetail = getter(CustomEvent.prototype, 'detail')

export const ofRequest = fields(requests)
export const cloneRequest = method(requests, 'clone')
export const requestBytes = method(requests, 'arrayBuffer')

export const ofResponse = fields(responses)
export const cloneResponse = method(responses, 'clone')
export const responseText = method(responses, 'text')
export const responseBytes = method(responses, 'arrayBuffer')

export const headerOf = method(Headers.prototype, 'get')
export const eachHeader = method(Headers.prototype, 'forEach')

export const streamLocked = getter(ReadableStream.prototype, 'locked')
export const cancelStream = method(ReadableStream.prototype, 'cancel')
export const readerOf = method(ReadableStream.prototype, 'getReader') as (
  self: ReadableStream<Uint8Array>,
) => ReadableStreamDefaultReader<Uint8Array>
export const readChunk = method(ReadableStreamDefaultReader.prototype, 'read')
export const cancelReader = method(ReadableStreamDefaultReader.prototype, 'cancel')

export const ofSignal = fields(AbortSignal.prototype)
export const signalOf = getter(AbortController.prototype, 'signal')
export const abortBy = method(AbortController.prototype, 'abort')

const encode = method(TextEncoder.prototype, 'encode')
const encoder = new TextEncoder()
const subtle = window.crypto.subtle
const digest = subtle ? subtle.digest.bind(subtle) : null

/** UTF-8 bytes of a text. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encode(encoder, text)
/** SHA-256; null where the browser withholds it (plain http). */
export const sha256: ((bytes: BufferSource) => Promise<ArrayBuffer>) | null =
  digest && ((bytes) => digest('SHA-256', bytes))

/** Resolves after so many milliseconds. */
export const after = (ms: number): Promise<null> =>
  new NativePromise((done) => setTimer(() => done(null), ms))

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Listener = (details: object) => unknown
const heard = new Map<string, Listener>()
const event = (name: string) => ({ addListener: (listener: Listener) => heard.set(name, listener) })
vi.mock('wxt/browser', () => ({
  browser: {
    webRequest: {
      onBeforeRequest: event('before'),
      onSendHeaders: event('send'),
      onHeadersReceived: event('headers'),
      onErrorOccurred: event('requestError'),
    },
    webNavigation: { onCommitted: event('committed'), onErrorOccurred: event('error') },
    tabs: { onRemoved: event('removed') },
  },
}))

const { watchRequests } = await import('./watch')

const url = 'https://example.com/article'
const tab = { tabId: 7, frameId: 0, url }
const navigation = vi.fn()
const tell = (name: string, details: object) => heard.get(name)?.({ ...tab, ...details })

const sends = (requestId: string, at: number) =>
  tell('send', { requestId, method: 'GET', type: 'main_frame', requestHeaders: [], timeStamp: at })
const answers = (requestId: string, statusCode: number) =>
  tell('headers', { requestId, method: 'GET', type: 'main_frame', statusCode, responseHeaders: [] })
const commits = (documentId: string, at: number) => tell('committed', { documentId, timeStamp: at })
const fails = (error: string, at: number) =>
  tell('error', { error, documentId: 'the last one', timeStamp: at })
const MOVED = 'Error code 2152398850'

/** The documents for which a paywall was told, in order. */
const told = () => navigation.mock.calls.map(([paywalled]) => paywalled.documentId as string | null)

beforeEach(() => {
  vi.useFakeTimers()
  navigation.mockReset()
  watchRequests({
    saw402: () => undefined,
    navigation,
    sent: () => undefined,
    answered: () => undefined,
    failed: () => undefined,
    documentGone: () => undefined,
  })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a paywall and its document', () => {
  it('are told together, whichever of the two is heard first', () => {
    sends('1', 10)
    answers('1', 402)
    expect(told()).toEqual([])
    commits('a', 20)
    sends('2', 30)
    commits('b', 40)
    answers('2', 402)
    expect(told()).toEqual(['a', 'b'])
  })

  it('belong together also where the load went on in another process after its answer', () => {
    sends('1', 10)
    answers('1', 402)
    fails(MOVED, 15)
    commits('a', 20)
    vi.runAllTimers()
    expect(told()).toEqual(['a'])
  })

  it('belong together also where the answer is heard last of all', () => {
    sends('1', 10)
    fails(MOVED, 15)
    commits('a', 20)
    answers('1', 402)
    vi.runAllTimers()
    expect(told()).toEqual(['a'])
  })

  it('are told without a document where the load became none: an error page, or a download', () => {
    sends('1', 10)
    answers('1', 402)
    fails('net::ERR_HTTP_RESPONSE_CODE_FAILURE', 15)
    expect(told()).toEqual([null])
    sends('2', 30)
    answers('2', 402)
    fails(MOVED, 35)
    expect(told()).toEqual([null])
    vi.runAllTimers()
    expect(told()).toEqual([null, null])
  })

  it('are nothing where the tab has gone to the same address again and was served', () => {
    sends('1', 10)
    answers('1', 402)
    sends('2', 20)
    answers('2', 200)
    commits('b', 30)
    vi.runAllTimers()
    expect(told()).toEqual([])
  })
})

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isSecure, parseUrl } from '@/lib/core/admission/url'
import { err, ok, type Result } from '@/lib/core/result'
import { MAX_RAW_QUOTE } from '@/lib/wire/http/find-quote'
import type { HeaderPairs } from '@/lib/wire/http/headers'

/** The last answer of a chain of redirects; `url` is the one that gave it. */
export type FetchedAnswer = {
  readonly url: string
  readonly status: number
  readonly headers: HeaderPairs
  readonly body: string
}

/** Why there is no answer. */
export type FetchFault = {
  readonly code: 'not-a-url' | 'insecure' | 'too-many-redirects' | 'unreachable'
  readonly detail: string
}

const TIMEOUT_MS = 15_000
const MOST_REDIRECTS = 10
/** Room for a quote of any size that the wallet reads, and for the rest of the headers. */
const MOST_HEADER_BYTES = 2 * MAX_RAW_QUOTE
/** A character of UTF-8 has at most four bytes. One more than the longest body tells that it is too long. */
const MOST_BODY_BYTES = 4 * MAX_RAW_QUOTE + 1
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Asks for a URL without cookies or a payment, following redirects as a browser would.
 *
 * Plain http is asked of this machine alone, as the wallet pays it; a redirect from elsewhere to this machine is
 * not followed.
 *
 * @param timeoutMs for the whole chain
 */
export async function fetchAnswer(
  given: string,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Result<FetchedAnswer, FetchFault>> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = parseUrl(given)
  if (url === null || !/^https?:$/.test(url.protocol))
    return fault('not-a-url', 'this is no http or https URL')
  const startsHere = isHere(url)
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    if (!isSecure(url)) return fault('insecure', `${url.href} is not encrypted`)
    if (isHere(url) && !startsHere) return fault('insecure', `a redirect leads to this machine: ${url.href}`)
    let answer: FetchedAnswer & { readonly location: string | null }
    try {
      answer = await get(url, signal)
    } catch (error) {
      return fault('unreachable', signal.aborted ? `no answer in ${timeoutMs / 1_000} s` : messageOf(error))
    }
    // An address that cannot be read is no redirect: a browser shows the answer that carries it.
    if (answer.location === null || !URL.canParse(answer.location, url)) return ok(answer)
    url = new URL(answer.location, url)
  }
  return fault('too-many-redirects', `more than ${MOST_REDIRECTS} redirects`)
}

const fault = (code: FetchFault['code'], detail: string): Result<never, FetchFault> => err({ code, detail })

/** Whether a URL is for this machine: that is where alone http counts as secure. */
const isHere = (url: URL): boolean => isSecure(new URL(`http://${url.host}`))

function get(url: URL, signal: AbortSignal): Promise<FetchedAnswer & { readonly location: string | null }> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'countersign-audit' }
  return new Promise((done, failed) => {
    const asked = request(
      url,
      { method: 'GET', headers, signal, maxHeaderSize: MOST_HEADER_BYTES, agent: false },
      (answer) => {
        const status = answer.statusCode ?? 0
        const location = REDIRECTS.includes(status) ? (answer.headers.location ?? null) : null
        readBody(answer).then(
          (body) => done({ url: url.href, status, headers: pairsOf(answer), body, location }),
          failed,
        )
      },
    )
    asked.on('error', failed)
    asked.end()
  })
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  // Leaving the loop ends the connection: what is past the bound is never received.
  for await (const chunk of answer) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MOST_BODY_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function pairsOf({ rawHeaders }: IncomingMessage): HeaderPairs {
  return rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : []))
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Where a name has several addresses, each failure is told apart and the whole has no message.
  return error.message || (error instanceof AggregateError ? messageOf(error.errors[0]) : error.name)
}

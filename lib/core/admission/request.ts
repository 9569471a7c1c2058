import type { AdmissionInput, Fact, Reason } from './types'
import { isSecure, parseUrl, sameTarget } from './url'

const stop = (code: Reason['code'], ...facts: Fact[]): Reason => ({ code, facts })

/** Step 1: is this a request that may be paid for at all? */
export function judgeRequest(input: AdmissionInput): Reason | null {
  const { wallet, asker, request, intent, policy } = input
  if (wallet.paused) return stop('BLOCK_PAUSED')
  const url = parseUrl(request.url)
  const answered = parseUrl(request.answeredUrl)
  const blocked = policy.origins.block.find((o) => o === asker.origin || o === url?.origin)
  if (blocked !== undefined) return stop('BLOCK_ORIGIN', { rule: 'origins.block', origin: blocked })
  if (url === null || answered === null || !isSecure(url) || !isSecure(answered)) {
    return stop('BLOCK_INSECURE', { rule: 'https', url: request.url, answered: request.answeredUrl })
  }
  if (request.method !== intent.method || !sameTarget(request.url, intent.url)) {
    return stop('BLOCK_INTENT_MISMATCH', {
      rule: 'intent',
      wanted: `${intent.method} ${intent.url}`,
      asked: `${request.method} ${request.url}`,
    })
  }
  if (answered.origin !== url.origin) {
    return stop('BLOCK_REDIRECTED', { rule: 'redirect', asked: url.origin, answered: answered.origin })
  }
  return null
}

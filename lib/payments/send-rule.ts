import { type Browser, browser } from 'wxt/browser'

/**
 * One session rule puts one payment header on one request. A rule cannot be narrowed to a request,
 * so a fetch or XHR carries a random fragment that the rule matches, and a navigation's rule names
 * its tab. A request that nobody can mark is matched by its tab and its asker's host. The cache headers
 * keep a cached 402 from showing our header as sent.
 */
export type SendRule = {
  /** the exact URL, fragment included; for `host` without one */
  readonly url: string
  readonly method: string
  readonly header: { readonly name: string; readonly value: string }
  readonly type: 'main_frame' | 'xmlhttprequest'
  /** null for a marked request: a page's own may run in a worker without a tab, which has -1 */
  readonly tabId: number | null
  /** whose next equal request it waits for, as a host; null where the request is begun by us */
  readonly host: string | null
}

/** A rule that nobody used is taken away after this long. */
export const RULE_LIFETIME_MS = 10_000
/** One that waits for a request which its page makes when it likes; shorter than any sleep it is kept from. */
const NEXT_LIFETIME_MS = 120_000
/** The worker is ended after 30 s in which it does nothing, and would leave such a rule in place. */
const AWAKE_MS = 20_000

type Timer = ReturnType<typeof setTimeout>

const live = new Map<number, { readonly timer: Timer; readonly awake: Timer | undefined }>()

/** Rule ids are random: a restarted worker must not reuse the id of a rule it forgot. */
const newRuleId = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 0x7fffffff || 1

/** Matches the literal and nothing else, from start to end. */
const exactly = (url: string, end = '$'): string => `^${url.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}${end}`

/**
 * Makes the browser send the payment on the next request to exactly this URL.
 *
 * @returns a function that takes the rule away; it may be called more than once
 * @throws when the browser refuses the rule
 */
export async function installSendRule(rule: SendRule, onExpired: () => void): Promise<() => Promise<void>> {
  const id = newRuleId()
  const { tabId, host } = rule
  const set = (header: string, value: string) => ({ header, operation: 'set' as const, value })
  const condition: Browser.declarativeNetRequest.RuleCondition = {
    regexFilter: host === null ? exactly(rule.url) : exactly(rule.url, '(#.*)?$'),
    isUrlFilterCaseSensitive: true,
    requestMethods: [rule.method.toLowerCase() as `${Browser.declarativeNetRequest.RequestMethod}`],
    resourceTypes: [rule.type],
    ...(tabId === null ? {} : { tabIds: [tabId] }),
    ...(host === null ? {} : { initiatorDomains: [host] }),
  }
  await browser.declarativeNetRequest.updateSessionRules({
    addRules: [
      {
        id,
        priority: 1,
        action: {
          type: 'modifyHeaders',
          requestHeaders: [
            set(rule.header.name, rule.header.value),
            set('Cache-Control', 'no-cache'),
            set('Pragma', 'no-cache'),
          ],
        },
        condition,
      },
    ],
  })
  const remove = async () => {
    const entry = live.get(id)
    if (!entry) return
    clearTimeout(entry.timer)
    clearInterval(entry.awake)
    live.delete(id)
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: [id] })
  }
  const timer = setTimeout(
    () => {
      void remove().then(onExpired)
    },
    host === null ? RULE_LIFETIME_MS : NEXT_LIFETIME_MS,
  )
  const awake = host === null ? undefined : setInterval(() => browser.runtime.getPlatformInfo(), AWAKE_MS)
  live.set(id, { timer, awake })
  return remove
}

/** Takes away every rule an earlier life of the worker left behind. Called at each start. */
export async function removeStaleRules(): Promise<void> {
  const rules = await browser.declarativeNetRequest.getSessionRules()
  const removeRuleIds = rules.map((rule) => rule.id).filter((id) => !live.has(id))
  if (removeRuleIds.length > 0) await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds })
}

import { type Browser, browser } from 'wxt/browser'

/**
 * One session rule puts one payment header on one request. A rule cannot be narrowed to a request,
 * so a fetch or XHR carries a random fragment that the rule matches, and a navigation's rule names
 * its tab. The cache headers keep a cached 402 from showing our header as sent.
 */
export type SendRule = {
  /** the exact URL, fragment included */
  readonly url: string
  readonly method: string
  readonly header: { readonly name: string; readonly value: string }
  /** set for a navigation only: a page's own request may run in a worker without a tab */
  readonly tabId: number | null
}

/** A rule that nobody used is taken away after this long. */
export const RULE_LIFETIME_MS = 10_000

const live = new Map<number, { readonly rule: SendRule; readonly timer: ReturnType<typeof setTimeout> }>()

/** Rule ids are random: a restarted worker must not reuse the id of a rule it forgot. */
const newRuleId = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 0x7fffffff || 1

/** Matches the literal and nothing else, from start to end. */
const exactly = (url: string): string => `^${url.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}$`

/**
 * Makes the browser send the payment on the next request to exactly this URL.
 *
 * @returns a function that takes the rule away; it may be called more than once
 * @throws when the browser refuses the rule
 */
export async function installSendRule(rule: SendRule, onExpired: () => void): Promise<() => Promise<void>> {
  const id = newRuleId()
  const set = (header: string, value: string) => ({ header, operation: 'set' as const, value })
  const condition: Browser.declarativeNetRequest.RuleCondition = {
    regexFilter: exactly(rule.url),
    isUrlFilterCaseSensitive: true,
    requestMethods: [rule.method.toLowerCase() as `${Browser.declarativeNetRequest.RequestMethod}`],
    resourceTypes: rule.tabId === null ? ['xmlhttprequest'] : ['main_frame'],
    ...(rule.tabId === null ? {} : { tabIds: [rule.tabId] }),
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
    live.delete(id)
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: [id] })
  }
  const timer = setTimeout(() => {
    void remove().then(onExpired)
  }, RULE_LIFETIME_MS)
  live.set(id, { rule, timer })
  return remove
}

/** Takes away every rule an earlier life of the worker left behind. Called at each start. */
export async function removeStaleRules(): Promise<void> {
  const rules = await browser.declarativeNetRequest.getSessionRules()
  const removeRuleIds = rules.map((rule) => rule.id).filter((id) => !live.has(id))
  if (removeRuleIds.length > 0) await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds })
}

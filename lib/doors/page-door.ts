import { type Browser, browser } from 'wxt/browser'

import type { IntentState } from '@/lib/ledger/schema'
import type {
  BridgeMessage,
  CallAnswer,
  CallMessage,
  PageAnswer,
  PageMessage,
  Report,
} from '@/lib/page/protocol'
import { voidIntent } from '@/lib/payments/consent'
import { sendInstruction } from '@/lib/payments/instruct'
import { isDiscreet, openIntent, type Wish } from '@/lib/payments/intake'
import type { Wallet } from '@/lib/payments/wallet'
import type { Caller } from '@/lib/provider/caller'
import { answerCall, refusable } from '@/lib/provider/calls'
import { isSigned, signatureAnswer } from '@/lib/provider/eip1193/standing'
import { readTerms, requestByUrl } from '@/lib/provider/payments'
import { requestStanding } from '@/lib/provider/requests'
import { askerOf } from './senders'

/** One held message lasts at most this long; then the page asks again, and a restart costs little. */
const HOLD_MS = 20_000
/** The page's report can overtake the browser's by a few milliseconds. */
const PAIRING_MS = 300

type Asker = NonNullable<ReturnType<typeof askerOf>>

const isReport = (value: unknown): value is Report => {
  const r = value as Partial<Report> | null
  return (
    typeof r === 'object' &&
    r !== null &&
    (r.via === 'fetch' || r.via === 'xhr') &&
    typeof r.method === 'string' &&
    /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(r.method) &&
    typeof r.url === 'string' &&
    URL.canParse(r.url) &&
    typeof r.answeredUrl === 'string' &&
    URL.canParse(r.answeredUrl) &&
    (r.bodyDigest === null || (typeof r.bodyDigest === 'string' && /^0x[0-9a-f]{64}$/.test(r.bodyDigest))) &&
    (r.answer === null || (typeof r.answer === 'string' && r.answer.length <= 65_536))
  )
}

const isPageMessage = (value: unknown): value is PageMessage | CallMessage => {
  const m = value as { type?: unknown; report?: unknown; paymentId?: unknown; name?: unknown } | null
  if (typeof m !== 'object' || m === null) return false
  if (m.type === 'report') return isReport(m.report)
  if (m.type === 'call') return typeof m.name === 'string' && 'value' in m
  return (m.type === 'await' || m.type === 'cancel') && typeof m.paymentId === 'string'
}

const isBridgeMessage = (value: unknown): value is BridgeMessage => {
  const m = value as Partial<BridgeMessage> | null
  return (
    typeof m === 'object' &&
    m !== null &&
    m.door === 'page' &&
    Number.isSafeInteger(m.number) &&
    typeof m.userActive === 'boolean' &&
    typeof m.visible === 'boolean' &&
    isPageMessage(m.message)
  )
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url

async function report(
  wallet: Wallet,
  asker: Asker,
  message: BridgeMessage,
  told: Report,
): Promise<PageAnswer | CallAnswer> {
  // The worker ended before it could answer: what it wrote down for this very call goes on.
  const reportId = `${asker.documentId} ${message.number}`
  const begun = await wallet.ledger.intents.where('reportId').equals(reportId).first()
  if (begun !== undefined)
    return told.terms === undefined
      ? await standing(wallet, asker, begun.id, 0)
      : { type: 'wait', paymentId: begun.id }
  const answeredUrl = withoutFragment(told.answeredUrl)
  const take = () => wallet.observations.take(asker, told.method, answeredUrl, Date.now())
  let seen = take()
  const until = Date.now() + PAIRING_MS
  for (let left = PAIRING_MS; seen.found === null && left > 0; left = until - Date.now()) {
    await wallet.observations.next(left)
    seen = take()
  }
  if (seen.found === null) return { type: 'pass' }
  const wish: Wish = {
    kind: told.via,
    transport: 'http',
    action: null,
    terms: told.terms === undefined ? null : readTerms(told.terms),
    reportId,
    asker: asker.origin,
    topOrigin: topOriginOf(asker),
    tabId: asker.tabId,
    frameId: asker.frameId,
    documentId: asker.documentId,
    method: told.method,
    url: withoutFragment(told.url),
    answeredUrl,
    bodyDigest: told.bodyDigest,
    certain: seen.same,
    mayOpen: mayOpen(asker, message),
  }
  const paywall = { headers: seen.found.headers, body: told.answer }
  // A caller that knows of the wallet hears the id first, whatever became of it.
  if (wish.terms !== null) return await requestByUrl(wallet, wish, paywall)
  const intent = await openIntent(wallet, wish, paywall)
  if (intent === null) return { type: 'pass' }
  // At once, so that the page knows the payment's id before anything can happen to this worker.
  return await standing(wallet, asker, intent, 0)
}

const mayOpen = ({ frameId }: Asker, { userActive, visible }: BridgeMessage): boolean =>
  frameId === 0 && userActive && visible

const topOriginOf = ({ frameId, origin, tabUrl }: Asker): string =>
  frameId === 0 ? origin : originOf(tabUrl)

const originOf = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).origin : 'null'

const OVER: readonly IntentState[] = ['declined', 'gone', 'refused', 'done']

/** Waits for the payment to be ready for sending, or refused; a payment is told only to the document that asked. */
async function standing(
  wallet: Wallet,
  asker: Asker,
  paymentId: string,
  holdMs = HOLD_MS,
): Promise<PageAnswer | CallAnswer> {
  const until = Date.now() + holdMs
  for (;;) {
    const intent = await wallet.ledger.intents.get(paymentId)
    if (!intent || intent.documentId !== asker.documentId) return { type: 'pass' }
    if (isSigned(intent)) {
      const ended = await signatureAnswer(wallet, intent)
      if (ended !== null) return ended
      if (Date.now() >= until) return { type: 'wait', paymentId }
      await wallet.changes.next(paymentId, until - Date.now())
      continue
    }
    const waits = intent.state === 'refused' && isDiscreet(intent) && Date.now() < intent.deadline
    if (!waits && OVER.includes(intent.state)) return { type: 'pass' }
    if (intent.state === 'approved' || intent.state === 'paying' || intent.state === 'signing-in') {
      const url = await sendInstruction(wallet, intent)
      if (url !== null) return { type: 'send', paymentId, url }
      const again = await wallet.ledger.intents.get(paymentId)
      if (again?.state === 'paying') return { type: 'pass' }
    }
    const left = until - Date.now()
    if (left <= 0) return { type: 'wait', paymentId }
    await wallet.changes.next(paymentId, left)
  }
}

/** Admits messages of our own content scripts, each for the document that the browser names. */
export function admitPages(wallet: Wallet): void {
  browser.runtime.onMessage.addListener((value: unknown, sender: Browser.runtime.MessageSender, reply) => {
    if (!isBridgeMessage(value)) return undefined
    const asker = askerOf(sender)
    if (asker === null) return undefined
    answer(wallet, asker, value).then(reply, () => reply({ type: 'pass' } satisfies PageAnswer))
    return true
  })
}

const callerOf = (asker: Asker, message: BridgeMessage): Caller => ({
  origin: asker.origin,
  topOrigin: topOriginOf(asker),
  tabId: asker.tabId,
  frameId: asker.frameId,
  documentId: asker.documentId,
  url: asker.url,
  reportId: `${asker.documentId} ${message.number}`,
  mayOpen: mayOpen(asker, message),
})

async function answer(wallet: Wallet, asker: Asker, value: BridgeMessage): Promise<PageAnswer | CallAnswer> {
  await wallet.ready
  const { message } = value
  if (message.type === 'call')
    return await answerCall(wallet, callerOf(asker, value), message.name, message.value)
  if (message.type === 'report')
    return message.report.terms === undefined
      ? await report(wallet, asker, value, message.report)
      : await refusable(asker.origin, () => report(wallet, asker, value, message.report))
  if (message.type === 'await') {
    const request = await requestStanding(wallet, asker.documentId, message.paymentId, HOLD_MS)
    return request ?? (await standing(wallet, asker, message.paymentId))
  }
  const intent = await wallet.ledger.intents.get(message.paymentId)
  if (intent?.documentId === asker.documentId) await voidIntent(wallet, intent.id)
  return { type: 'pass' }
}

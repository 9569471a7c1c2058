import type { DecisionCode } from '@/lib/core/admission/types'
import { isRecord, parseJson } from '@/lib/core/json/parse'
import { parseDollars } from '@/lib/core/money/dollars'
import { late } from '@/lib/late/load'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import type { CallAnswer, CallerTerms, Json, PageAnswer } from '@/lib/page/protocol'
import { voidIntent } from '@/lib/payments/consent'
import { deliver } from '@/lib/payments/deliver'
import { recordOutcome } from '@/lib/payments/follow'
import { IdConflict, openQuote, type Paywall, type Wish } from '@/lib/payments/intake'
import type { Wallet } from '@/lib/payments/wallet'
import { type FoundQuote, findQuote } from '@/lib/wire/http/find-quote'
import { classifyOutcome } from '@/lib/wire/http/outcome'
import { readSettlement } from '@/lib/wire/http/settlement'
import { BAD_PARAMS, type Caller, LIMITED, Refusal, shortText } from './caller'
import { publicState } from './public'

/** One call waits at most this long for a change; then the page asks again, and a restart costs little. */
const HOLD_MS = 20_000
const MAX_QUOTE = 65_536
const TRANSPORTS: readonly unknown[] = ['mcp', 'a2a', 'provider']

/**
 * Reads what a caller says of its purchase.
 *
 * @throws Refusal for a ceiling that is no amount, and for text that is too long
 */
export function readTerms(value: unknown): CallerTerms {
  const said = isRecord(value) ? value : {}
  const maxAmount = shortText(said.maxAmount, 78)
  const maxUsd = shortText(said.maxUsd, 40)
  if (maxAmount !== undefined && !/^(0|[1-9]\d*)$/.test(maxAmount))
    throw new Refusal(BAD_PARAMS, 'maxAmount is no whole number of atomic units, as text')
  if (maxUsd !== undefined && !parseDollars(maxUsd).ok)
    throw new Refusal(BAD_PARAMS, 'maxUsd is no decimal number of dollars, as text')
  return {
    maxAmount,
    maxUsd,
    idempotencyKey: shortText(said.idempotencyKey),
    agent: shortText(said.agent),
    intent: shortText(said.intent, 500),
  }
}

/** A wish and its quote, as a caller of the provider states both. */
export type Stated = { readonly wish: Wish; readonly found: FoundQuote }

/**
 * Reads a purchase that the caller states itself: the quote is its word, and marked so.
 *
 * @throws Refusal where it is not of the form
 */
export function readPurchase(caller: Caller, value: Json): Stated {
  if (!isRecord(value)) throw new Refusal(BAD_PARAMS, 'no purchase')
  const { quote: raw, transport, url, method, bodyDigest, action } = value
  if (typeof raw !== 'string' || raw.length > MAX_QUOTE) throw new Refusal(BAD_PARAMS, 'no quote')
  const parsed = parseJson(raw)
  if (!parsed.ok || !isRecord(parsed.value)) throw new Refusal(BAD_PARAMS, 'the quote is no JSON object')
  if (!TRANSPORTS.includes(transport)) throw new Refusal(BAD_PARAMS, 'no such transport')
  if (typeof url !== 'string' || url.length > 8_192 || !URL.canParse(url))
    throw new Refusal(BAD_PARAMS, 'no address of a server')
  const version = parsed.value.x402Version
  const target = new URL(url)
  target.hash = ''
  return {
    wish: {
      kind: 'call',
      transport: transport as Wish['transport'],
      action: readAction(action),
      terms: readTerms(value.terms),
      reportId: caller.reportId,
      asker: caller.origin,
      topOrigin: caller.topOrigin,
      tabId: caller.tabId,
      frameId: caller.frameId,
      documentId: caller.documentId,
      method: typeof method === 'string' && /^[A-Z]{1,16}$/.test(method) ? method : 'GET',
      url: target.href,
      answeredUrl: target.href,
      bodyDigest: typeof bodyDigest === 'string' && /^0x[0-9a-f]{64}$/.test(bodyDigest) ? bodyDigest : null,
      certain: value.certain !== false,
      mayOpen: caller.mayOpen,
    },
    found: {
      version: version === 1 || version === '1' ? 1 : 2,
      quote: parsed.value,
      raw,
      where: 'body',
      notes: [],
    },
  }
}

function readAction(value: unknown): Wish['action'] {
  if (value === undefined || value === null) return null
  if (!isRecord(value) || Object.keys(value).length > 12 || typeof value.kind !== 'string')
    throw new Refusal(BAD_PARAMS, 'the action is not of the form')
  const texts = Object.entries(value).map(([name, text]) => {
    if (typeof text !== 'string' || text.length > 1_024 || !text.isWellFormed())
      throw new Refusal(BAD_PARAMS, 'the action holds what is no short text')
    return [name, text]
  })
  return { ...(Object.fromEntries(texts) as Record<string, string>), kind: value.kind }
}

/** A purchase that never began. */
const none = (code: DecisionCode, reason: string): Json => ({
  id: null,
  status: 'refused',
  code,
  reason,
  retryLater: false,
  resend: false,
})

/** Opens a purchase, and tells where it stands by what is given. */
async function open<T>(
  wallet: Wallet,
  wish: Wish,
  found: FoundQuote,
  tell: (id: string) => T | Promise<T>,
): Promise<T | Json> {
  if ((await wallet.vault.status()) === 'none') throw new Refusal(4900, 'there is no wallet yet')
  try {
    const intent = await openQuote(wallet, wish, found)
    if (intent === null) throw new Refusal(LIMITED, 'too much is waiting already')
    return await tell(intent.id)
  } catch (error) {
    if (!(error instanceof IdConflict)) throw error
    return none('BLOCK_ID_CONFLICT', 'this idempotencyKey stands for another purchase')
  }
}

/**
 * The 402 that a stated quote came by, where the browser saw one, is spoken for: nobody is asked about it a
 * second time as one that no page reported.
 */
export function speakFor(wallet: Wallet, { documentId, asker: origin, tabId, method, url }: Wish): void {
  if (documentId !== null) wallet.observations.take({ documentId, origin, tabId }, method, url, Date.now())
}

/** Takes a purchase in and tells at once where it stands. */
export async function requestPayment(wallet: Wallet, caller: Caller, value: Json): Promise<Json> {
  const { wish, found } = readPurchase(caller, value)
  speakFor(wallet, wish)
  const known = await wallet.ledger.intents.where('reportId').equals(caller.reportId).first()
  if (known !== undefined) return await paymentOf(wallet, known.id)
  return await open(wallet, wish, found, (id) => paymentOf(wallet, id))
}

/**
 * Takes in a purchase by a request of the page's own, which the browser saw: its answer is the id, to `await`.
 *
 * @throws Refusal where there is no wallet, or too much waits
 */
export async function requestByUrl(
  wallet: Wallet,
  wish: Wish,
  paywall: Paywall,
): Promise<CallAnswer | PageAnswer> {
  const found = findQuote(paywall)
  const opened = found.ok
    ? await open(wallet, wish, found.value, (waits) => ({ waits }))
    : none('BLOCK_MALFORMED_QUOTE', 'there is no quote that can be read')
  return isRecord(opened) && typeof opened.waits === 'string'
    ? { type: 'wait', paymentId: opened.waits }
    : { type: 'value', value: opened as Json }
}

/** The purchase of this origin by its id. */
async function ownIntent(wallet: Wallet, caller: Caller, value: Json): Promise<IntentRow> {
  const id = isRecord(value) ? value.id : null
  const intent = typeof id === 'string' ? await wallet.ledger.intents.get(id) : undefined
  // Another origin's payment and one that never was sound the same.
  if (intent === undefined || intent.asker !== caller.origin)
    throw new Refusal(BAD_PARAMS, 'there is no such payment')
  return intent
}

const authorizationFor = (wallet: Wallet, intentId: string): Promise<AuthorizationRow | undefined> =>
  wallet.ledger.authorizations.where('intentId').equals(intentId).first()

/** Where a purchase stands, with the signed payment where its caller carries it. */
async function paymentOf(wallet: Wallet, intentId: string): Promise<Json> {
  const intent = await wallet.ledger.intents.get(intentId)
  if (intent === undefined) throw new Refusal(BAD_PARAMS, 'there is no such payment')
  const carries = intent.kind === 'call' && (intent.state === 'approved' || intent.state === 'paying')
  const signed = carries
    ? await deliver(wallet, intent)
    : ((await authorizationFor(wallet, intentId)) ?? null)
  const now = (await wallet.ledger.intents.get(intentId)) ?? intent
  const state = publicState(now, signed ?? (await authorizationFor(wallet, intentId)), Date.now())
  const isCarried = intent.kind === 'call' && signed !== null && signed.header !== null
  return isCarried && isRecord(state) && state.status !== 'released'
    ? { ...state, status: state.status === 'sent' ? 'ready' : state.status, payment: { ...signed.header } }
    : state
}

/**
 * Tells where a purchase stands. With `not`, waits up to twenty seconds for another status than that.
 */
export async function paymentState(wallet: Wallet, caller: Caller, value: Json): Promise<Json> {
  const { id } = await ownIntent(wallet, caller, value)
  const until = Date.now() + HOLD_MS
  const not = isRecord(value) ? value.not : undefined
  for (;;) {
    const state = await paymentOf(wallet, id)
    const left = until - Date.now()
    if (not === undefined || !isRecord(state) || state.status !== not || left <= 0) return state
    await wallet.changes.next(id, left)
  }
}

/** The caller wants it no more: what is not signed yet is void. What is signed stays held until proof. */
export async function cancelPayment(wallet: Wallet, caller: Caller, value: Json): Promise<Json> {
  const { id } = await ownIntent(wallet, caller, value)
  await voidIntent(wallet, id)
  return await paymentOf(wallet, id)
}

/**
 * What the peer answered to a payment that the caller carried: its word, recorded as a claim. The chain says
 * what is true.
 */
export async function tellOutcome(wallet: Wallet, caller: Caller, value: Json): Promise<Json> {
  const intent = await ownIntent(wallet, caller, value)
  const authorization = await authorizationFor(wallet, intent.id)
  const digest = isRecord(value) ? value.responseDigest : null
  if (authorization !== undefined && typeof digest === 'string')
    await (await late()).recordResponse(wallet.ledger, authorization.id, digest, Date.now())
  // What was only read, and by whom it was sent the browser saw, says nothing else.
  const isOutcome = isRecord(value) && (typeof digest !== 'string' || 'status' in value)
  if (intent.kind === 'call' && authorization !== undefined && isOutcome) {
    const claim = value.settlement
    const text = typeof claim === 'string' ? claim : JSON.stringify(claim ?? null)
    const settlement = readSettlement(text === 'null' ? [] : [['PAYMENT-RESPONSE', text]])
    const status = typeof value.status === 'number' ? value.status : null
    const outcome = classifyOutcome({
      status,
      settlement: settlement.ok ? settlement.value : null,
      hasNewQuote: value.hasNewQuote === true,
      error: status === null ? 'no answer' : null,
    })
    const raw = settlement.ok ? settlement.value.raw : null
    await recordOutcome(wallet, authorization, outcome, status, raw, shortText(value.notes, 40))
  }
  return await paymentOf(wallet, intent.id)
}

import { decide } from '@/lib/core/admission/decide'
import type { Decision, DecisionCode } from '@/lib/core/admission/types'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'
import { readSettings } from '@/lib/ledger/write/documents'
import { admissionInput } from '@/lib/ledger/write/snapshot'
import { findQuote } from '@/lib/wire/http/find-quote'
import { openApprovalWindow, refreshBadge } from './ask'
import { envelopeOf, intentKey } from './envelope'
import { nowSeconds, walletFacts } from './facts'
import { pay } from './pay'
import { siteOfOrigin } from './sites'
import type { Wallet } from './wallet'

/** A 402 and who received it, as the browser says; `body` is what the page says, and marked so. */
export type Wish = {
  readonly kind: IntentRow['kind']
  readonly asker: string
  readonly topOrigin: string
  readonly tabId: number
  readonly frameId: number
  readonly documentId: string | null
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly bodyDigest: string | null
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
  /** false where several answers with different quotes could be this one: never automatic */
  readonly certain: boolean
  readonly mayOpen: boolean
}

/** A quote waits this long for a person: longer, and its terms may be stale. */
export const QUOTE_LIFETIME_MS = 5 * 60_000
/** One origin may have this many purchases waiting. */
const WAITING_PER_ASKER = 20
/** So many 402s of one origin are looked at in a minute; the rest get no row in the ledger. */
const PER_MINUTE = 120
/** After a refusal the same wish does not open a window by itself for this long. */
const QUIET_AFTER_DECLINE_MS = 60_000

/** Holds that the owner may lift on the wallet's own screens. Everything else goes back to the page at once. */
const ASKABLE: ReadonlySet<DecisionCode> = new Set<DecisionCode>([
  'HOLD_APPROVAL_REQUIRED',
  'HOLD_LOCKED',
  'HOLD_OVER_PAYMENT_LIMIT',
  'HOLD_OVER_BUDGET',
  'HOLD_WINDOW_TOO_LONG',
  'HOLD_TERMS_CHANGED',
  'HOLD_NEW_PAYEE',
  'HOLD_RESOURCE_MISMATCH',
  'HOLD_RATE_LIMITED',
  'HOLD_INSUFFICIENT_FUNDS',
  'HOLD_ALLOWANCE_REQUIRED',
])

/** States of an equal purchase that is on its way right now: its end decides whether this one is still wanted. */
const UNDERWAY = ['reserved', 'signed', 'sent']

function isAskable({ code, facts }: Decision): boolean {
  if (code !== 'HOLD_RECONCILIATION') return ASKABLE.has(code)
  return facts.some(({ state }) => state !== undefined && UNDERWAY.includes(state))
}

/**
 * Takes a 402 in: reads the quote, decides, and asks the owner where the decision says so.
 *
 * @returns the payment's id, or null where there is nothing to wait for: no quote, no wallet, or refused
 */
export async function openIntent(wallet: Wallet, wish: Wish): Promise<string | null> {
  if ((await wallet.vault.status()) === 'none') return null
  const found = findQuote({ headers: wish.headers, body: wish.body })
  if (!found.ok) return null
  const key = intentKey(wish)
  const stored = await adopt(wallet, wish, key)
  if (stored !== null) return stored
  const lately = wallet.ledger.intents.where('createdAt').above(Date.now() - 60_000)
  if ((await lately.filter((i) => i.asker === wish.asker).count()) >= PER_MINUTE) return null
  const waiting = await wallet.ledger.intents.where('state').equals('asking').toArray()
  if (waiting.filter((i) => i.asker === wish.asker).length >= WAITING_PER_ASKER) return null

  const now = Date.now()
  const quote: QuoteRow = {
    id: crypto.randomUUID(),
    version: found.value.version,
    source: found.value.where === 'header' ? 'browser' : 'page',
    raw: found.value.raw,
    notes: [...found.value.notes, ...(wish.certain ? [] : ['uncertain'])],
    receivedAt: now,
  }
  const draft = await newIntent(wish, key, quote, now)
  const decided = await decideFor(wallet, draft, quote)
  const recent = await wallet.ledger.intents.where('key').equals(key).toArray()
  const quiet = recent.some((i) => i.state === 'declined' && now - i.createdAt < QUIET_AFTER_DECLINE_MS)
  const askable = isAskable(decided.decision)
  const ready = decided.decision.code === 'READY_TO_SIGN'
  const intent: IntentRow = {
    ...draft,
    ...decided,
    state: ready ? 'approved' : askable ? 'asking' : 'done',
    mayOpen: wish.mayOpen && !quiet,
  }
  await wallet.ledger.transaction('rw', wallet.ledger.quotes, wallet.ledger.intents, async () => {
    await wallet.ledger.quotes.add(quote)
    await wallet.ledger.intents.add(intent)
  })
  if (ready) await pay(wallet, intent.id)
  else if (askable) await ask(wallet, intent)
  return ready || askable ? intent.id : null
}

async function ask(wallet: Wallet, intent: IntentRow): Promise<void> {
  await refreshBadge(wallet.ledger)
  if (intent.mayOpen) await openApprovalWindow(intent.id)
}

/** A person answered after the page had given up: the next equal request of that document is the one. */
async function adopt(wallet: Wallet, wish: Wish, key: string): Promise<string | null> {
  if (wish.documentId === null) return null
  const now = Date.now()
  const equal = await wallet.ledger.intents.where('key').equals(key).toArray()
  const open = equal.find(
    (i) =>
      i.documentId === wish.documentId &&
      i.deadline < now &&
      now - i.createdAt < QUOTE_LIFETIME_MS &&
      (i.state === 'asking' || i.state === 'approved'),
  )
  if (!open || (await wallet.ledger.authorizations.where('intentId').equals(open.id).count()) > 0) return null
  await wallet.ledger.intents.update(open.id, { deadline: now + 120_000 })
  return open.id
}

async function newIntent(
  wish: Wish,
  key: string,
  quote: QuoteRow,
  now: number,
): Promise<Omit<IntentRow, 'decision' | 'envelopeDigest'>> {
  const {
    kind,
    asker,
    topOrigin,
    tabId,
    frameId,
    documentId,
    method,
    url,
    answeredUrl,
    bodyDigest,
    mayOpen,
  } = wish
  return {
    id: crypto.randomUUID(),
    key,
    state: 'asking',
    kind,
    asker,
    site: await siteOfOrigin(asker),
    topOrigin,
    tabId,
    frameId,
    documentId,
    method,
    url,
    answeredUrl,
    bodyDigest,
    paymentIdentifier: `pay_${crypto.randomUUID().replaceAll('-', '')}`,
    quoteId: quote.id,
    mayOpen,
    createdAt: now,
    deadline: now + 120_000,
  }
}

/** Decides about an intent now, and names the envelope that a person would approve. */
export async function decideFor(
  wallet: Wallet,
  intent: Omit<IntentRow, 'decision' | 'envelopeDigest'>,
  quote: QuoteRow,
): Promise<{ decision: Decision; envelopeDigest: string | null }> {
  const settings = await readSettings(wallet.ledger)
  const row = { ...intent, decision: NOTHING, envelopeDigest: null }
  const facts = await walletFacts(wallet, settings)
  const input = await admissionInput(wallet.ledger, {
    intent: row,
    quote,
    settings,
    wallet: facts,
    now: nowSeconds(),
  })
  const decision = decide(input)
  const envelope = envelopeOf(row, quote, decision, facts.account)
  return { decision, envelopeDigest: envelope?.digest ?? null }
}

const NOTHING: Decision = {
  code: 'HOLD_APPROVAL_REQUIRED',
  facts: [],
  offer: null,
  amount: null,
  windowSeconds: null,
  receipt: null,
  mandate: null,
  offers: [],
}

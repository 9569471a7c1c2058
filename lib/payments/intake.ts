import type { Decision, DecisionCode } from '@/lib/core/admission/types'
import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'
import { type TakeInRequest, takeIn } from '@/lib/ledger/write/reserve'
import type { CallerTerms } from '@/lib/page/protocol'
import { DISAGREE, type FoundQuote, findQuote } from '@/lib/wire/http/find-quote'
import { sameTerms } from '@/lib/wire/http/same-terms'
import { readAllowances } from './allowances'
import { openApprovalWindow, refreshBadge } from './ask'
import { countAsSpent, readMandateHoldings } from './balances'
import { voidIntent } from './consent'
import { QUOTE_LIFETIME_MS } from './decide'
import { draftOf, isLateMade, isTagged } from './draft'
import { envelopeOf, intentKey } from './envelope'
import { walletFacts } from './facts'
import { pay } from './pay'
import { allowedByOwner, forgetAllowance } from './resend/allowance'
import { siteOfOrigin } from './sites'
import { latestFor } from './solana'
import type { Wallet } from './wallet'

/** Who wants to buy what, as the browser says where it can. */
export type Wish = {
  readonly kind: IntentRow['kind']
  readonly transport: IntentRow['transport']
  readonly action: IntentRow['action']
  /** what the caller of the provider said; null for a call that knows nothing of a wallet */
  readonly terms: CallerTerms | null
  /** names the page's call, so that a report that comes twice is one purchase; null for a navigation */
  readonly reportId: string | null
  readonly asker: string
  readonly topOrigin: string
  readonly tabId: number
  readonly frameId: number
  readonly documentId: string | null
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly bodyDigest: string | null
  /** false where several answers with different quotes could be this one: never automatic */
  readonly certain: boolean
  readonly mayOpen: boolean
}

/** One site may have this many purchases waiting, and all together this many: sub-domains cost nothing. */
const WAITING_PER_SITE = 20
const WAITING_IN_ALL = 100
/** So many 402s of one site are looked at in a minute; the rest get no row in the ledger. */
const PER_MINUTE = 120
/** After a refusal the same wish does not open a window by itself for this long. */
const QUIET_AFTER_DECLINE_MS = 60_000
/** After so long the page takes its 402. */
const PAGE_WAITS_MS = 120_000

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

/** Paid already: worth a question only where signing in leads back to it. */
const CACHED: DecisionCode = 'RETURN_CACHED_RECEIPT'
const SIGN_IN = '"sign-in-with-x"'

/** States of an equal purchase that is on its way right now: its end decides whether this one is still wanted. */
const UNDERWAY = ['reserved', 'signed', 'sent']

function isAskable({ code, facts }: Decision): boolean {
  if (code !== 'HOLD_RECONCILIATION') return ASKABLE.has(code)
  return facts.some(({ state }) => state !== undefined && UNDERWAY.includes(state))
}

/** Reasons for which an offer is refused that say something of the owner: an address, a list, a cap. */
const OWNERS_REASONS = ['own-account', 'blocked', 'not-on-list']

/**
 * Whether a refusal must not be told from a question: a page that tries addresses and prices would else
 * find out which are the owner's. Its call waits as any other, and then gets its 402.
 */
export function isDiscreet({ decision, kind }: Pick<IntentRow, 'decision' | 'kind'>): boolean {
  if (kind === 'navigation') return false
  const { code, facts } = decision
  if (code === 'BLOCK_ASSET_CAP') return true
  return code === 'BLOCK_PAYEE' && facts.some(({ reason }) => OWNERS_REASONS.includes(reason ?? ''))
}

/** A 402 as the browser saw it; `body` is what the page says, and marked so. */
export type Paywall = {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

/**
 * Takes a 402 in: reads the quote, decides, and asks the owner where the decision says so.
 *
 * @returns the payment's id, or null where there is nothing to wait for: no quote, no wallet, or refused
 */
export async function openIntent(wallet: Wallet, wish: Wish, paywall: Paywall): Promise<string | null> {
  if ((await wallet.vault.status()) === 'none') return null
  const found = findQuote(paywall)
  if (!found.ok) return null
  const opened = await openQuote(wallet, wish, found.value)
  // A refusal for a reason of the owner's own looks like a question that nobody answers.
  return opened?.state === 'refused' && !isDiscreet(opened) ? null : (opened?.id ?? null)
}

/**
 * Takes a quote in: decides, asks the owner where the decision says so, and pays where nobody need be asked.
 *
 * @returns the purchase, whatever was decided; null where its asker has too much waiting
 */
export async function openQuote(wallet: Wallet, wish: Wish, found: FoundQuote): Promise<IntentRow | null> {
  const opened = await inTurn(wish.asker, () => open(wallet, wish, found))
  if (opened === null) return null
  if (opened.isNew && opened.intent.state === 'asking') await ask(wallet, opened.intent)
  // Also what is taken up again: it leaves as it is, or does nothing where it is on its way.
  if (opened.intent.state === 'paying') {
    await pay(wallet, opened.intent.id)
    void refreshBadge(wallet.ledger)
  }
  return opened.intent
}

const turns = new Map<string, Promise<unknown>>()

/** One after another for each asker: its place in the queue is counted before the next one takes it. */
function inTurn<T>(asker: string, task: () => Promise<T>): Promise<T> {
  const run = (turns.get(asker) ?? Promise.resolve()).then(task)
  const settled = run
    .catch(() => undefined)
    .then(() => {
      if (turns.get(asker) === settled) turns.delete(asker)
    })
  turns.set(asker, settled)
  return run
}

type Opened = { readonly intent: IntentRow; readonly isNew: boolean }

/**
 * Decides about a wish and writes it down.
 *
 * @returns the new row, or that of a purchase which it takes up; null where nothing is to be done
 */
async function open(wallet: Wallet, wish: Wish, found: FoundQuote): Promise<Opened | null> {
  const key = intentKey(wish)
  const taken =
    (await sameNamed(wallet, wish, key, found)) ??
    (await adopt(wallet, wish, key, found.quote)) ??
    (await takenUp(wallet, wish, key, found.quote))
  if (taken !== null) return { intent: taken, isNew: false }
  const now = Date.now()
  const site = await siteOfOrigin(wish.asker)
  const { intents } = wallet.ledger
  const [lately, waiting, equal, settings, isMandated] = await Promise.all([
    // Until now: what a clock that was set back left in times to come is no rush.
    intents
      .where('[site+createdAt]')
      .between([site, now - 60_000], [site, now], true, true)
      .count(),
    intents.where('state').equals('asking').toArray(),
    intents
      .where('[key+createdAt]')
      .between([key, now - QUIET_AFTER_DECLINE_MS], [key, now], true, true)
      .toArray(),
    readSettings(wallet.ledger),
    readMandateHoldings(wallet, wish.asker),
  ])
  if (lately >= PER_MINUTE || waiting.length >= WAITING_IN_ALL) return null
  if (waiting.filter((i) => i.site === site).length >= WAITING_PER_SITE) return null

  const quote = newQuote(wish, found, now)
  const quiet = equal.some((i) => i.state === 'declined')
  // Before a person looks at it nobody's node is asked for a site that nothing allows to pay by itself.
  if (isMandated) await readAllowances(wallet, found.quote)
  if (wish.kind === 'signature' || isLateMade(found.quote)) await late()
  const isPaid = quote.raw.includes(SIGN_IN) && (await (await late()).mayReturn(wallet, wish, quote))
  const latest = isMandated ? await latestFor(settings, quote.raw) : {}
  const { intent, authorization } = await takeIn(wallet.ledger, {
    intent: newIntent({ ...wish, mayOpen: wish.mayOpen && !quiet }, site, key, quote, now),
    quote,
    wallet: await walletFacts(wallet, settings, wish),
    now,
    draft: draftOf(now, settings, null, latest),
    standing: (draft, decision) => ({
      state: isAskable(decision) || (isPaid && decision.code === CACHED) ? 'asking' : 'refused',
      envelopeDigest: envelopeOf(draft, quote, decision)?.digest ?? null,
    }),
  })
  if (authorization !== null) countAsSpent(wallet, authorization)
  return { intent, isNew: true }
}

async function ask(wallet: Wallet, intent: IntentRow): Promise<void> {
  await refreshBadge(wallet.ledger)
  if (intent.mayOpen) await openApprovalWindow(intent.id)
}

/**
 * The page gave up while its question still waits for a person: its next equal request takes the place of
 * the first, where the terms are still those on screen.
 */
async function adopt(wallet: Wallet, wish: Wish, key: string, quote: unknown): Promise<IntentRow | null> {
  if (wish.kind !== 'next' && (wish.documentId === null || !isTagged(wish))) return null
  const now = Date.now()
  const { intents, quotes } = wallet.ledger
  const equal = await intents
    .where('[key+createdAt]')
    .between([key, now - QUOTE_LIFETIME_MS], [key, now], true, true)
    .toArray()
  // A worker that asks over and over is one question, and no means no.
  if (wish.kind === 'next') return equal.find((i) => i.state !== 'gone' && i.state !== 'done') ?? null
  const open = equal.find((i) => i.documentId === wish.documentId && i.deadline < now && i.state === 'asking')
  if (open === undefined) return null
  const asked = await quotes.get(open.quoteId)
  if (asked === undefined || !sameTerms(JSON.parse(asked.raw), quote)) {
    await voidIntent(wallet, open.id)
    return null
  }
  const deadline = now + PAGE_WAITS_MS
  await intents.update(open.id, { deadline })
  return { ...open, deadline }
}

/** An equal request whose earlier payment nobody answered clearly: that very payload leaves again on this one. */
async function takenUp(wallet: Wallet, wish: Wish, key: string, quote: unknown): Promise<IntentRow | null> {
  const { ledger } = wallet
  const undelivered = await ledger.authorizations
    .where('[key+delivered+createdAt]')
    .between([key, 0, 0], [key, 0, Number.MAX_SAFE_INTEGER])
    .count()
  if (undelivered === 0 || wish.kind === 'signature' || wish.kind === 'transaction') return null
  const now = Date.now()
  const allowed = await allowedByOwner(now)
  const { retake } = await late()
  const taken = await retake(ledger, { wish, key, quote, now, deadline: now + PAGE_WAITS_MS, allowed })
  if (taken !== null && allowed.includes(taken.of)) await forgetAllowance(taken.of)
  return taken?.intent ?? null
}

/**
 * The purchase that the caller named before: the same key is the same payment, in this document or the next
 * of its origin, as long as the terms are the same.
 *
 * @throws IdConflict where the key stands for something else
 */
async function sameNamed(
  wallet: Wallet,
  wish: Wish,
  key: string,
  found: FoundQuote,
): Promise<IntentRow | null> {
  const idempotencyKey = wish.terms?.idempotencyKey
  if (idempotencyKey === undefined) return null
  const { intents, quotes, authorizations } = wallet.ledger
  const named = await intents
    .where('[asker+idempotencyKey]')
    .equals([wish.asker, idempotencyKey])
    .sortBy('createdAt')
  const last = named.at(-1)
  if (last === undefined) return null
  const paid = await authorizations.where('intentId').equals(last.id).first()
  // Its document went before anything was signed: nothing of it is left to be the same as.
  if (paid === undefined && last.state === 'gone') return null
  const quote = await quotes.get(last.quoteId)
  if (last.key !== key || quote === undefined || !sameTerms(JSON.parse(quote.raw), found.quote))
    throw new IdConflict()
  const { tabId, frameId, documentId } = wish
  await intents.update(last.id, { tabId, frameId, documentId })
  const now = { ...last, tabId, frameId, documentId }
  if (paid === undefined) return now
  const { retakeNamed } = await late()
  return (await retakeNamed(wallet.ledger, now, Date.now(), Date.now() + QUOTE_LIFETIME_MS)) ?? now
}

/** The caller's idempotency key stands for another purchase (BLOCK_ID_CONFLICT). */
export class IdConflict extends Error {}

/** A quote as it is kept. */
export const newQuote = ({ certain }: Wish, found: FoundQuote, now: number): QuoteRow => ({
  id: crypto.randomUUID(),
  version: found.version,
  source: found.where === 'header' ? 'browser' : 'page',
  raw: found.raw,
  notes: [...found.notes, ...(certain && !found.notes.includes(DISAGREE) ? [] : ['uncertain'])],
  receivedAt: now,
})

/** A purchase as it is kept, before anything is decided about it. */
export function newIntent(
  wish: Wish,
  site: string,
  key: string,
  quote: QuoteRow,
  now: number,
): TakeInRequest['intent'] {
  const {
    kind,
    transport,
    action,
    terms,
    reportId,
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
    kind,
    transport,
    action,
    idempotencyKey: terms?.idempotencyKey ?? null,
    maxAmount: terms?.maxAmount ?? null,
    maxUsd: terms?.maxUsd ?? null,
    purpose: terms?.intent ?? null,
    reportId,
    asker,
    site,
    topOrigin,
    agent: terms?.agent ?? null,
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
    // Whoever asks by id waits as long as the terms last.
    deadline: now + (isTagged(wish) && terms === null ? PAGE_WAITS_MS : QUOTE_LIFETIME_MS),
  }
}

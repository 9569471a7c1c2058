import { MAX_WINDOW_WITH_PERSON } from '@/lib/core/admission/approval'
import type { DecisionCode } from '@/lib/core/admission/types'
import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { UiError } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import type { ApprovalRow, IntentRow } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { rememberHost, rememberPrice } from '@/lib/ledger/write/memory'
import { readAllowances } from './allowances'
import { refreshBadge } from './ask'
import { readMandateHoldings } from './balances'
import { decideFor, QUOTE_LIFETIME_MS } from './decide'
import { isTagged } from './draft'
import { envelopeOf } from './envelope'
import { confirmPassword, nowSeconds } from './facts'
import { pay } from './pay'
import type { Wallet } from './wallet'

/** An approval that no request used is void after this long. */
export const APPROVAL_LIFETIME_SECONDS = 300
/** What a click alone lifts; the payment limit, and a browser that software drives, ask for the password too. */
const BY_CLICK: ReadonlySet<DecisionCode> = new Set<DecisionCode>([
  'HOLD_APPROVAL_REQUIRED',
  'HOLD_WINDOW_TOO_LONG',
  'HOLD_TERMS_CHANGED',
  'HOLD_NEW_PAYEE',
  'HOLD_RESOURCE_MISMATCH',
  'HOLD_RATE_LIMITED',
])

/** Whether the owner must type the password to approve this payment. */
export function needsPassword(
  code: DecisionCode,
  unusual: readonly { readonly code: DecisionCode }[],
  agentsDrive: boolean,
): boolean {
  return (
    agentsDrive ||
    code === 'HOLD_OVER_PAYMENT_LIMIT' ||
    unusual.some((u) => u.code === 'HOLD_OVER_PAYMENT_LIMIT')
  )
}

/**
 * Records that a person approved exactly this envelope, and pays.
 *
 * @param digest the envelope that was on screen; anything else now is 'changed'
 * @returns null, or why not: 'gone', 'changed', 'locked', 'held' with the code, or a password error
 */
export async function approve(
  wallet: Wallet,
  of: { readonly paymentId: string; readonly envelopeDigest: string; readonly password?: string | undefined },
): Promise<UiError | null> {
  const intent = await wallet.ledger.intents.get(of.paymentId)
  const quote = intent && (await wallet.ledger.quotes.get(intent.quoteId))
  if (!intent || !quote || intent.state !== 'asking') return { code: 'gone' }
  if (Date.now() - intent.createdAt > QUOTE_LIFETIME_MS) {
    await voidIntent(wallet, intent.id)
    return { code: 'gone' }
  }
  await Promise.all([
    readMandateHoldings(wallet, intent.asker),
    readAllowances(wallet, JSON.parse(quote.raw), intent.decision),
  ])
  const { decision, envelopeDigest } = await decideFor(wallet, intent, quote)
  if (decision.code === 'HOLD_LOCKED') return { code: 'locked' }
  const settings = await readSettings(wallet.ledger)
  const envelope = envelopeOf(intent, quote, decision)
  if (envelope === null || envelopeDigest !== of.envelopeDigest) return { code: 'changed' }
  if (decision.code === 'READY_TO_SIGN')
    return await payReady(wallet, intent.id, { decision, envelopeDigest })
  const verdict = decision.offers.find((o) => o.index === decision.offer)
  if (!BY_CLICK.has(decision.code) && decision.code !== 'HOLD_OVER_PAYMENT_LIMIT') {
    return { code: 'held', decision: decision.code }
  }
  if (needsPassword(decision.code, verdict?.unusual ?? [], settings.agentsDrive)) {
    const refused = await confirmPassword(wallet, of.password)
    if (refused !== null) return refused
  }

  const { terms } = envelope
  // A page that has given up sends nothing: its approval waits for the next equal request, unsigned.
  const gaveUp = isTagged(intent) && Date.now() > intent.deadline
  const now = await ledgerTime(wallet.ledger, nowSeconds())
  const unlockedAt = await wallet.vault.unlockedAt()
  const row = approvalRow(intent, envelope.digest, 'approve', now, {
    unlockedAt,
    network: terms.network,
    asset: terms.asset,
    payTo: terms.payTo,
    amount: terms.amount,
    maxWindowSeconds: Math.min(terms.windowSeconds, MAX_WINDOW_WITH_PERSON),
    upTo: gaveUp ? 1 : 0,
  })
  const { ledger } = wallet
  const { intents, approvals, prices, hosts } = ledger
  const taken = await ledger.transaction('rw', intents, approvals, prices, hosts, async () => {
    const current = await intents.get(intent.id)
    // A second click finds the intent approved already: one approval, one payment.
    if (current?.state !== 'asking') return false
    await approvals.add(row)
    await intents.update(intent.id, { state: 'approved', decision, envelopeDigest: envelope.digest })
    await rememberPrice(ledger, { ...intent, ...terms }, Date.now())
    for (const { rule, answered, named } of (verdict?.unusual ?? []).flatMap((u) => u.facts)) {
      if (rule !== 'resource' || answered === undefined || named === undefined) continue
      await rememberHost(ledger, { answered, named: named === 'unreadable' ? null : named }, Date.now())
    }
    return true
  })
  if (!taken) return { code: 'gone' }
  wallet.changes.emit(intent.id)
  const [held] = await Promise.all([
    gaveUp ? null : pay(wallet, intent.id),
    wallet.vault.touch(),
    refreshBadge(wallet.ledger),
  ])
  return held === null ? null : { code: 'held', decision: held }
}

/** Pays what a mandate has come to cover while a person looked at it: its account was topped up, or it was resumed. */
async function payReady(
  wallet: Wallet,
  id: string,
  decided: Pick<IntentRow, 'decision' | 'envelopeDigest'>,
): Promise<UiError | null> {
  const taken = await wallet.ledger.intents
    .where({ id, state: 'asking' })
    .modify({ state: 'approved', ...decided })
  if (taken === 0) return { code: 'gone' }
  wallet.changes.emit(id)
  const [held] = await Promise.all([pay(wallet, id), wallet.vault.touch(), refreshBadge(wallet.ledger)])
  return held === null ? null : { code: 'held', decision: held }
}

/** Records a refusal; the page gets its 402. With `blockSite` the origin is never asked about again. */
export async function decline(
  wallet: Wallet,
  of: { readonly paymentId: string; readonly blockSite?: boolean | undefined },
): Promise<void> {
  const intent = await wallet.ledger.intents.get(of.paymentId)
  if (!intent) return
  const nothing = {
    network: '',
    asset: '',
    payTo: '',
    amount: '0',
    maxWindowSeconds: 0,
    upTo: 0,
    unlockedAt: null,
  } as const
  const now = await ledgerTime(wallet.ledger, nowSeconds())
  const row = approvalRow(intent, intent.envelopeDigest ?? '', 'decline', now, nothing)
  await end(wallet, [intent.id], 'declined', row)
  // The wallet itself is no site that could be blocked.
  if (of.blockSite !== true || intent.asker === OWN_ORIGIN) return
  await writeSettings(wallet.ledger, ({ blockedOrigins }) => ({
    blockedOrigins: [...new Set([...blockedOrigins, intent.asker])],
  }))
  const others = await wallet.ledger.intents.where('state').equals('asking').toArray()
  await end(
    wallet,
    others.filter((i) => i.asker === intent.asker).map((i) => i.id),
    'declined',
  )
}

/** The asker can no longer receive the answer: what was asked is void. Money that is held stays held. */
export async function voidIntent(wallet: Wallet, ...ids: readonly string[]): Promise<void> {
  await end(wallet, ids, 'gone')
}

async function end(
  wallet: Wallet,
  ids: readonly string[],
  state: 'declined' | 'gone',
  row?: ApprovalRow,
): Promise<void> {
  const { ledger } = wallet
  await ledger.transaction('rw', ledger.intents, ledger.approvals, ledger.authorizations, async () => {
    for (const id of ids) {
      const current = await ledger.intents.get(id)
      const open = current?.state === 'asking' || current?.state === 'approved'
      if (!open || (await ledger.authorizations.where('intentId').equals(id).count()) > 0) continue
      await ledger.intents.update(id, { state })
      if (row) await ledger.approvals.add(row)
    }
  })
  for (const id of ids) wallet.changes.emit(id)
  await refreshBadge(ledger)
}

function approvalRow(
  intent: IntentRow,
  envelopeDigest: string,
  decision: ApprovalRow['decision'],
  now: number,
  terms: Pick<
    ApprovalRow,
    'network' | 'asset' | 'payTo' | 'amount' | 'maxWindowSeconds' | 'upTo' | 'unlockedAt'
  >,
): ApprovalRow {
  const { asker, method, url, bodyDigest, key, documentId } = intent
  return {
    id: crypto.randomUUID(),
    intentId: intent.id,
    key,
    envelopeDigest,
    decision,
    asker,
    method,
    url,
    bodyDigest,
    documentId,
    ...terms,
    expiresAt: now + APPROVAL_LIFETIME_SECONDS,
    used: 0,
  }
}

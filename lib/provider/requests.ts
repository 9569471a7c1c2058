import { QUESTION, type UiError } from '@/lib/doors/ui-protocol'
import type { RequestKind, RequestRow } from '@/lib/ledger/question-rows'
import { readSettings } from '@/lib/ledger/read/documents'
import type { CallAnswer, Json, PageAnswer } from '@/lib/page/protocol'
import { openApprovalWindow, refreshBadge } from '@/lib/payments/ask'
import { confirmPassword } from '@/lib/payments/facts'
import { type Gone, isLost } from '@/lib/payments/gone'
import { siteOfOrigin } from '@/lib/payments/sites'
import type { Wallet } from '@/lib/payments/wallet'
import { type Caller, LIMITED, REJECTED, Refusal } from './caller'

/** A question waits this long for a person. */
const LIFETIME_MS = 5 * 60_000
/** One site may ask this much at a time, and all together this much. */
const WAITING_PER_SITE = 5
const WAITING_IN_ALL = 50

/**
 * What a person's yes does, by kind: carries it out and gives the caller's answer. It runs with the wallet
 * unlocked. Each part of the provider that asks puts its own here, in the worker's first turn.
 */
export type Resolver = (
  wallet: Wallet,
  request: RequestRow,
  change: unknown,
) => Promise<{ readonly value: Json } | { readonly error: UiError }>
const resolvers = new Map<RequestKind, Resolver>()

/** Says what a yes to this kind of question does. */
export function onApproved(kind: RequestKind, resolver: Resolver): void {
  resolvers.set(kind, resolver)
}

/**
 * Asks a person what moves no money by itself. The same call of a document is one question.
 *
 * @throws Refusal where too much of this site waits already
 */
export async function openRequest(
  wallet: Wallet,
  caller: Caller,
  of: { readonly kind: RequestKind; readonly detail: unknown; readonly agent?: string | undefined },
): Promise<{ readonly waits: string }> {
  const { requests } = wallet.ledger
  const known = await requests.where('reportId').equals(caller.reportId).first()
  if (known !== undefined) return { waits: known.id }
  const site = await siteOfOrigin(caller.origin)
  const now = Date.now()
  const waiting = (await requests.where('state').equals('asking').toArray()).filter((r) => r.deadline > now)
  if (waiting.length >= WAITING_IN_ALL || waiting.filter((r) => r.site === site).length >= WAITING_PER_SITE)
    throw new Refusal(LIMITED, 'too much is waiting already')
  const { origin: asker, topOrigin, tabId, frameId, documentId, reportId, mayOpen } = caller
  const row: RequestRow = {
    id: `${QUESTION}${crypto.randomUUID()}`,
    kind: of.kind,
    state: 'asking',
    asker,
    site,
    topOrigin,
    agent: of.agent ?? null,
    tabId,
    frameId,
    documentId,
    reportId,
    detail: of.detail,
    result: null,
    mayOpen,
    createdAt: now,
    deadline: now + LIFETIME_MS,
  }
  await requests.add(row)
  await refreshBadge(wallet.ledger)
  if (mayOpen) await openApprovalWindow(row.id)
  return { waits: row.id }
}

/**
 * Where a question stands for the document that asked: its answer, or `wait` after at most `holdMs`.
 *
 * @returns null where the id names no question
 */
export async function requestStanding(
  wallet: Wallet,
  documentId: string,
  id: string,
  holdMs: number,
): Promise<CallAnswer | PageAnswer | null> {
  const until = Date.now() + holdMs
  for (;;) {
    const row = await wallet.ledger.requests.get(id)
    if (row === undefined || row.documentId !== documentId) return null
    if (row.state === 'approved') return { type: 'value', value: row.result as Json }
    if (row.state !== 'asking') return { type: 'error', code: REJECTED, message: 'declined' }
    const now = Date.now()
    if (now >= row.deadline) {
      await endRequests(wallet, [row.id], 'gone')
      continue
    }
    if (now >= until) return { type: 'wait', paymentId: id }
    await wallet.changes.next(id, Math.min(until, row.deadline) - now)
  }
}

/**
 * Records a person's answer. A yes is carried out before it is told.
 *
 * @param of.change what the person changed of it, where the kind lets one
 * @returns null, or why not: 'gone', 'locked', a password error, or what the kind itself says
 */
export async function answerRequest(
  wallet: Wallet,
  of: {
    readonly id: string
    readonly approve: boolean
    readonly change?: unknown
    readonly password?: string | undefined
  },
): Promise<UiError | null> {
  const row = await wallet.ledger.requests.get(of.id)
  if (row === undefined || row.state !== 'asking' || Date.now() >= row.deadline) return { code: 'gone' }
  if (!of.approve) {
    await endRequests(wallet, [row.id], 'declined')
    return null
  }
  if ((await wallet.vault.status()) !== 'unlocked') return { code: 'locked' }
  const { agentsDrive } = await readSettings(wallet.ledger)
  if (agentsDrive || of.password !== undefined) {
    const refused = await confirmPassword(wallet, of.password)
    if (refused !== null) return refused
  }
  const done = await resolvers.get(row.kind)?.(wallet, row, of.change)
  if (done === undefined) return { code: 'failed' }
  if ('error' in done) return done.error
  const taken = await wallet.ledger.requests
    .where({ id: row.id, state: 'asking' })
    .modify({ state: 'approved', result: done.value })
  wallet.changes.emit(row.id)
  await refreshBadge(wallet.ledger)
  return taken === 0 ? { code: 'gone' } : null
}

/** Ends questions that nobody will answer with yes. */
export async function endRequests(
  wallet: Wallet,
  ids: readonly string[],
  state: 'declined' | 'gone',
): Promise<void> {
  if (ids.length === 0) return
  await wallet.ledger.requests
    .where('id')
    .anyOf(ids)
    .and((r) => r.state === 'asking')
    .modify({ state })
  for (const id of ids) wallet.changes.emit(id)
  await refreshBadge(wallet.ledger)
}

/** The document that asked can hear no answer any more. */
export async function endRequestsOf(wallet: Wallet, gone: Gone): Promise<void> {
  const asking = await wallet.ledger.requests.where('state').equals('asking').toArray()
  const lost = asking.filter((request) => isLost(request, gone))
  await endRequests(
    wallet,
    lost.map((r) => r.id),
    'gone',
  )
}

import type { DecisionCode } from '@/lib/core/admission/types'
import { isSolana } from '@/lib/core/assets/svm-networks'
import { isToBeSent } from '@/lib/core/lifecycle/resend'
import { transition } from '@/lib/core/lifecycle/transition'
import { OWN_ORIGIN } from '@/lib/core/policy/own'
import { readQuote } from '@/lib/core/quote/read'
import { late, svm } from '@/lib/late/load'
import type { Parts } from '@/lib/late/parts'
import { readSettings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import { type ReserveRequest, reserve } from '@/lib/ledger/write/reserve'
import { signReserved } from '@/lib/schemes/evm/sign'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { draftOf } from './draft'
import { walletFacts } from './facts'
import { proveSoon } from './prove'
import { armTagged, sendNavigation, sendNext } from './send'
import { latestFor } from './solana'
import { broadcast, inOrder, nextNonce } from './transact'
import type { Wallet } from './wallet'

type Hex = `0x${string}`

const underway = new Map<string, Promise<DecisionCode | null>>()

/**
 * Takes an approved payment on: reserve, sign, store, send. Safe to call again at any point: each
 * step begins from what the ledger holds, so a restart or a second caller repeats nothing.
 *
 * @returns null when the payment is on its way, else the code that holds it now
 */
export function pay(wallet: Wallet, intentId: string): Promise<DecisionCode | null> {
  const running = underway.get(intentId)
  if (running) return running
  const run = takeOn(wallet, intentId).finally(() => {
    underway.delete(intentId)
    wallet.changes.emit(intentId)
  })
  underway.set(intentId, run)
  return run
}

async function takeOn(wallet: Wallet, intentId: string): Promise<DecisionCode | null> {
  const { authorizations } = wallet.ledger
  const approvals = wallet.ledger.approvals.where('intentId').equals(intentId)
  const [existing, open] = await Promise.all([
    authorizations.where('intentId').equals(intentId).first(),
    approvals.filter((a) => a.decision === 'approve' && a.used === 0).primaryKeys(),
  ])
  const reserved = existing ? { authorization: existing } : await reserveInTurn(wallet, intentId)
  if ('held' in reserved) {
    // What was approved is held now: the approval must not outlive that, or wait in silence.
    await wallet.ledger.approvals.bulkDelete(open)
    return reserved.held
  }
  const signed = await sign(wallet, reserved.authorization)
  if (signed === null) return 'HOLD_LOCKED'
  if (!isToBeSent(signed) || signed.tag !== null) return null
  const intent = await wallet.ledger.intents.get(intentId)
  if (intent?.kind === 'navigation') await sendNavigation(wallet, signed)
  if (intent?.kind === 'next') await sendNext(wallet, signed, 'xmlhttprequest')
  if (intent?.kind === 'transaction') {
    await broadcast(wallet, signed)
    // No page waits for what the owner sends, and asks for its end.
    if (intent.asker === OWN_ORIGIN) void proveSoon(wallet, signed.id).catch(() => undefined)
  }
  return null
}

/** Transactions wait for each other: each takes the number that the one before left. */
async function reserveInTurn(wallet: Wallet, intentId: string): ReturnType<typeof reserve> {
  const intent = await wallet.ledger.intents.get(intentId)
  return intent?.kind === 'transaction'
    ? await inOrder(() => reserveApproved(wallet, intent))
    : await reserveApproved(wallet, intent)
}

async function reserveApproved(wallet: Wallet, intent: IntentRow | undefined): ReturnType<typeof reserve> {
  if (intent === undefined) return { held: 'HOLD_APPROVAL_EXPIRED' }
  const { id: intentId, kind, decision } = intent
  const settings = await readSettings(wallet.ledger)
  const facts = await walletFacts(wallet, settings, intent)
  // What a person approved may be of any kind: what makes and signs it stands ready.
  await late()
  const network = kind === 'transaction' ? await networkOfQuote(wallet, intent) : null
  const nonce = network === null ? null : await nextNonce(wallet, settings, network, decision.account ?? '')
  const quote = await wallet.ledger.quotes.get(intent.quoteId)
  const latest = await latestFor(settings, quote?.raw ?? '')
  const request: ReserveRequest = {
    intentId,
    wallet: facts,
    now: Date.now(),
    draft: draftOf(Date.now(), settings, nonce, latest),
  }
  let reserved = await reserve(wallet.ledger, request)
  // An equal GET that is being paid right now: its answer decides whether this one is still wanted.
  for (let tries = 0; 'held' in reserved && reserved.held === 'HOLD_RECONCILIATION' && tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    await wallet.ledger.intents.where({ id: intentId, state: 'asking' }).modify({ state: 'approved' })
    reserved = await reserve(wallet.ledger, request)
  }
  return reserved
}

/** Signs what is reserved, with the nonce and the window that are written there, and stores the payload. */
async function sign(wallet: Wallet, authorization: AuthorizationRow): Promise<AuthorizationRow | null> {
  if (authorization.state !== 'reserved') return authorization
  const intent = await wallet.ledger.intents.get(authorization.intentId)
  const quote = intent && (await wallet.ledger.quotes.get(intent.quoteId))
  if (!intent || !quote) throw new Error('a reservation without its quote')
  const used = isSolana(authorization.network)
    ? await signOnSolana(wallet, authorization, quote.raw)
    : await signOnEvm(wallet, authorization, intent, quote.raw)
  if (!used.ok) return null
  const signed: AuthorizationRow = {
    ...authorization,
    state: stateAfter(authorization, 'signed'),
    ...used.value,
    updatedAt: Date.now(),
  }
  // Nobody is told where to send it before both are done.
  const [stored] = await Promise.all([store(wallet, signed), armTagged(wallet, signed)])
  return stored
}

async function signOnSolana(wallet: Wallet, authorization: AuthorizationRow, raw: string) {
  const { signReservedSvm } = await svm()
  return await wallet.vault.withSeed(
    authorization.from,
    (seed, index): Made => signReservedSvm(authorization, raw, seed, index),
  )
}

async function signOnEvm(
  wallet: Wallet,
  authorization: AuthorizationRow,
  { kind, action }: IntentRow,
  raw: string,
) {
  return await wallet.vault.withKey(authorization.from as Hex, async (key): Promise<Made> => {
    if (kind !== 'signature' && kind !== 'transaction') {
      if (authorization.transferMethod !== 'permit2')
        return carriedBy(authorization, raw, await signReserved(authorization, key))
      const { signPermit2, sponsoring } = await late()
      const made = await signPermit2(authorization, key)
      const added = sponsoring(JSON.parse(raw), made.ok ? made.value.permit : null)
      return carriedBy(authorization, raw, made, added)
    }
    const { signPageData, signPageTransaction } = await late()
    if (kind === 'transaction') return ofChain(await signPageTransaction(action, authorization, key))
    return ofPage(await signPageData(action, authorization, Math.floor(Date.now() / 1_000), key))
  })
}

type Made = Pick<AuthorizationRow, 'header' | 'typedDataDigest'> &
  Partial<Pick<AuthorizationRow, 'transaction'>>

/** A transaction that the wallet sends itself, and the hash that the chain will know it by. */
const ofChain = ({ raw, hash }: Awaited<ReturnType<Parts['signPageTransaction']>>): Made => ({
  header: { name: 'transaction', value: raw },
  typedDataDigest: null,
  transaction: hash,
})

/** Where a transaction is to be sent: its quote has one offer. */
async function networkOfQuote(wallet: Wallet, { quoteId }: IntentRow): Promise<string | null> {
  const quote = await wallet.ledger.quotes.get(quoteId)
  const read = quote && readQuote(JSON.parse(quote.raw))
  const [first] = read?.ok ? read.value.offers : []
  return first?.ok ? first.offer.network : null
}

/** The header that carries a payment of the wallet's own making. */
function carriedBy(
  { version, offerIndex, paymentIdentifier }: AuthorizationRow,
  raw: string,
  signed: Awaited<ReturnType<typeof signReserved | Parts['signPermit2']>>,
  added: Readonly<Record<string, object>> = {},
): Made {
  if (!signed.ok) throw new Error(`not signed: ${signed.error.code}`)
  const { payload, digest } = signed.value
  const payment = buildPayment(version, JSON.parse(raw), offerIndex, payload, paymentIdentifier, added)
  const header = payment.ok ? paymentHeader(payment.value) : payment
  if (!header.ok) throw new Error(`no header: ${header.error.code}`)
  const { name, value } = header.value
  return { header: { name, value }, typedDataDigest: digest }
}

/** A signature that its page carries itself, in whatever it sends. */
const ofPage = ({ signature, digest }: Awaited<ReturnType<Parts['signPageData']>>): Made => ({
  header: { name: 'signature', value: signature },
  typedDataDigest: digest,
})

/**
 * Stores a payload over its reservation. Where the chain proved meanwhile what became of the nonce, that
 * stands: what was released must not come back.
 */
async function store(wallet: Wallet, signed: AuthorizationRow): Promise<AuthorizationRow> {
  const { authorizations } = wallet.ledger
  const { id, state, header, typedDataDigest, transaction, updatedAt } = signed
  const reserved = authorizations
    .where('id')
    .equals(id)
    .and((row) => row.state === 'reserved')
  const stored = await reserved.modify({ state, header, typedDataDigest, transaction, updatedAt })
  return stored > 0 ? signed : ((await authorizations.get(id)) ?? signed)
}

const stateAfter = (authorization: AuthorizationRow, event: 'signed'): AuthorizationRow['state'] => {
  const next = transition(authorization.state, { type: event })
  if (!next.ok) throw new Error(`${authorization.state} cannot be ${event}`)
  return next.value
}

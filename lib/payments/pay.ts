import type { DecisionCode } from '@/lib/core/admission/types'
import { transition } from '@/lib/core/lifecycle/transition'
import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { type ReserveRequest, reserve } from '@/lib/ledger/write/reserve'
import { signReserved } from '@/lib/schemes/evm/sign'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { draftOf } from './draft'
import { walletFacts } from './facts'
import { armTagged, sendNavigation, sendNext } from './send'
import type { signPageData } from './typed-data'
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
  const existing = await authorizations.where('intentId').equals(intentId).first()
  const approvals = wallet.ledger.approvals.where('intentId').equals(intentId)
  const open = await approvals.filter((a) => a.decision === 'approve' && a.used === 0).primaryKeys()
  const reserved = existing ? { authorization: existing } : await reserveApproved(wallet, intentId)
  if ('held' in reserved) {
    // What was approved is held now: the approval must not outlive that, or wait in silence.
    await wallet.ledger.approvals.bulkDelete(open)
    return reserved.held
  }
  const signed = await sign(wallet, reserved.authorization)
  if (signed === null) return 'HOLD_LOCKED'
  if (signed.state !== 'signed' || signed.tag !== null) return null
  const intent = await wallet.ledger.intents.get(intentId)
  if (intent?.kind === 'navigation') await sendNavigation(wallet, signed)
  if (intent?.kind === 'next') await sendNext(wallet, signed, 'xmlhttprequest')
  return null
}

async function reserveApproved(wallet: Wallet, intentId: string): ReturnType<typeof reserve> {
  const settings = await readSettings(wallet.ledger)
  const intent = await wallet.ledger.intents.get(intentId)
  const facts = await walletFacts(wallet, settings, intent)
  if (intent?.kind === 'signature') await late()
  const request: ReserveRequest = {
    intentId,
    wallet: facts,
    now: Date.now(),
    draft: draftOf(Date.now(), settings),
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
  const used = await wallet.vault.withKey(
    authorization.from as Hex,
    async (key): Promise<Made> =>
      intent.kind === 'signature'
        ? ofPage(
            await (await late()).signPageData(
              intent.action,
              authorization,
              Math.floor(Date.now() / 1_000),
              key,
            ),
          )
        : carriedBy(authorization, quote.raw, await signReserved(authorization, key)),
  )
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

type Made = Required<Pick<AuthorizationRow, 'header' | 'typedDataDigest'>>

/** The header that carries a payment of the wallet's own making. */
function carriedBy(
  { version, offerIndex, paymentIdentifier }: AuthorizationRow,
  raw: string,
  signed: Awaited<ReturnType<typeof signReserved>>,
): Made {
  if (!signed.ok) throw new Error(`not signed: ${signed.error.code}`)
  const { payload, digest } = signed.value
  const payment = buildPayment(version, JSON.parse(raw), offerIndex, payload, paymentIdentifier)
  const header = payment.ok ? paymentHeader(payment.value) : payment
  if (!header.ok) throw new Error(`no header: ${header.error.code}`)
  const { name, value } = header.value
  return { header: { name, value }, typedDataDigest: digest }
}

/** A signature that its page carries itself, in whatever it sends. */
const ofPage = ({ signature, digest }: Awaited<ReturnType<typeof signPageData>>): Made => ({
  header: { name: 'signature', value: signature },
  typedDataDigest: digest,
})

/**
 * Stores a payload over its reservation. Where the chain proved meanwhile what became of the nonce, that
 * stands: what was released must not come back.
 */
async function store(wallet: Wallet, signed: AuthorizationRow): Promise<AuthorizationRow> {
  const { authorizations } = wallet.ledger
  const { id, state, header, typedDataDigest, updatedAt } = signed
  const reserved = authorizations
    .where('id')
    .equals(id)
    .and((row) => row.state === 'reserved')
  const stored = await reserved.modify({ state, header, typedDataDigest, updatedAt })
  return stored > 0 ? signed : ((await authorizations.get(id)) ?? signed)
}

const stateAfter = (authorization: AuthorizationRow, event: 'signed'): AuthorizationRow['state'] => {
  const next = transition(authorization.state, { type: event })
  if (!next.ok) throw new Error(`${authorization.state} cannot be ${event}`)
  return next.value
}

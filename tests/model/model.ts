import { createHash } from 'node:crypto'

import type {
  ApprovalRow,
  AuthorizationRow,
  IntentRow,
  MandateRow,
  QuoteRow,
  ReceiptRow,
} from '@/lib/ledger/schema'
import type { FakeChain, Signature } from './chain'
import type { Write } from './life'
import { type Counted, dailyLimits, type Limit, passedBy } from './limits'
import { ASSETS, type AskedFor } from './wishes'

/** What was on the screen when a person approved. */
export type Consent = {
  readonly paymentId: string
  readonly digest: string
  readonly payer: string
  readonly payTo: string
  readonly amount: string
  readonly network: string
  readonly asset: string
  readonly windowSeconds: number
  readonly wish: AskedFor
  /** the model's time */
  readonly at: number
}

type Rules = {
  readonly perDayUsd: string
  readonly perSiteDayUsd: string
  readonly budgets: readonly Limit[]
}

const GENESIS = `0x${'0'.repeat(64)}`
/** What never changes once it is written. */
const FIXED = [
  'id',
  'intentId',
  'from',
  'payTo',
  'amount',
  'nonce',
  'validAfter',
  'validBefore',
  'network',
  'asset',
  'approvalId',
  'mandateId',
  'createdAt',
  'envelopeDigest',
] as const
/** An answer is good for so long after the person gave it. */
const CONSENT_SECONDS = 300
/** An equal GET is answered by the receipt for so long, where its answer was not delivered. */
const UNDELIVERED_SECONDS = 600

/**
 * Plain bookkeeping beside the wallet: it hears of every committed transaction before the worker does, of
 * every signature, and of what persons, servers and chains did. What should never happen goes to `faults`.
 */
export class Model {
  readonly faults: string[] = []
  readonly wishes: AskedFor[] = []
  readonly intents = new Map<string, IntentRow>()
  readonly authorizations = new Map<string, AuthorizationRow>()
  readonly mandates = new Map<string, MandateRow>()
  readonly signatures = new Map<string, { readonly what: Signature; readonly signature: string }>()
  readonly consents: Consent[] = []
  readonly declined = new Set<string>()
  readonly revoked = new Set<string>()
  /** limits that the owner was told stand now */
  readonly limits = new Set<string>()
  /** nonces whose request was answered 2xx */
  readonly answered = new Set<string>()
  rules: Rules = { perDayUsd: '10.00', perSiteDayUsd: '5.00', budgets: [] }
  receipts = 0
  readonly #quotes = new Map<string, QuoteRow>()
  readonly #approvals = new Map<string, ApprovalRow>()
  readonly #settledAt = new Map<string, number>()
  readonly #spent = new Set<Consent>()
  #last = GENESIS
  #clock = 0

  constructor(
    private readonly chain: FakeChain,
    private readonly trueSeconds: () => number,
  ) {}

  /** The time that limits go by: it stands still while a clock is set back. */
  get time(): number {
    return Math.max(this.#clock, Math.floor(Date.now() / 1_000))
  }

  fault(text: string): void {
    this.faults.push(text)
  }

  /** Takes in one committed transaction. */
  committed(writes: readonly Write[]): void {
    const added: AuthorizationRow[] = []
    for (const { table, request } of writes) {
      const values: readonly unknown[] = 'values' in request ? request.values : []
      if (table === 'receipts' && request.type !== 'add') this.fault(`I5: a receipt was ${request.type}`)
      if (table === 'authorizations' && request.type.startsWith('delete'))
        this.fault('an authorization was deleted')
      for (const value of values) {
        if (table === 'authorizations') {
          const row = value as AuthorizationRow
          if (request.type === 'add') added.push(row)
          else this.#changed(row)
          this.authorizations.set(row.id, row)
        } else if (table === 'receipts') this.#receipt(value as ReceiptRow)
        else if (table === 'intents') this.intents.set((value as IntentRow).id, value as IntentRow)
        else if (table === 'quotes') this.#quotes.set((value as QuoteRow).id, value as QuoteRow)
        else if (table === 'mandates') this.#mandate(value as MandateRow)
        else if (table === 'approvals') this.#approvals.set((value as ApprovalRow).id, value as ApprovalRow)
        else if (table === 'documents') this.#document(value as { name: string; value: unknown })
      }
    }
    for (const row of added) this.#reserved(row)
  }

  /** The key is about to sign. */
  signing(what: Signature): void {
    const row = this.#byNonce(what.nonce)
    if (row === undefined) {
      this.fault(`I2: nonce ${what.nonce} is signed without a reservation`)
      return
    }
    const known = ASSETS.find((a) => a.chainId === what.chainId)
    const equal =
      what.from === row.from &&
      what.to.toLowerCase() === row.payTo.toLowerCase() &&
      what.value === BigInt(row.amount) &&
      what.validAfter === row.validAfter &&
      what.validBefore === row.validBefore &&
      known?.network === row.network &&
      what.asset === row.asset
    if (!equal) this.fault(`I4: what is signed differs from the row of ${row.id}`)
    // Where a clock is behind the chain's, a proof can come while the key signs: what is dead costs nothing.
    if (row.state === 'released' && this.trueSeconds() <= row.validBefore)
      this.fault(`I2: ${row.id} is signed after it was released`)
  }

  signed(what: Signature, signature: string): void {
    const before = this.signatures.get(what.nonce)
    if (before !== undefined && before.signature !== signature)
      this.fault(`I3: two signatures for ${what.nonce}`)
    this.signatures.set(what.nonce, { what, signature })
  }

  wishOf(intent: IntentRow): AskedFor | undefined {
    const quote = this.#quotes.get(intent.quoteId)
    return this.wishes.find(
      (w) =>
        w.document.id === intent.documentId &&
        w.method === intent.method &&
        w.url === intent.url &&
        w.bodyDigest === intent.bodyDigest &&
        w.raw === quote?.raw,
    )
  }

  #byNonce(nonce: string): AuthorizationRow | undefined {
    return [...this.authorizations.values()].find((a) => a.nonce === nonce)
  }

  #mandate(row: MandateRow): void {
    const before = this.mandates.get(row.id)
    if (before?.state === 'revoked' && row.state !== 'revoked')
      this.fault(`mandate ${row.id} was revoked, and is ${row.state}`)
    this.mandates.set(row.id, row)
  }

  #document({ name, value }: { name: string; value: unknown }): void {
    if (name === 'settings') this.rules = { ...this.rules, ...(value as Partial<Rules>) }
  }

  #receipt({ previous, digest, body }: ReceiptRow): void {
    if (previous !== this.#last) this.fault('I5: a receipt does not follow the last one')
    const own = createHash('sha256').update(`countersign:receipt:v1\n${previous}\n${body}`).digest('hex')
    if (digest !== `0x${own}`) this.fault('I5: a receipt whose digest is not its own')
    this.#last = digest
    this.receipts++
  }

  #counted(row: AuthorizationRow): Counted {
    return { ...row, at: Math.floor(row.createdAt / 1_000) }
  }

  /** A payment became live: everything that must hold at that moment is counted again here. */
  #reserved(row: AuthorizationRow): void {
    const payment = this.#counted(row)
    const before = this.#clock
    const now = this.time
    if (payment.at < before) this.fault(`time ran backwards for ${row.id}: ${payment.at} after ${before}`)
    if (payment.at > now || payment.at < now - 60)
      this.fault(`${row.id} was reserved at ${now}, and says ${payment.at}`)
    this.#clock = Math.max(before, payment.at)
    const held = [...this.authorizations.values()]
      .filter((a) => a.state !== 'released')
      .map((a) => this.#counted(a))
    const mandate = row.mandateId === null ? undefined : this.mandates.get(row.mandateId)
    const limits = [...dailyLimits(this.rules.perDayUsd, this.rules.perSiteDayUsd), ...this.rules.budgets]
    if (mandate !== undefined) limits.push({ ...mandate, scope: { kind: 'mandate', value: mandate.id } })
    for (const limit of limits) {
      const over = passedBy(limit, payment, held)
      if (over !== null) this.fault(`I1: ${row.id} passes ${JSON.stringify(limit)} by ${over}`)
    }
    this.#isWanted(row, payment.at)
    if (row.mandateId !== null && row.approvalId !== null)
      this.fault(`${row.id} names a mandate and an approval`)
    if (row.mandateId !== null) this.#isMandated(row, mandate, payment.at)
    else this.#isApproved(row, payment.at)
  }

  /** I3, I4: once for each wish, and for what the wish asks. */
  #isWanted(row: AuthorizationRow, at: number): void {
    const intent = this.intents.get(row.intentId)
    const wish = intent && this.wishOf(intent)
    const offer = wish?.offers[row.offerIndex]
    if (intent === undefined || wish === undefined || offer === undefined) {
      this.fault(`${row.id} is for nothing that was asked`)
      return
    }
    if (this.declined.has(row.intentId)) this.fault(`${row.id} pays what was declined`)
    const equal =
      offer.payTo === row.payTo &&
      offer.amount === row.amount &&
      offer.network === row.network &&
      offer.asset === row.asset
    if (!equal || row.asker !== wish.document.origin || row.url !== wish.url || row.method !== wish.method)
      this.fault(`I4: ${row.id} differs from its offer`)
    if (row.validBefore - Date.now() / 1_000 > offer.maxTimeoutSeconds)
      this.fault(`I4: ${row.id} is valid for longer than asked`)
    for (const other of this.authorizations.values()) {
      if (other.id === row.id) continue
      if (other.nonce === row.nonce) this.fault(`I3: ${row.id} repeats a nonce`)
      if (other.intentId === row.intentId) this.fault(`I3: two authorizations for ${row.intentId}`)
      if (other.key !== row.key) continue
      const over = other.state === 'released' || this.answered.has(other.nonce)
      if (over) continue
      const settledAt = this.#settledAt.get(other.id)
      if (row.method === 'POST') {
        if (other.state !== 'settled' && row.approvalId === null)
          this.fault(`I3: ${row.id} is an equal POST that no person saw, while ${other.id} is ${other.state}`)
      } else if (settledAt === undefined || at - settledAt < UNDELIVERED_SECONDS) {
        this.fault(`I3: ${row.id} is an equal GET, while ${other.id} is ${other.state}`)
      }
    }
  }

  #isMandated(row: AuthorizationRow, mandate: MandateRow | undefined, at: number): void {
    const intent = this.intents.get(row.intentId)
    if (mandate === undefined) {
      this.fault(`${row.id} names no mandate that exists`)
      return
    }
    const allowed = mandate.assets.find((a) => a.network === row.network && a.asset === row.asset)
    const bounds = {
      state: mandate.state === 'active' && !this.revoked.has(mandate.id),
      expiry: at < mandate.expiresAt,
      asker: row.asker === mandate.origin && intent?.topOrigin === mandate.origin,
      payee: mandate.payees === '*' || mandate.payees.includes(row.payTo),
      amount: allowed !== undefined && BigInt(row.amount) <= BigInt(allowed.maxAmount),
      account: row.from === mandate.account,
      window: row.validBefore - Date.now() / 1_000 <= mandate.maxWindowSeconds,
    }
    for (const [name, holds] of Object.entries(bounds)) {
      if (!holds) this.fault(`I4: ${row.id} is outside its mandate: ${name}`)
    }
  }

  /** I4: what a person saw is what is signed; an answer serves once, and not for long. */
  #isApproved(row: AuthorizationRow, at: number): void {
    const approval = row.approvalId === null ? undefined : this.#approvals.get(row.approvalId)
    const consent = this.consents.findLast(
      (c) => c.paymentId === approval?.intentId && c.digest === approval.envelopeDigest,
    )
    if (consent === undefined) {
      this.fault(`${row.id} is signed without a person or a mandate`)
      return
    }
    if (this.#spent.has(consent)) this.fault(`${row.id} uses an approval for the second time`)
    this.#spent.add(consent)
    const same = consent.paymentId === row.intentId
    const terms = {
      payer: consent.payer === row.from,
      payee: consent.payTo === row.payTo,
      asset: consent.network === row.network && consent.asset === row.asset,
      amount: same ? consent.amount === row.amount : BigInt(row.amount) <= BigInt(consent.amount),
      envelope: !same || consent.digest === row.envelopeDigest,
      request:
        consent.wish.document.origin === row.asker &&
        consent.wish.method === row.method &&
        consent.wish.url === row.url,
      window: row.validBefore - Date.now() / 1_000 <= Math.min(consent.windowSeconds, 3_600),
      time: at < consent.at + CONSENT_SECONDS,
    }
    for (const [name, holds] of Object.entries(terms)) {
      if (!holds) this.fault(`I4: ${row.id} differs from what was approved: ${name}`)
    }
  }

  #changed(row: AuthorizationRow): void {
    const before = this.authorizations.get(row.id)
    if (before === undefined) {
      this.fault(`${row.id} changed before it was there`)
      return
    }
    for (const field of FIXED) {
      if (row[field] !== before[field]) this.fault(`${field} of ${row.id} changed`)
    }
    if (before.state === 'released' && row.state !== 'released')
      this.fault(`I6: ${row.id} was released, and is ${row.state}`)
    if (before.proved === 1 && (row.proved !== 1 || row.state !== before.state))
      this.fault(`I6: the proof of ${row.id} is gone`)
    const fate = this.chain.fateOf(row.nonce)
    if (row.state === 'released' && before.state !== 'released') {
      const dead = fate === 'cancelled' || (fate === null && this.trueSeconds() > row.validBefore)
      if (!dead) this.fault(`I6: ${row.id} is released, and the chain says ${fate}`)
    }
    if (row.state === 'settled' && row.proved === 1 && fate !== 'used')
      this.fault(`${row.id} is proved, and the chain says ${fate}`)
    if (row.state === 'settled' && before.state !== 'settled') this.#settledAt.set(row.id, this.time)
    if (row.header !== null && before.header === null) this.#stored(row)
  }

  /** The payload that will travel is the one that was signed. */
  #stored({ id, nonce, header }: AuthorizationRow): void {
    const signed = this.signatures.get(nonce)
    const text = Buffer.from(header?.value ?? '', 'base64').toString()
    const { payload } = JSON.parse(text) as {
      payload: { signature: string; authorization: Record<string, string> }
    }
    if (signed === undefined || payload.signature !== signed.signature) {
      this.fault(`I4: ${id} stores another signature`)
      return
    }
    for (const field of ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'] as const) {
      if (payload.authorization[field] !== String(signed.what[field]))
        this.fault(`I4: ${field} of the payload of ${id}`)
    }
  }
}

import { Dexie, type Table } from 'dexie'

import type { Decision } from '@/lib/core/admission/types'
import type { AuthorizationState } from '@/lib/core/lifecycle/transition'

/** Where a purchase stands as a person sees it; the money's own state is the authorization's. */
export type IntentState = 'asking' | 'approved' | 'declined' | 'gone' | 'paying' | 'done'

/** One purchase that somebody wants (design: intent). Times are Unix milliseconds. */
export type IntentRow = {
  readonly id: string
  /** digest of asker, method, URL and body digest: equal wishes have equal keys */
  readonly key: string
  readonly state: IntentState
  readonly asker: string
  /** registrable domain of the asker: what the limit of a site counts by */
  readonly site: string
  readonly topOrigin: string
  readonly kind: 'fetch' | 'xhr' | 'navigation'
  readonly tabId: number
  readonly frameId: number
  readonly documentId: string | null
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly bodyDigest: string | null
  readonly paymentIdentifier: string
  readonly quoteId: string
  /** the last decision, with its facts; what the screens explain */
  readonly decision: Decision
  /** digest of the envelope that the screen shows; consent names it */
  readonly envelopeDigest: string | null
  /** may open a window by itself (a person acted in a visible top document) */
  readonly mayOpen: boolean
  readonly createdAt: number
  readonly deadline: number
}

/** A PaymentRequired object as received. `source` says who vouches for it. */
export type QuoteRow = {
  readonly id: string
  readonly version: 1 | 2
  readonly source: 'browser' | 'page'
  readonly raw: string
  readonly notes: readonly string[]
  readonly receivedAt: number
}

/** What a person answered, bound to one envelope, used once. `expiresAt` in Unix seconds. */
export type ApprovalRow = {
  readonly id: string
  readonly intentId: string
  readonly key: string
  readonly envelopeDigest: string
  readonly decision: 'approve' | 'decline'
  readonly asker: string
  readonly method: string
  readonly url: string
  readonly bodyDigest: string | null
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** atomic */
  readonly amount: string
  readonly maxWindowSeconds: number
  readonly expiresAt: number
  readonly used: 0 | 1
}

/** What was, or is about to be, signed. Written before the key is touched (I2). */
export type AuthorizationRow = {
  readonly id: string
  readonly intentId: string
  readonly key: string
  readonly state: AuthorizationState
  readonly version: 1 | 2
  readonly scheme: string
  /** CAIP-2 */
  readonly network: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly name: string
  readonly tokenVersion: string
  readonly from: string
  readonly payTo: string
  /** atomic */
  readonly amount: string
  readonly nonce: string
  /** Unix seconds */
  readonly validAfter: number
  readonly validBefore: number
  readonly offerIndex: number
  readonly asker: string
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly paymentIdentifier: string
  readonly envelopeDigest: string
  readonly approvalId: string | null
  /** hex after `#cs-`: the one request that carries this payment; null for a navigation */
  readonly tag: string | null
  readonly tabId: number
  readonly documentId: string | null
  readonly header: { readonly name: string; readonly value: string } | null
  readonly typedDataDigest: string | null
  readonly transaction: string | null
  readonly outcome: string | null
  readonly status: number | null
  readonly proved: 0 | 1
  /** the answer reached the asker, or its request ended: a new equal wish is a new purchase */
  readonly delivered: 0 | 1
  readonly createdAt: number
  readonly updatedAt: number
}

/** One amount held or spent in one budget. `amount` in the budget's unit (18-decimal dollars or atomic). */
export type ReservationRow = {
  readonly id: string
  readonly authorizationId: string
  readonly budgetKey: string
  readonly hour: number
  readonly amount: bigint
  readonly state: 'reserved' | 'settled' | 'released'
}

/** Running total of one budget and scope in one hour bucket. */
export type TotalRow = {
  /** budget id and the scope's value */
  readonly budgetKey: string
  /** Unix hours */
  readonly hour: number
  readonly reserved: bigint
  readonly settled: bigint
}

/** What an origin charged before, by payee, method and path. */
export type PayeeRow = {
  readonly id: string
  readonly origin: string
  readonly payTo: string
  readonly network: string
  readonly asset: string
  /** atomic */
  readonly amount: string
  readonly method: string
  readonly path: string
  readonly count: number
  /** 18-decimal dollars, all payments to this payee at this path */
  readonly totalUsd: bigint
  readonly firstSeen: number
  readonly lastSeen: number
}

/** One record of the append-only chain (I5). `body` is canonical JSON; `digest` covers `previous` and `body`. */
export type ReceiptRow = {
  readonly seq?: number
  readonly id: string
  readonly intentId: string
  readonly authorizationId: string
  readonly previous: string
  readonly digest: string
  readonly body: string
  readonly createdAt: number
}

/** A named document of settings, policy or the sealed vault. */
export type DocumentRow = { readonly name: string; readonly value: unknown }

/** The extension's one database; content scripts cannot reach it. */
export class Ledger extends Dexie {
  readonly intents!: Table<IntentRow, string>
  readonly quotes!: Table<QuoteRow, string>
  readonly approvals!: Table<ApprovalRow, string>
  readonly authorizations!: Table<AuthorizationRow, string>
  readonly reservations!: Table<ReservationRow, string>
  readonly totals!: Table<TotalRow, [string, number]>
  readonly payees!: Table<PayeeRow, string>
  readonly receipts!: Table<ReceiptRow, number>
  readonly documents!: Table<DocumentRow, string>

  constructor(name = 'countersign') {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      intents: 'id, key, state, createdAt, documentId',
      quotes: 'id, receivedAt',
      approvals: 'id, intentId, key',
      authorizations: 'id, intentId, key, state, tag, createdAt, [asker+createdAt], paymentIdentifier, nonce',
      reservations: 'id, authorizationId, budgetKey',
      totals: '[budgetKey+hour]',
      payees: 'id, origin, payTo',
      receipts: '++seq, &id, intentId, authorizationId',
      documents: 'name',
    })
  }
}

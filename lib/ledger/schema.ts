import { Dexie, type Table } from 'dexie'

import type { PermitFacts } from '@/lib/core/admission/permit'
import type { BudgetPolicy, BudgetWindow, Decision } from '@/lib/core/admission/types'
import type { AuthorizationState } from '@/lib/core/lifecycle/transition'
import type { ReservationRow, TotalRow } from './budget-rows'
import { toVersion2, toVersion3, toVersion4, toVersion5 } from './migrations'
import type { Attestation, ClaimState, TransferMethod } from './payment-forms'
import type { ConnectionRow, RequestRow, SignInRow } from './question-rows'
import type { IncomingRow, StrangerRow, WatchRow } from './watch-rows'

/**
 * Where a purchase stands as a person sees it; the money's own state is the authorization's. `signing-in`: nothing
 * is paid, a sign-in is on its way.
 */
export type IntentState =
  | 'asking'
  | 'approved'
  | 'declined'
  | 'gone'
  | 'refused'
  | 'paying'
  | 'signing-in'
  | 'done'

/**
 * How the payment reaches whoever is paid: on the page's own request, on a reloaded document, on the next equal
 * request (`next`) where the browser lets nobody answer the first, handed to the caller of the provider (`call`), as a signature of the page's own typed data, or as a transaction that
 * the wallet sends.
 */
export type IntentKind = 'fetch' | 'xhr' | 'navigation' | 'next' | 'call' | 'signature' | 'transaction'

/** The protocol in which the quote came. */
export type Transport = 'http' | 'mcp' | 'a2a' | 'provider'

/**
 * What a purchase is for beyond method and URL, as text by name: the tool and the digest of its arguments,
 * the task, the typed data. It is part of the envelope, so that consent to one is none to another.
 */
export type Action = { readonly kind: string; readonly [name: string]: string }

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
  /** the agent that asks through the provider, as the origin names it */
  readonly agent: string | null
  readonly kind: IntentKind
  readonly transport: Transport
  readonly action: Action | null
  /** the caller's own name for the purchase; null where it gave none */
  readonly idempotencyKey: string | null
  /** the caller's own ceilings: atomic units of the asset, and decimal dollars; null where it gave none */
  readonly maxAmount: string | null
  readonly maxUsd: string | null
  /** what the caller says that it is for */
  readonly purpose: string | null
  /** the document's call that it is for, in the bridge's numbering; null for a navigation */
  readonly reportId: string | null
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
  /** the allowance to Permit2 that a person lets be signed with the payment; part of its envelope; absent without one */
  readonly permit?: PermitPlan
  /** the sign-in that took the place of a payment; absent without one */
  readonly signIn?: SignInRow
  /** what the search finds it by (`wordsOf`); the ledger writes it itself */
  readonly words?: readonly string[]
  readonly createdAt: number
  readonly deadline: number
}

/** An EIP-2612 allowance to Permit2 over exactly one payment's amount. `nonce` is the token's, decimal text. */
export type PermitPlan = PermitFacts & { readonly nonce: string }

/** A PaymentRequired object as received. `source` says who vouches for it. */
export type QuoteRow = {
  readonly id: string
  readonly version: 1 | 2
  readonly source: 'browser' | 'page'
  readonly raw: string
  readonly notes: readonly string[]
  readonly receivedAt: number
}

/**
 * What a person answered, bound to one envelope, used once. `expiresAt` in Unix seconds.
 *
 * With `upTo` the page had given up when the person answered: its next equal request is covered, at this
 * price or below it.
 */
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
  readonly upTo: 0 | 1
  readonly documentId: string | null
  /** when the wallet was unlocked, Unix milliseconds: an answer ends with the session that it was given in */
  readonly unlockedAt: number | null
}

/**
 * A standing approval of the owner's. Amounts are atomic; `limit` is in `unit` and counts inside
 * `window`; times are Unix seconds. Null limits nothing.
 */
export type MandateRow = {
  readonly id: string
  readonly state: 'active' | 'paused' | 'revoked'
  readonly origin: string
  readonly agent: string | null
  readonly pathPrefix: string | null
  /** addresses, or `*` where the owner said any payee of that origin */
  readonly payees: readonly string[] | '*'
  readonly assets: readonly {
    readonly network: string
    readonly asset: string
    readonly maxAmount: string
  }[]
  readonly unit: BudgetPolicy['unit']
  readonly limit: string
  readonly window: BudgetWindow
  readonly maxWindowSeconds: number
  readonly expiresAt: number
  readonly transports: readonly string[]
  readonly automaticPerMinute: number | null
  readonly maxRisePercent: number | null
  /** whether it pays for the same thing again a moment later */
  readonly mayRepeat: boolean
  /** whether it covers `upto`, by its most; absent: it does not */
  readonly upto?: true
  /** the account that it pays from */
  readonly account: string
  readonly createdAt: number
  readonly changedAt: number
}

/** What was, or is about to be, signed. Written before the key is touched (I2). */
export type AuthorizationRow = {
  readonly id: string
  readonly intentId: string
  readonly key: string
  readonly state: AuthorizationState
  readonly version: 1 | 2
  readonly scheme: string
  readonly transferMethod: TransferMethod
  /** CAIP-2 */
  readonly network: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly name: string
  readonly tokenVersion: string
  readonly from: string
  readonly payTo: string
  /** atomic; of `upto` the most that can move */
  readonly amount: string
  /** 32 bytes in hex; by Permit2 decimal text, whose bits from 8 up name the word of the nonce bitmap and whose low 8 the bit */
  readonly nonce: string
  /** what the nonce is made of beside the envelope's digest; null in rows of version 1 */
  readonly nonceSalt: string | null
  /** Unix seconds */
  readonly validAfter: number
  readonly validBefore: number
  readonly offerIndex: number
  readonly asker: string
  readonly site: string
  readonly agent: string | null
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly paymentIdentifier: string
  readonly envelopeDigest: string
  readonly approvalId: string | null
  /** the mandate that allowed it without a person */
  readonly mandateId: string | null
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
  /** of a transaction, the most that the chain takes for it, atomic units of its own coin; absent for a signature */
  readonly fee?: string
  /** the contract that may take the amount by Permit2, and the one facilitator that may settle `upto` or pays a Solana transaction's fee; absent elsewhere */
  readonly spender?: string
  readonly facilitator?: string
  /** the token's own count of the owner's permits, decimal text, where an allowance of exactly the amount to Permit2 is signed with the payment (EIP-2612) */
  readonly permitNonce?: string
  /** of a Solana transaction, the blockhash that it names and the last block height at which it can land; absent elsewhere */
  readonly blockhash?: string
  readonly lastValidBlockHeight?: number
  /** atomic, what the chain shows moved; null until then. Of `upto` it may be below the amount. */
  readonly moved: string | null
  /** block (or slot) that the proof stands in; null without proof */
  readonly provedBlock: number | null
  /** the transaction that the server named, and what the chain says of it */
  readonly claimedTransaction: string | null
  readonly claim: ClaimState
  readonly attestations: readonly Attestation[]
  /** SHA-256 of the paid answer's body, where the wallet saw it */
  readonly responseDigest: string | null
  /** how often the payload left */
  readonly sends: number
  /** when the chain is asked next, Unix milliseconds, and how often it was asked without an end */
  readonly nextCheckAt: number
  readonly checks: number
  /** the lowest block that was looked through for what used its nonce; absent where none was */
  readonly searched?: number
  /** the highest of them, one less than `searched` where none above it was; 0 with `searched` 0 after all of them */
  readonly searchedTo?: number
  /** 1 where the chain shows its nonce used without a transfer to the payee; absent elsewhere */
  readonly unpaid?: 1
  /** the answer reached the asker, or its request ended: a new equal wish is a new purchase */
  readonly delivered: 0 | 1
  readonly createdAt: number
  readonly updatedAt: number
}

/** A payee that an origin was paid to before. */
export type PayeeRow = {
  /** origin and payee */
  readonly id: string
  readonly origin: string
  readonly payTo: string
  readonly network: string
  readonly asset: string
  /** atomic; the last one */
  readonly amount: string
  readonly count: number
  /** 18-decimal dollars, all payments of this origin to this payee */
  readonly totalUsd: bigint
  readonly firstSeen: number
  readonly lastSeen: number
}

/** The last price paid or approved for an origin's method and path. */
export type PriceRow = {
  /** origin, method, path, payee, network and asset */
  readonly id: string
  readonly origin: string
  readonly method: string
  readonly path: string
  readonly payTo: string
  readonly network: string
  readonly asset: string
  /** atomic */
  readonly amount: string
  readonly lastSeen: number
}

/** A host that answers for a resource of another host, as a person approved; null is a name that nobody can read. */
export type HostRow = {
  readonly answered: string
  readonly named: string
  readonly approvedAt: number
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
  readonly mandates!: Table<MandateRow, string>
  readonly payees!: Table<PayeeRow, string>
  readonly prices!: Table<PriceRow, string>
  readonly hosts!: Table<HostRow, [string, string]>
  readonly receipts!: Table<ReceiptRow, number>
  readonly documents!: Table<DocumentRow, string>
  readonly requests!: Table<RequestRow, string>
  readonly connections!: Table<ConnectionRow, string>
  readonly watches!: Table<WatchRow, string>
  readonly strangers!: Table<StrangerRow, string>
  readonly incoming!: Table<IncomingRow, string>

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
    this.version(2)
      .stores({
        intents:
          'id, [key+createdAt], [site+createdAt], state, [state+createdAt], createdAt, documentId, reportId',
        approvals: 'id, intentId, [key+upTo]',
        authorizations:
          'id, intentId, [key+delivered+createdAt], [state+proved], tag, createdAt, [asker+createdAt], paymentIdentifier, nonce, mandateId, [mandateId+createdAt]',
        mandates: 'id, origin, [origin+state+changedAt]',
        payees: 'id, [origin+lastSeen], payTo',
        prices: 'id, [origin+method+path]',
        hosts: '[answered+named]',
      })
      .upgrade(toVersion2)
    this.version(3)
      .stores({
        intents:
          'id, [key+createdAt], [site+createdAt], state, [state+createdAt], createdAt, documentId, reportId, [asker+idempotencyKey]',
        requests: 'id, state, reportId, createdAt, [site+createdAt]',
        connections: 'origin',
      })
      .upgrade(toVersion3)
    this.version(4)
      .stores({
        authorizations:
          'id, intentId, [key+delivered+createdAt], [state+proved], [proved+nextCheckAt], [proved+createdAt], tag, createdAt, [asker+createdAt], paymentIdentifier, nonce, mandateId, [mandateId+createdAt], transaction',
        watches: 'id',
        strangers: 'id, [account+network+asset], known',
      })
      .upgrade(toVersion4)
    this.version(5)
      .stores({
        intents:
          'id, [key+createdAt], [site+createdAt], state, [state+createdAt], createdAt, documentId, reportId, [asker+idempotencyKey], *words',
      })
      .upgrade(toVersion5)
    this.version(6).stores({ incoming: 'id, at' })
  }
}

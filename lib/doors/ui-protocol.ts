import type { BudgetScope, BudgetWindow, Decision, DecisionCode, Fact } from '@/lib/core/admission/types'
import type { BudgetRule } from '@/lib/core/budget/rules'

import type { RequestKind, SignInRow } from '@/lib/ledger/question-rows'
import type { Action, IntentKind, Transport } from '@/lib/ledger/schema'
import type { LateCalls } from './late-calls'
import type { MandateChange, MandateProposal, MandateTerms, MandateView } from './ui-mandates'
import type { AskedNow, CancelOpened, SentAgain } from './ui-outstanding'
import type { NodeReport, SettingsView } from './ui-settings'
/**
 * Every call that a screen of the wallet may make, as one map: name -> [parameter, result].
 * Only the extension's own pages are admitted. Amounts are atomic text, dollars are decimal text,
 * times are Unix milliseconds. A refused call answers `{ error }` with one of `UiError`.
 */
export type UiCalls = LateCalls & {
  'wallet.status': [undefined, WalletStatus]
  'wallet.create': [{ words?: string; privateKey?: string; password: string }, { words: string | null }]
  /** makes the vault of its words or key again where it is broken; the ledger stays. `exists` where it is not */
  'wallet.recover': [{ words?: string; privateKey?: string; password: string }, null]
  'wallet.newWords': [undefined, { words: string }]
  'wallet.unlock': [{ password: string }, null]
  'wallet.lock': [undefined, null]
  'wallet.pause': [{ paused: boolean }, null]
  'wallet.revealWords': [{ password: string }, { words: string }]
  'wallet.backedUp': [undefined, null]
  'wallet.addAccount': [{ name: string }, null]
  'wallet.selectAccount': [{ address: string }, null]
  'wallet.setAutoLock': [{ minutes: number }, null]
  'wallet.changePassword': [{ from: string; to: string }, null]
  /** what each account holds of one asset, read from the network */
  'wallet.holdings': [{ network: string; asset: string }, readonly HoldingView[]]
  /** decides anew about what waits for a person; null where there is no such payment */
  'approval.refresh': [{ paymentId: string }, ApprovalNow | null]
  /** `confirmSettings` is needed where the view says `needsPassword` */
  'approval.approve': [{ paymentId: string; envelopeDigest: string; password?: string }, null]
  'approval.decline': [{ paymentId: string; blockSite?: boolean }, null]
  /**
   * lets an allowance to Permit2 of exactly the amount be signed with the payment, or takes that back; what the
   * person approves is then another envelope
   */
  'approval.permit': [{ paymentId: string; on: boolean }, null]
  /** asks for a transaction that allows Permit2 exactly the amount, with its fee: a question of its own */
  'approval.allowance': [{ paymentId: string }, null]
  'approval.open': [undefined, null]
  /** a site or an extension sees no account any more; always works */
  'connections.end': [{ origin: string }, null]
  /** a question that moves no money by itself; null where there is none of that id */
  'request.view': [{ id: string }, RequestView | null]
  /** `change` is what the person made narrower of it, by kind; the password where the view says so */
  'request.answer': [{ id: string; approve: boolean; change?: unknown; password?: string }, null]
  /**
   * Gives a mandate, and pays what waits for it. `bad-value` where it is wider than the owner's own limits.
   * Asks for the password where software drives the browser.
   */
  'mandates.grant': [{ terms: MandateTerms; password?: string }, { id: string }]
  /** pausing and revoking always work; resuming asks like granting, extending asks for the password */
  'mandates.set': [{ id: string; change: MandateChange; password?: string }, null]
  /** the account that mandates pay from, made at the first call */
  'wallet.spendingAccount': [undefined, { address: string }]
  /** payments that a mandate allowed since the owner last looked, newest first */
  'automatic.unseen': [undefined, readonly AutomaticView[]]
  'automatic.seen': [undefined, null]
  /** the three acts on what is signed and not proved yet, by the authorization's id */
  'outstanding.ask': [{ id: string }, AskedNow]
  'outstanding.send': [{ id: string }, SentAgain]
  'outstanding.cancel': [{ id: string }, CancelOpened]
  /** asks one node of a network how it stands */
  'rpc.test': [{ network: string; url: string }, NodeReport]
  /**
   * Lets automatic payments go on: the owner knows of this stranger, or (null) of a restored wallet's past that
   * nobody could read. Asks like granting a mandate.
   */
  'automatic.goOn': [{ stranger: string | null; password?: string }, null]
  'settings.get': [undefined, SettingsView]
}

/**
 * What a screen makes for itself (`components/reads.ts`) from the ledger and from what the calls above answer.
 * The background has no part in it, and its worker stays small.
 */
export type ScreenReads = {
  /** where the limits of the last 24 hours stand now, without any payment: everything, then each site used */
  'limits.now': [undefined, readonly LimitView[]]
  /** what waits for a person, the oldest first */
  'approval.list': [undefined, readonly ApprovalSummary[]]
  'approval.view': [{ paymentId: string }, ApprovalView | null]
  /** every limit with what it stands at; the two of a day first */
  'budgets.list': [undefined, readonly BudgetView[]]
  /** active ones first, then paused, ended and revoked ones, newest first */
  'mandates.list': [undefined, readonly MandateView[]]
  /** what a mandate for the payment on screen would say; null where none can be given for it */
  'mandates.proposal': [{ paymentId: string }, MandateProposal | null]
}

export type UiName = keyof UiCalls
export type UiRequest<N extends UiName = UiName> = {
  readonly door: 'ui'
  readonly name: N
  readonly value: UiCalls[N][0]
  /** the screen's own browser says that software drives it (`navigator.webdriver`) */
  readonly driven?: boolean
}
export type UiReply<N extends UiName = UiName> = { readonly ok: UiCalls[N][1] } | { readonly error: UiError }

export type UiError = {
  readonly code:
    | 'wrong-password'
    | 'too-many-attempts'
    | 'locked'
    | 'password-needed'
    | 'weak-password'
    | 'bad-words'
    | 'bad-key'
    | 'exists'
    | 'gone'
    | 'changed'
    | 'held'
    | 'bad-value'
    | 'failed'
    /** a write failed because there is no room for it */
    | 'disk-full'
  /** for 'too-many-attempts' */
  readonly retryAfterMs?: number
  /** for 'held': what admission says now */
  readonly decision?: DecisionCode
}

export type WalletStatus = {
  /** `broken`: what is stored is no vault any more, or the vault is gone and its ledger is not */
  readonly vault: 'none' | 'locked' | 'unlocked' | 'broken'
  readonly paused: boolean
  readonly backedUp: boolean
  readonly account: string | null
  /** `solana` is null for a key that was imported, and until the first unlock of an older vault */
  readonly accounts: readonly {
    readonly address: string
    readonly name: string
    readonly solana: string | null
  }[]
  readonly waiting: number
  /** true where the browser has not granted access to all sites */
  readonly needsAccess: boolean
}

/** What the ids of questions begin with; a payment's id has no such beginning. */
export const QUESTION = 'q-'

/** What one account holds of one asset. */
export type HoldingView = {
  readonly address: string
  readonly name: string
  /** atomic text; null: unknown */
  readonly amount: string | null
}

/** What admission says of a payment: now, while it waits for a person; else what it said last. */
export type ApprovalNow = {
  readonly decision: Decision
  readonly envelopeDigest: string | null
  /** the owner must type the password to approve it */
  readonly needsPassword: boolean
}

export type ApprovalSummary = {
  /** of the payment, or of the question */
  readonly paymentId: string
  /** null for a payment */
  readonly question: RequestKind | null
  readonly asker: string
  /** the registrable domain of the asker, or its host */
  readonly site: string
  /** the same for payments that say the same in everything that a person approves; null for one like no other */
  readonly same: string | null
  readonly amountText: string
  readonly createdAt: number
}

/** A question that moves no money by itself. `detail` is of the form that lib/provider gives its kind. */
export type RequestView = {
  readonly id: string
  readonly kind: RequestKind
  readonly state: 'asking' | 'approved' | 'declined' | 'gone'
  readonly asker: string
  readonly topOrigin: string
  /** as the caller names itself; a claim */
  readonly agent: string | null
  readonly detail: unknown
  readonly needsPassword: boolean
  readonly createdAt: number
  readonly deadline: number
}

/** What a limit counts in: dollars of default assets, or one asset. */
export type UnitView =
  | { readonly kind: 'usd'; readonly testnet: boolean }
  | {
      readonly kind: 'asset'
      readonly network: string
      readonly asset: string
      /** null for an asset that no table names */
      readonly symbol: string | null
      readonly decimals: number
    }

/** One limit and where it stands, or would stand after this payment; decimal text in its unit. */
export type LimitView = {
  /** names its total: the same in the facts of a decision */
  readonly id: string
  readonly scope: BudgetScope['kind']
  /** the site, origin, agent, payee, intent or mandate that it is for; `*` for everything */
  readonly label: string
  readonly unit: UnitView
  readonly window: BudgetWindow
  readonly limit: string
  readonly settled: string
  readonly reserved: string
  readonly after: string
  readonly over: boolean
  /** Unix milliseconds: when something of it is free again; null where nothing counts, or time frees nothing */
  readonly freesAt: number | null
}

/** A limit as the owner sets it. `limit` is decimal text in the unit; a `value` of null is one for each. */
export type BudgetTerms = {
  /** of the one that changes; absent for a new one */
  readonly id?: string
  readonly scope: BudgetRule['scope']
  /** `asset` by network and address for a limit in one asset */
  readonly unit:
    | { readonly kind: 'usd'; readonly testnet: boolean }
    | { readonly kind: 'asset'; readonly network: string; readonly asset: string }
  readonly limit: string
  readonly window: BudgetWindow
}

export type BudgetView = {
  readonly id: string
  readonly scope: BudgetRule['scope']
  readonly unit: UnitView
  readonly limit: string
  readonly window: BudgetWindow
  readonly removable: boolean
  /** where it stands, for each that it is for and that has used some of it; the fullest first, twenty at most */
  readonly standings: readonly LimitView[]
}

/** A payment that a mandate allowed. */
export type AutomaticView = {
  readonly paymentId: string
  readonly mandateId: string
  readonly origin: string
  readonly amountText: string
  /** decimal dollars for default assets */
  readonly usd: string | null
  readonly at: number
}

export type OfferView = {
  readonly index: number
  readonly code: DecisionCode
  readonly facts: readonly Fact[]
  readonly scheme: string
  readonly network: string
  readonly networkName: string
  readonly testnet: boolean
  readonly symbol: string | null
  readonly asset: string
  readonly payTo: string
  /** exact decimal text with the pinned decimals; null where the asset is unknown */
  readonly amountText: string | null
  readonly amount: string
  /** decimal dollars for default assets */
  readonly usd: string | null
  /** on Solana, who pays the network's fee, and the text that the seller wants in the transaction; null elsewhere */
  readonly svm: { readonly feePayer: string; readonly memo: string | null } | null
}

/** A payment by Permit2: who stands between, and how the allowance that it needs can be given. */
export type Permit2View = {
  readonly scheme: 'exact' | 'upto'
  /** the contract of x402 that may take the amount */
  readonly spender: string
  /** of `upto`: who alone may settle it */
  readonly facilitator: string | null
  /** the facilitator hands in an allowance that is signed with the payment (EIP-2612) */
  readonly sponsored: boolean
  /** that allowance, over exactly the amount, is part of what is approved */
  readonly permitted: boolean
  /** the site offers to hand in an approval without limit, which is never signed */
  readonly unlimitedOffered: boolean
}

/** The way back to what was paid for already: signing in with the account that paid. */
export type WayBackView = {
  /** the earlier payment */
  readonly paidBy: string
  /** Unix milliseconds */
  readonly paidAt: number
  readonly amountText: string
  readonly symbol: string
  readonly account: string
  /** the whole text that is signed */
  readonly message: string
  readonly needsPassword: boolean
  /** when this server was asked the same way a short while ago and wanted a payment, Unix milliseconds; null otherwise */
  readonly refusedAt: number | null
}

export type ApprovalView = {
  readonly paymentId: string
  /** `unused`: proved dead; `refused`: nothing was ever held */
  readonly state:
    | 'asking'
    | 'paying'
    | 'settled'
    | 'unknown'
    | 'failed'
    | 'unused'
    | 'refused'
    | 'declined'
    | 'gone'
    | 'signedIn'
  readonly code: DecisionCode
  readonly asker: string
  readonly topOrigin: string
  readonly kind: IntentKind
  readonly transport: Transport
  /** what it is for beyond method and URL: a tool, a task; text by name */
  readonly action: Action | null
  /** as the caller of the provider names itself and what it is for; claims */
  readonly agent: string | null
  readonly purpose: string | null
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly bodyDigest: string | null
  /** the site's words, null without any */
  readonly description: string | null
  readonly quoteSource: 'browser' | 'page'
  /** what was noticed in reading the quote */
  readonly notes: readonly string[]
  readonly offer: OfferView | null
  readonly windowSeconds: number | null
  readonly envelopeDigest: string | null
  /** every field the key will sign, in order; the nonce is chosen at signing */
  readonly signed: readonly { readonly name: string; readonly value: string }[]
  /** how Permit2 moves the token; null for any other way */
  readonly permit2: Permit2View | null
  readonly unusual: readonly { readonly code: DecisionCode; readonly facts: readonly Fact[] }[]
  readonly payee: { readonly count: number; readonly totalUsd: string } | null
  readonly limits: readonly LimitView[]
  readonly others: readonly OfferView[]
  readonly needsPassword: boolean
  /** what was paid for already, where its server lets who paid sign in; null otherwise */
  readonly wayBack: WayBackView | null
  /** what became of the sign-in that took the payment's place; null without one */
  readonly signedIn: Pick<SignInRow, 'status' | 'account' | 'message' | 'paidBy'> | null
  readonly outcome: {
    readonly transaction: string | null
    readonly proved: boolean
    readonly receiptId: string | null
    readonly validBefore: number | null
    readonly status: number | null
    readonly what: string
  } | null
  readonly createdAt: number
  readonly deadline: number
}

import type { Seconds, UnixSeconds } from '../money/units'
import type { PermitFacts } from './permit'

/** Every outcome of admission: ready, held (a person or time can resolve it), blocked. */
export type DecisionCode =
  | 'READY_TO_SIGN'
  | 'RETURN_CACHED_RECEIPT'
  | 'HOLD_APPROVAL_REQUIRED'
  | 'HOLD_APPROVAL_EXPIRED'
  | 'HOLD_APPROVAL_MISMATCH'
  | 'HOLD_APPROVAL_USED'
  | 'HOLD_DECLINED'
  | 'HOLD_OVER_PAYMENT_LIMIT'
  | 'HOLD_OVER_BUDGET'
  | 'HOLD_WINDOW_TOO_LONG'
  | 'HOLD_TERMS_CHANGED'
  | 'HOLD_NEW_PAYEE'
  | 'HOLD_RESOURCE_MISMATCH'
  | 'HOLD_RECONCILIATION'
  | 'HOLD_LOCKED'
  | 'HOLD_RATE_LIMITED'
  | 'HOLD_INSUFFICIENT_FUNDS'
  | 'HOLD_ALLOWANCE_REQUIRED'
  | 'BLOCK_MALFORMED_QUOTE'
  | 'BLOCK_UNSUPPORTED_VERSION'
  | 'BLOCK_UNSUPPORTED_SCHEME'
  | 'BLOCK_UNSUPPORTED_NETWORK'
  | 'BLOCK_UNSUPPORTED_METHOD'
  | 'BLOCK_PAYMENT_FLOW'
  | 'BLOCK_ASSET_NOT_ALLOWED'
  | 'BLOCK_ASSET_CAP'
  | 'BLOCK_TOKEN_IDENTITY'
  | 'BLOCK_AMOUNT'
  | 'BLOCK_PAYEE'
  | 'BLOCK_ORIGIN'
  | 'BLOCK_INTENT_MISMATCH'
  | 'BLOCK_REDIRECTED'
  | 'BLOCK_INSECURE'
  | 'BLOCK_EXTENSION_REQUIRED'
  | 'BLOCK_ID_CONFLICT'
  | 'BLOCK_ALREADY_ATTEMPTED'
  | 'BLOCK_PAUSED'

/** One number or name behind a decision: which rule, what it allows, what was asked. All values are text. */
export type Fact = { readonly rule: string; readonly [detail: string]: string }

/** A code, with the rules and numbers that led to it. */
export type Reason = { readonly code: DecisionCode; readonly facts: readonly Fact[] }

/** What admission says of one offer. */
export type OfferVerdict = {
  readonly index: number
  readonly code: DecisionCode
  readonly facts: readonly Fact[]
  /** every check of step 8 that holds this offer, not only the first */
  readonly unusual: readonly Reason[]
}

/** The outcome of admission, and the facts that led to it. */
export type Decision = {
  readonly code: DecisionCode
  readonly facts: readonly Fact[]
  /** index in the quote's `accepts` */
  readonly offer: number | null
  /** atomic */
  readonly amount: string | null
  /** seconds that may be signed */
  readonly windowSeconds: Seconds | null
  /** id of the receipt that answers a repeated request */
  readonly receipt: string | null
  /** id of the mandate that covered the payment */
  readonly mandate: string | null
  /** the account that would pay: the covering mandate's, else the wallet's own; null without an offer */
  readonly account: string | null
  readonly offers: readonly OfferVerdict[]
}

/** Method, URL and body of a purchase; URLs are absolute, `bodyDigest` is 0x hex or null. */
export type IntentFacts = {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly bodyDigest: string | null
  readonly paymentIdentifier: string | null
  /** the caller's own ceilings, beside the owner's: atomic units of the asset, and decimal dollars */
  readonly maxAmount?: string
  readonly maxUsd?: string
  /** the most that a transaction costs beside its amount, atomic units of the chain's own coin; absent for what costs none */
  readonly fee?: string
  /** the allowance to Permit2 that a person lets be signed with the payment; absent: none */
  readonly permit?: PermitFacts
  /** the one account that can pay, where what is signed names it; absent: whichever the wallet or a mandate says */
  readonly payer?: string
}

/** What a budget is for; a site is a registrable domain, an origin has scheme, host and port. */
export type BudgetScope =
  | { readonly kind: 'everything' }
  | {
      readonly kind: 'site' | 'origin' | 'agent' | 'payee' | 'intent' | 'mandate'
      readonly value: string
    }

/** The last so many seconds, the calendar month (UTC), or all time. */
export type BudgetWindow =
  | { readonly kind: 'rolling'; readonly seconds: Seconds }
  | { readonly kind: 'month' }
  | { readonly kind: 'total' }

/** `limit` is decimal dollars over default assets, or atomic units of one asset. */
export type BudgetPolicy = {
  readonly id: string
  readonly scope: BudgetScope
  readonly unit:
    | { readonly kind: 'usd'; readonly testnet?: boolean }
    | { readonly kind: 'atomic'; readonly network: string; readonly asset: string }
  readonly limit: string
  readonly window: BudgetWindow
}

/** An asset that the owner allows beside the default assets, or a cap of the owner's on a default asset. */
export type AssetEntry = {
  readonly network: string
  readonly asset: string
  readonly decimals?: number
  readonly name?: string
  readonly version?: string
  /** atomic; required for an asset that is no default */
  readonly maxAmount?: string
  /** atomic; above it every payment needs a person */
  readonly approvalAbove?: string
  /** the x402 version whose quotes it is for; absent means any */
  readonly quoteVersion?: 1 | 2
}

/** The owner's rules. Windows in seconds; `perPaymentUsd` in decimal dollars. */
export type PolicyFacts = {
  readonly schemes: readonly string[]
  readonly networks: readonly string[]
  /** transfer methods that the signer can build; absent means eip3009 and permit2 */
  readonly methods?: readonly string[]
  readonly testnets: boolean
  readonly perPaymentUsd: string
  readonly maxWindowSeconds: Seconds
  readonly maxAskedWindowSeconds: Seconds
  readonly maxRisePercent: number
  readonly automaticPerMinute: number
  readonly preferredNetworks?: readonly string[]
  readonly assets: readonly AssetEntry[]
  readonly payees: { readonly allow: readonly string[]; readonly block: readonly string[] }
  readonly origins: { readonly block: readonly string[] }
  readonly extensions: readonly string[]
  readonly budgets: readonly BudgetPolicy[]
}

/**
 * A standing approval for one asset and payee. `maxAmount` is atomic, `payTo` an address or `*`;
 * `pathPrefix` ends at a segment. What is absent limits nothing; a mandate of several assets or payees is
 * several of these with one id.
 */
export type MandateFacts = {
  readonly id: string
  readonly scope: { readonly origin: string; readonly agent?: string; readonly pathPrefix?: string }
  readonly network: string
  readonly asset: string
  readonly payTo: string
  readonly maxAmount: string
  readonly maxWindowSeconds: Seconds
  readonly expiresAt: UnixSeconds
  /** covers `upto` too, whose price is known only afterwards; its most counts */
  readonly upto?: boolean
  readonly revoked: boolean
  readonly paused?: boolean
  /** the account that it pays from; absent means the wallet's own */
  readonly account?: string
  /** transports that it admits: `http`, `mcp`, `a2a`, `provider` */
  readonly transports?: readonly string[]
  /** the same method, URL and body is not paid again by itself before so many seconds are over; absent: at once */
  readonly repeatAfterSeconds?: Seconds
  /** in place of the owner's rate; automatic payments of the asker in the last minute */
  readonly automaticPerMinute?: number
  /** the narrower of this and the owner's holds */
  readonly maxRisePercent?: number
  /** what it may spend in its period, and what is settled or reserved of that; in the unit's own text */
  readonly total?: {
    readonly unit: BudgetPolicy['unit']
    readonly limit: string
    readonly committed: string
  }
}

/** What a person answered to one envelope. `amount` is atomic, `expiresAt` in Unix seconds. */
export type ApprovalFacts = {
  readonly intentId: string
  readonly asker: string
  readonly method: string
  readonly url: string
  readonly bodyDigest: string | null
  readonly network: string
  readonly asset: string
  readonly amount: string
  readonly payTo: string
  readonly maxWindowSeconds: Seconds
  readonly decision: 'approve' | 'decline'
  readonly expiresAt: UnixSeconds
  readonly used: boolean
}

/** An earlier attempt of this asker, whatever became of it. `validBefore` in Unix seconds. */
export type AttemptFacts = {
  readonly intentId: string
  readonly paymentIdentifier: string | null
  readonly state: string
  readonly receiptId: string | null
  readonly terms: {
    readonly scheme: string
    readonly network: string
    readonly asset: string
    readonly payTo: string
    readonly amount: string
  }
  readonly request: { readonly method: string; readonly url: string }
  readonly validBefore: UnixSeconds
}

/** The last amount (atomic) paid or approved for an origin's method and path. */
export type PayeeFacts = {
  readonly origin: string
  readonly payTo: string
  readonly network: string
  readonly asset: string
  readonly amount: string
  readonly method: string
  readonly path: string
}

/** Everything that a decision depends on; the shape of `input` in the admission vectors. Times in Unix seconds. */
export type AdmissionInput = {
  readonly now: UnixSeconds
  readonly wallet: {
    readonly locked: boolean
    readonly paused: boolean
    /** account address by CAIP-2 namespace */
    readonly accounts: Readonly<Record<string, string>>
    /** every address of ours, also those that do not pay: none of them is a payee */
    readonly own?: readonly string[]
    /** of the wallet's own account where `account` is absent */
    readonly balances: readonly {
      readonly account?: string
      readonly network: string
      readonly asset: string
      readonly amount: string
    }[]
    /** what Permit2 may move; of the wallet's own account where `account` is absent */
    readonly allowances?: readonly {
      readonly account?: string
      readonly network: string
      readonly asset: string
      readonly amount: string
    }[]
  }
  readonly asker: {
    readonly origin: string
    readonly topOrigin: string
    /** registrable domain of the origin; a budget of a site matches nothing without it */
    readonly site?: string
    readonly agent?: string | null
  }
  readonly request: {
    readonly transport: string
    readonly kind: string
    readonly method: string
    readonly url: string
    readonly answeredUrl: string
  }
  readonly intent: IntentFacts
  readonly quote: unknown
  readonly policy: PolicyFacts
  readonly mandates: readonly MandateFacts[]
  readonly approval: ApprovalFacts | null
  readonly ledger: {
    /** `settled` and `reserved` in the budget's unit: decimal dollars, or atomic */
    readonly totals: readonly {
      readonly budget: string
      readonly settled: string
      readonly reserved: string
    }[]
    readonly attempts: readonly AttemptFacts[]
    readonly payees: readonly PayeeFacts[]
    readonly resourceHosts: readonly { readonly answered: string; readonly named: string | null }[]
    readonly recent: {
      readonly originLastMinute: number
      /** since this asker paid for the same method, URL and body and got it; absent where it did not, lately */
      readonly samePaidSecondsAgo?: Seconds
    }
  }
}

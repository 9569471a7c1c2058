import type { DecisionCode, Fact } from '@/lib/core/admission/types'

/**
 * Every call that a screen of the wallet may make, as one map: name -> [parameter, result].
 * Only the extension's own pages are admitted. Amounts are atomic text, dollars are decimal text,
 * times are Unix milliseconds. A refused call answers `{ error }` with one of `UiError`.
 */
export type UiCalls = {
  'wallet.status': [undefined, WalletStatus]
  'wallet.create': [{ words?: string; privateKey?: string; password: string }, { words: string | null }]
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
  balances: [undefined, readonly BalanceView[]]
  /** where the limits of the last 24 hours stand now, without any payment: everything, then each site used */
  'limits.now': [undefined, readonly LimitView[]]
  'approval.list': [undefined, readonly ApprovalSummary[]]
  'approval.view': [{ paymentId: string }, ApprovalView | null]
  /** `confirmSettings` is needed where the view says `needsPassword` */
  'approval.approve': [{ paymentId: string; envelopeDigest: string; password?: string }, null]
  'approval.decline': [{ paymentId: string; blockSite?: boolean }, null]
  'approval.open': [undefined, null]
  'settings.get': [undefined, SettingsView]
  /** raising a limit, or switching testnets on, asks for the password */
  'settings.set': [{ change: SettingsChange; password?: string }, null]
}

export type UiName = keyof UiCalls
export type UiRequest<N extends UiName = UiName> = {
  readonly door: 'ui'
  readonly name: N
  readonly value: UiCalls[N][0]
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
  /** for 'too-many-attempts' */
  readonly retryAfterMs?: number
  /** for 'held': what admission says now */
  readonly decision?: DecisionCode
}

export type WalletStatus = {
  readonly vault: 'none' | 'locked' | 'unlocked'
  readonly paused: boolean
  readonly backedUp: boolean
  readonly account: string | null
  readonly accounts: readonly { readonly address: string; readonly name: string }[]
  readonly waiting: number
  /** true where the browser has not granted access to all sites */
  readonly needsAccess: boolean
}

export type BalanceView = {
  readonly network: string
  readonly networkName: string
  readonly testnet: boolean
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  /** null: unknown (the network's RPC did not answer); never shown as zero */
  readonly amount: string | null
  readonly readAt: number | null
}

export type ApprovalSummary = {
  readonly paymentId: string
  readonly asker: string
  readonly amountText: string
  readonly createdAt: number
}

/** One limit and where it would stand after this payment, decimal dollars. */
export type LimitView = {
  readonly scope: 'everything' | 'site' | 'other'
  readonly label: string
  readonly limit: string
  readonly settled: string
  readonly reserved: string
  readonly after: string
  readonly over: boolean
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
}

export type ApprovalView = {
  readonly paymentId: string
  readonly state: 'asking' | 'paying' | 'settled' | 'unknown' | 'failed' | 'declined' | 'gone'
  readonly code: DecisionCode
  readonly asker: string
  readonly topOrigin: string
  readonly kind: 'fetch' | 'xhr' | 'navigation'
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly bodyDigest: string | null
  /** the site's words, null without any */
  readonly description: string | null
  readonly quoteSource: 'browser' | 'page'
  readonly offer: OfferView | null
  readonly windowSeconds: number | null
  readonly envelopeDigest: string | null
  /** every field the key will sign, in order; the nonce is chosen at signing */
  readonly signed: readonly { readonly name: string; readonly value: string }[]
  readonly unusual: readonly { readonly code: DecisionCode; readonly facts: readonly Fact[] }[]
  readonly payee: { readonly count: number; readonly totalUsd: string } | null
  readonly limits: readonly LimitView[]
  readonly others: readonly OfferView[]
  readonly needsPassword: boolean
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

export type SettingsView = {
  readonly perPaymentUsd: string
  readonly perDayUsd: string
  readonly perSiteDayUsd: string
  readonly testnets: boolean
  readonly autoLockMinutes: number
  readonly agentsDrive: boolean
  readonly language: 'auto' | 'en' | 'es'
  readonly networks: readonly {
    readonly network: string
    readonly name: string
    readonly testnet: boolean
    readonly rpcUrl: string
  }[]
  readonly blockedOrigins: readonly string[]
}

export type SettingsChange =
  | {
      readonly kind: 'limit'
      readonly which: 'perPaymentUsd' | 'perDayUsd' | 'perSiteDayUsd'
      readonly usd: string
    }
  | { readonly kind: 'testnets'; readonly on: boolean }
  | { readonly kind: 'agentsDrive'; readonly on: boolean }
  | { readonly kind: 'language'; readonly language: 'auto' | 'en' | 'es' }
  | { readonly kind: 'rpc'; readonly network: string; readonly url: string }
  | { readonly kind: 'unblock'; readonly origin: string }

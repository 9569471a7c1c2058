import type { BudgetWindow } from '@/lib/core/admission/types'
import type { BudgetTerms, LimitView } from './ui-protocol'

/** A standing approval. Amounts are atomic, `total` decimal text in the unit, times Unix seconds. */
export type MandateTerms = {
  readonly origin: string
  readonly agent: string | null
  readonly pathPrefix: string | null
  readonly payees: readonly string[] | '*'
  readonly assets: readonly {
    readonly network: string
    readonly asset: string
    readonly maxAmount: string
  }[]
  readonly unit: BudgetTerms['unit']
  readonly total: string
  readonly window: BudgetWindow
  readonly maxWindowSeconds: number
  readonly expiresAt: number
  readonly transports: readonly string[]
  readonly automaticPerMinute: number | null
  readonly maxRisePercent: number | null
  /** whether the same address may be paid again within ten minutes without asking */
  readonly mayRepeat: boolean
  /** also pays where the price is known only afterwards, up to the amount of one payment */
  readonly upto?: true
  /** null: the spending account, which is made where there is none yet */
  readonly account: string | null
}

/** What the question for a mandate asks, by its `detail`. */
export type AskedMandate = { readonly terms: MandateTerms; readonly reason: string | null }

/** What a person made narrower of it: the `change` of the yes. */
export type NarrowedMandate = Pick<
  MandateTerms,
  'total' | 'payees' | 'transports' | 'expiresAt' | 'account'
> & { /** atomic */ readonly maxAmount: string }

export type MandateView = Omit<MandateTerms, 'assets' | 'unit'> & {
  readonly id: string
  readonly state: 'active' | 'paused' | 'revoked' | 'expired'
  readonly accountName: string
  readonly assets: readonly {
    readonly network: string
    readonly networkName: string
    readonly asset: string
    readonly symbol: string
    /** decimal text of the asset */
    readonly max: string
  }[]
  readonly standing: LimitView
  readonly payments: number
  readonly lastPaidAt: number | null
  readonly createdAt: number
}

/** What the owner is offered to allow for good, with the numbers already filled in. */
export type MandateProposal = {
  readonly terms: MandateTerms
  /** of the asset that is asked for */
  readonly symbol: string
  readonly decimals: number
  readonly networkName: string
  readonly testnet: boolean
  /** the most that the owner's own limits admit for one payment, decimal text of the asset; null for no such limit */
  readonly mostEach: string | null
  /** payees of this origin that were paid; from two on, any payee may be offered */
  readonly payeesSeen: number
  /** where a mandate can pay from; the spending account first, also where it is not made yet */
  readonly accounts: readonly {
    readonly kind: 'spending' | 'own'
    /** null: it is made when the mandate is given */
    readonly address: string | null
    readonly name: string
    /** decimal text of the asset; null: unknown */
    readonly balance: string | null
  }[]
  readonly needsPassword: boolean
}

export type MandateChange =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'extend'; readonly expiresAt: number }

import type { AssetEntry } from '@/lib/core/admission/types'
import type { BudgetRule } from '@/lib/core/budget/rules'
import { DEFAULT_DAILY_LIMITS, DEFAULT_POLICY } from '@/lib/core/policy/defaults'
import type { Ledger } from '@/lib/ledger/schema'

/** What the owner chose. Dollars are decimal text; lists hold whole origins. */
export type Settings = {
  readonly perPaymentUsd: string
  readonly perDayUsd: string
  readonly perSiteDayUsd: string
  readonly testnets: boolean
  readonly paused: boolean
  /** limits of the owner's own beside the two of a day */
  readonly budgets: readonly BudgetRule[]
  /** assets beside the default ones, and caps of the owner's own */
  readonly assets: readonly AssetEntry[]
  readonly payees: { readonly allow: readonly string[]; readonly block: readonly string[] }
  /** CAIP-2, in order */
  readonly preferredNetworks: readonly string[]
  readonly maxRisePercent: number
  readonly automaticPerMinute: number
  readonly blockedOrigins: readonly string[]
  /** minutes without use until the wallet locks itself */
  readonly autoLockMinutes: number
  /** software drives this browser: every approval asks for the password */
  readonly agentsDrive: boolean
  readonly language: 'auto' | 'en' | 'es'
  readonly theme: 'auto' | 'light' | 'dark'
  /** whether the developers' corner is open */
  readonly developer: boolean
  /** RPC addresses by CAIP-2 network, where they differ from the default */
  readonly rpc: Readonly<Record<string, readonly string[]>>
  /** what may be spent in a chain's own coin in a day, atomic, by CAIP-2, where it is not the default */
  readonly nativePerDay: Readonly<Record<string, string>>
  /** the account that pays; null until a vault exists */
  readonly account: string | null
  /** the account that mandates pay from; null until the owner made one */
  readonly spendingAccount: string | null
  readonly backedUp: boolean
}

/** Limits as design.md sets them; nothing automatic, test money off. */
export const DEFAULT_SETTINGS: Settings = {
  perPaymentUsd: DEFAULT_POLICY.perPaymentUsd,
  ...DEFAULT_DAILY_LIMITS,
  testnets: false,
  paused: false,
  budgets: [],
  assets: [],
  payees: { allow: [], block: [] },
  preferredNetworks: [],
  maxRisePercent: DEFAULT_POLICY.maxRisePercent,
  automaticPerMinute: DEFAULT_POLICY.automaticPerMinute,
  blockedOrigins: [],
  autoLockMinutes: 60,
  agentsDrive: false,
  language: 'auto',
  theme: 'auto',
  developer: false,
  rpc: {},
  nativePerDay: {},
  account: null,
  spendingAccount: null,
  backedUp: false,
}

/** The settings document; fields added by a later version take their defaults. */
export async function readSettings(ledger: Ledger): Promise<Settings> {
  const row = await ledger.documents.get('settings')
  const stored = row?.value as (Partial<Settings> & { readonly rpc?: OldRpc }) | undefined
  // Once there was one address for each network.
  const rpc = Object.entries(stored?.rpc ?? {}).map(([network, urls]) => [network, [urls].flat()])
  return { ...DEFAULT_SETTINGS, ...stored, rpc: Object.fromEntries(rpc) }
}

type OldRpc = Readonly<Record<string, string | readonly string[]>>

/**
 * The time that budgets, mandates and approvals go by, in Unix seconds: the computer's clock, and never
 * earlier than the last payment's. A clock that is set back reopens no window and revives no mandate.
 *
 * @param now the computer's clock, Unix seconds
 */
export async function ledgerTime(ledger: Ledger, now: number): Promise<number> {
  const row = await ledger.documents.get('clock')
  return typeof row?.value === 'number' ? Math.max(row.value, now) : now
}

/**
 * When something became of a payment, by the ledger's time, in Unix milliseconds: what counts from then on
 * must not be over at once because a clock was set back.
 *
 * @param now the computer's clock, Unix milliseconds
 */
export async function ledgerMoment(ledger: Ledger, now: number): Promise<number> {
  return Math.max(now, (await ledgerTime(ledger, 0)) * 1_000)
}

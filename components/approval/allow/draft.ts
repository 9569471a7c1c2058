import type { MandateProposal, MandateTerms } from '@/lib/doors/ui-mandates'

import { excess, fromAtomic, isDecimal, toAtomic, typedDecimal } from '../../text/amount'
import { type WindowName, windowName, windowOf } from '../../text/choices'

/** How long a mandate can be given for, in days, in the order of a list. */
export const LIFETIMES = ['1', '7', '30', '90', '365'] as const

export type Lifetime = (typeof LIFETIMES)[number]

/** The most that a mandate's signatures may be usable for, in seconds. */
export const LONGEST_WINDOW = 600

const USD_DECIMALS = 18
const DAY = 86_400
const MS = 1_000
const WHOLE = /^[1-9]\d*$/

/** What stands in the form, as typed. Amounts are dollars, which every proposed asset is worth one to one. */
export type Draft = {
  readonly each: string
  readonly total: string
  readonly period: WindowName
  readonly days: Lifetime
  /** index in the proposal's accounts */
  readonly account: number
  readonly anyPayee: boolean
  readonly path: string
  readonly windowSeconds: string
  /** whether the same thing may be paid again within ten minutes */
  readonly mayRepeat: boolean
}

/** Which fields cannot be used as they stand. */
export type Faults = {
  readonly each: 'not-an-amount' | 'over-limit' | null
  readonly total: 'not-an-amount' | null
  readonly path: 'no-path' | null
  readonly windowSeconds: 'no-window' | null
}

/** Dollars as they stand in a field: the sign, and two decimals at least. */
const typedDollars = (atomic: string, decimals: number): string => `$${fromAtomic(atomic, decimals)}`

/** The form as it opens, with the proposal's numbers. */
export function draftOf({ terms, decimals }: MandateProposal): Draft {
  return {
    each: typedDollars(terms.assets[0]?.maxAmount ?? '0', decimals),
    total: typedDollars(toAtomic(terms.total, USD_DECIMALS) ?? '0', USD_DECIMALS),
    period: windowName(terms.window),
    days: '30',
    account: 0,
    anyPayee: terms.payees === '*',
    path: terms.pathPrefix ?? '',
    windowSeconds: String(terms.maxWindowSeconds),
    mayRepeat: terms.mayRepeat,
  }
}

/** What is wrong with a draft, field by field; what the owner's other limits say of it the background knows. */
export function faultsOf(draft: Draft, { decimals, mostEach }: MandateProposal): Faults {
  const each = typedDecimal(draft.each)
  const total = typedDecimal(draft.total)
  const path = draft.path.trim()
  const isAmount = (decimal: string) => isDecimal(decimal, decimals) && /[1-9]/.test(decimal)
  return {
    each: !isAmount(each)
      ? 'not-an-amount'
      : mostEach !== null && excess(each, mostEach) !== null
        ? 'over-limit'
        : null,
    total: isAmount(total) ? null : 'not-an-amount',
    path: path === '' || path.startsWith('/') ? null : 'no-path',
    windowSeconds:
      WHOLE.test(draft.windowSeconds.trim()) && Number(draft.windowSeconds) <= LONGEST_WINDOW
        ? null
        : 'no-window',
  }
}

/** True where nothing is wrong. */
export function isSound(faults: Faults): boolean {
  return Object.values(faults).every((fault) => fault === null)
}

/** When a mandate of this draft ends, Unix seconds. @param now Unix milliseconds */
export function endOf(draft: Draft, now: number): number {
  return Math.floor(now / MS) + Number(draft.days) * DAY
}

/**
 * The mandate that a sound draft asks for.
 *
 * @param now Unix milliseconds
 */
export function termsOf(draft: Draft, proposal: MandateProposal, now: number): MandateTerms {
  const { terms, decimals, accounts } = proposal
  const path = draft.path.trim()
  const maxAmount = toAtomic(typedDecimal(draft.each), decimals) ?? '0'
  return {
    ...terms,
    pathPrefix: path === '' ? null : path,
    payees: draft.anyPayee ? '*' : terms.payees,
    assets: terms.assets.map((asset) => ({ ...asset, maxAmount })),
    total: typedDecimal(draft.total),
    window: windowOf(draft.period),
    maxWindowSeconds: Number(draft.windowSeconds),
    mayRepeat: draft.mayRepeat,
    expiresAt: endOf(draft, now),
    account: accounts[draft.account]?.address ?? null,
  }
}

/** Whether an account is known to hold too little for a payment. @param amount decimal text of the asset */
export function isShort(account: MandateProposal['accounts'][number] | undefined, amount: string): boolean {
  if (account === undefined || account.address === null) return true
  return account.balance !== null && excess(amount, account.balance) !== null
}

import type { MandateProposal, MandateTerms, NarrowedMandate } from '@/lib/doors/ui-mandates'

import { excess, fromAtomic, isDecimal, toAtomic, typedDecimal } from '../../text/amount'

const USD_DECIMALS = 18
const DAY = 86_400

/** What stands in the form, as typed. Amounts are dollars, which the asset is worth one to one. */
export type MandateDraft = {
  readonly each: string
  readonly total: string
  readonly days: string
  readonly payees: MandateTerms['payees']
  readonly transports: readonly string[]
  /** index in the proposal's accounts */
  readonly account: number
}

/** What cannot stand as it is, by field. */
export type MandateFault = 'each' | 'each-limit' | 'total' | 'days' | 'payees' | 'transports'

const dollarsOf = (decimal: string): string =>
  `$${fromAtomic(toAtomic(decimal, USD_DECIMALS) ?? '0', USD_DECIMALS)}`

/** Whole days until the end that is asked for; at least one. @param now Unix milliseconds */
const daysLeft = ({ expiresAt }: MandateTerms, now: number): number =>
  Math.max(1, Math.round((expiresAt - now / 1_000) / DAY))

/** The form as it opens: what is asked for, each payment no higher than the owner's own limit for one. */
export function mandateDraft({ terms, decimals, mostEach }: MandateProposal, now: number): MandateDraft {
  const asked = fromAtomic(terms.assets[0]?.maxAmount ?? '0', decimals)
  const each = mostEach !== null && excess(asked, mostEach) !== null ? mostEach : asked
  const { payees, transports, total } = terms
  return {
    each: dollarsOf(each),
    total: dollarsOf(total),
    days: String(daysLeft(terms, now)),
    payees,
    transports,
    account: 0,
  }
}

/** What is wrong with a draft: no more than what was asked for can be given, and no more than the owner allows. */
export function mandateFaults(
  draft: MandateDraft,
  { terms, decimals, mostEach }: MandateProposal,
  now: number,
): readonly MandateFault[] {
  const each = typedDecimal(draft.each)
  const total = typedDecimal(draft.total)
  const isAmount = (text: string, most: string) =>
    isDecimal(text, decimals) && /[1-9]/.test(text) && excess(text, most) === null
  const isOverLimit = mostEach !== null && isDecimal(each, decimals) && excess(each, mostEach) !== null
  const asked = fromAtomic(terms.assets[0]?.maxAmount ?? '0', decimals)
  const days = draft.days.trim()
  const faults: readonly (MandateFault | false)[] = [
    isOverLimit ? 'each-limit' : !isAmount(each, asked) && 'each',
    !isAmount(total, terms.total) && 'total',
    !(/^[1-9]\d{0,2}$/.test(days) && Number(days) <= daysLeft(terms, now)) && 'days',
    draft.payees.length === 0 && 'payees',
    draft.transports.length === 0 && 'transports',
  ]
  return faults.filter((fault) => fault !== false)
}

/** What a sound draft gives. */
export function narrowed(draft: MandateDraft, proposal: MandateProposal, now: number): NarrowedMandate {
  const { terms, decimals, accounts } = proposal
  const until = Math.floor(now / 1_000) + Number(draft.days) * DAY
  return {
    maxAmount: toAtomic(typedDecimal(draft.each), decimals) ?? '0',
    total: typedDecimal(draft.total),
    payees: draft.payees,
    transports: draft.transports,
    expiresAt: Math.min(until, terms.expiresAt),
    account: accounts[draft.account]?.address ?? null,
  }
}

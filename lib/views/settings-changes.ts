import type { BudgetRule } from '@/lib/core/budget/rules'
import { parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import type { Settings } from '@/lib/ledger/read/documents'
import { SETTING_NAMES, type SettingName, type SettingsFile } from '@/lib/ledger/read/settings-file'

/** Limits in dollars and numbers that are limits too. */
export type LimitName =
  | 'perPaymentUsd'
  | 'perDayUsd'
  | 'perSiteDayUsd'
  | 'maxRisePercent'
  | 'automaticPerMinute'

/** What a file of settings would change, as the owner is shown it before. */
export type SettingsDiff =
  | {
      readonly kind: 'limit'
      readonly name: LimitName
      readonly from: string
      readonly to: string
      readonly raised: boolean
    }
  /** own limits that are new, gone, lower, or in any other way different */
  | {
      readonly kind: 'budgets'
      readonly added: number
      readonly removed: number
      readonly lowered: number
      readonly loosened: number
    }
  | {
      readonly kind: 'list'
      readonly name: ListName
      readonly added: readonly string[]
      readonly removed: readonly string[]
    }
  | { readonly kind: 'flag'; readonly name: 'testnets' | 'agentsDrive' | 'developer'; readonly on: boolean }
  | {
      readonly kind: 'other'
      readonly name: 'autoLockMinutes' | 'rpc' | 'nativePerDay' | 'language' | 'theme' | 'preferredNetworks'
    }

/** Settings that are lists: what is in them is named. */
export type ListName = 'blockedOrigins' | 'assets' | 'payeesAllowed' | 'payeesBlocked'

const LIMITS: readonly LimitName[] = [
  'perPaymentUsd',
  'perDayUsd',
  'perSiteDayUsd',
  'maxRisePercent',
  'automaticPerMinute',
]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** 18-decimal, for a comparison alone. */
const numberOf = (value: string | number): bigint => {
  const read = parseDecimal(String(value), USD_DECIMALS)
  return read.ok ? read.value : 0n
}

/** What would be another setting after the file was taken in, in the order in which it is shown. */
export function settingsDiff(before: Settings, file: SettingsFile): readonly SettingsDiff[] {
  return SETTING_NAMES.flatMap((name): readonly SettingsDiff[] => {
    const after = file[name]
    return after === undefined || same(before[name], after) ? [] : diffOf(name, before, file)
  })
}

function diffOf(name: SettingName, before: Settings, file: SettingsFile): readonly SettingsDiff[] {
  const limit = LIMITS.find((known) => known === name)
  if (limit !== undefined) {
    const [from, to] = [before[limit], file[limit] ?? before[limit]]
    if (numberOf(from) === numberOf(to)) return []
    return [
      {
        kind: 'limit',
        name: limit,
        from: String(from),
        to: String(to),
        raised: numberOf(to) > numberOf(from),
      },
    ]
  }
  switch (name) {
    case 'budgets':
      return [{ kind: 'budgets', ...budgetsDiff(before.budgets, file.budgets ?? []) }]
    case 'assets': {
      const named = (of: Settings['assets']) => of.map((e) => `${e.network} ${e.asset} ${e.maxAmount ?? ''}`)
      return list('assets', named(before.assets), named(file.assets ?? []))
    }
    case 'blockedOrigins':
      return list('blockedOrigins', before.blockedOrigins, file.blockedOrigins ?? [])
    case 'payees':
      return [
        ...list('payeesAllowed', before.payees.allow, file.payees?.allow ?? []),
        ...list('payeesBlocked', before.payees.block, file.payees?.block ?? []),
      ]
    case 'testnets':
    case 'agentsDrive':
    case 'developer':
      return [{ kind: 'flag', name, on: file[name] === true }]
    case 'autoLockMinutes':
    case 'rpc':
    case 'nativePerDay':
    case 'language':
    case 'theme':
    case 'preferredNetworks':
      return [{ kind: 'other', name }]
    default:
      return []
  }
}

function list(name: ListName, before: readonly string[], after: readonly string[]): readonly SettingsDiff[] {
  const added = after.filter((each) => !before.includes(each))
  const removed = before.filter((each) => !after.includes(each))
  return added.length + removed.length === 0 ? [] : [{ kind: 'list', name, added, removed }]
}

function budgetsDiff(before: readonly BudgetRule[], after: readonly BudgetRule[]) {
  const known = (of: readonly BudgetRule[], id: string) => of.find((rule) => rule.id === id)
  const changed = after.flatMap((rule) => {
    const old = known(before, rule.id)
    return old === undefined || same(old, rule) ? [] : [{ old, rule }]
  })
  const isLower = ({ old, rule }: (typeof changed)[number]) =>
    same([old.scope, old.unit, old.window], [rule.scope, rule.unit, rule.window]) &&
    numberOf(rule.limit) < numberOf(old.limit)
  const lowered = changed.filter(isLower).length
  return {
    added: after.filter(({ id }) => known(before, id) === undefined).length,
    removed: before.filter(({ id }) => known(after, id) === undefined).length,
    lowered,
    loosened: changed.length - lowered,
  }
}

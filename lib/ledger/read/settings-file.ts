import { parseRpcUrl } from '@/lib/chain/networks'
import { networkById } from '@/lib/core/assets/lookup'
import { isAddress } from '@/lib/core/caip/address'
import { isRecord } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'
import type { Settings } from './documents'

const FORMAT = 'countersign-settings'
const VERSION = 1

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2_000
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isWithin = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most
const isOneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value)
const areTexts = (most: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= most && value.every(isText)
const isAtomic = (value: unknown): boolean => isText(value) && /^(0|[1-9]\d{0,77})$/.test(value)
/** Dollars, a million at most. */
const isDollars = (value: unknown): boolean =>
  isText(value) && /^(0|[1-9]\d{0,6})(\.\d{1,18})?$/.test(value) && Number(value) <= 1_000_000
const isMaybe = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value)
const isByNetwork = (holds: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) &&
  Object.entries(value).every(([network, of]) => networkById(network) !== null && holds(of))

const SCOPES = ['site', 'origin', 'agent', 'payee', 'intent', 'mandate']
const LONGEST_WINDOW = 366 * 86_400

function isBudget(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.id) || value.id === '') return false
  const { scope, unit, window, limit } = value
  if (!isRecord(scope) || !isRecord(unit) || !isRecord(window)) return false
  const isScope =
    scope.kind === 'everything' ||
    (SCOPES.some((kind) => kind === scope.kind) && (scope.value === null || isText(scope.value)))
  const isUnit =
    unit.kind === 'usd'
      ? isMaybe(isFlag)(unit.testnet) && isDollars(limit)
      : unit.kind === 'atomic' &&
        isText(unit.network) &&
        isText(unit.asset) &&
        isAddress(unit.network, unit.asset) &&
        isAtomic(limit)
  const isWindow =
    window.kind === 'month' ||
    window.kind === 'total' ||
    (window.kind === 'rolling' && isWithin(3_600, LONGEST_WINDOW)(window.seconds))
  return isScope && isUnit && isWindow
}

/** An asset without a cap has no place in a file: nothing is ever paid uncapped (I10). */
function isEntry(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.network) || !isText(value.asset)) return false
  return (
    networkById(value.network) !== null &&
    isAddress(value.network, value.asset) &&
    isAtomic(value.maxAmount) &&
    isMaybe(isWithin(0, 36))(value.decimals) &&
    isMaybe(isText)(value.name) &&
    isMaybe(isText)(value.version) &&
    isMaybe(isAtomic)(value.approvalAbove) &&
    isMaybe(isWithin(1, 2))(value.quoteVersion)
  )
}

const isUrls = (value: unknown): boolean =>
  areTexts(5)(value) &&
  (value as string[]).length > 0 &&
  (value as string[]).every((u) => parseRpcUrl(u) === u)

const areOf = (holds: (value: unknown) => boolean, most: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= most && value.every(holds)

/** What a file of settings may hold, and what each of it must be. Accounts and the pause are this wallet's own. */
const FIELDS = {
  perPaymentUsd: isDollars,
  perDayUsd: isDollars,
  perSiteDayUsd: isDollars,
  budgets: areOf(isBudget, 40),
  assets: areOf(isEntry, 50),
  nativePerDay: isByNetwork(isAtomic),
  maxRisePercent: isWithin(0, 100),
  automaticPerMinute: isWithin(1, 120),
  payees: (value: unknown) => isRecord(value) && areTexts(1_000)(value.allow) && areTexts(1_000)(value.block),
  blockedOrigins: areTexts(10_000),
  preferredNetworks: areTexts(100),
  testnets: isFlag,
  agentsDrive: isFlag,
  autoLockMinutes: isWithin(1, 480),
  rpc: isByNetwork(isUrls),
  language: isOneOf('auto', 'en', 'es'),
  theme: isOneOf('auto', 'light', 'dark'),
  developer: isFlag,
} as const satisfies Partial<Record<keyof Settings, (value: unknown) => boolean>>

/** The settings that travel in a file. */
export type SettingName = keyof typeof FIELDS

/** What a file says: the settings that it holds, each of the right shape. */
export type SettingsFile = Partial<Pick<Settings, SettingName>>

/** Why a text is no file of settings; `field` names the first that is wrong. */
export type SettingsFault = {
  readonly reason: 'not-json' | 'not-settings' | 'bad-field'
  readonly field: string | null
}

/** The names, in the order of a file. */
export const SETTING_NAMES = Object.keys(FIELDS) as readonly SettingName[]

/** The settings as a file: JSON without accounts, words, keys or mandates. */
export function settingsText(settings: Settings): string {
  const kept = Object.fromEntries(SETTING_NAMES.map((name) => [name, settings[name]]))
  return `${JSON.stringify({ format: FORMAT, version: VERSION, settings: kept }, null, 2)}\n`
}

/** Reads such a file. What it does not hold stays as it is; what it holds must be whole, or nothing is taken. */
export function readSettingsFile(text: string): Result<SettingsFile, SettingsFault> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return err({ reason: 'not-json', field: null })
  }
  if (
    !isRecord(parsed) ||
    parsed.format !== FORMAT ||
    parsed.version !== VERSION ||
    !isRecord(parsed.settings)
  )
    return err({ reason: 'not-settings', field: null })
  const given = parsed.settings
  const wrong = Object.keys(given).find(
    (name) => !Object.hasOwn(FIELDS, name) || !FIELDS[name as SettingName](given[name]),
  )
  return wrong === undefined ? ok(given as SettingsFile) : err({ reason: 'bad-field', field: wrong })
}

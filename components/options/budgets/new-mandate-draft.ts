import type { MandateTerms } from '@/lib/doors/ui-mandates'

import { isDecimal, toAtomic, typedDecimal } from '../../text/amount'
import { nameOf, type WindowName, windowOf } from '../../text/choices'

/** How a request for payment can reach the wallet, as mandates name it. */
export const TRANSPORTS = ['http', 'provider', 'mcp', 'a2a'] as const

/** Days that a mandate can be given for, in the order of a list. */
export const LIFETIMES = ['1', '7', '30', '90', '365'] as const

const DAY = 86_400
const MS = 1_000
const USD_DECIMALS = 18
const EXTENSION = /^(chrome|moz)-extension:\/\/[\w@.{}-]+$/

/** An asset that can be chosen. `id` is network and address. */
export type AssetChoice = {
  readonly id: string
  readonly network: string
  readonly asset: string
  readonly decimals: number
  readonly testnet: boolean
  /** worth one dollar a unit */
  readonly isDollar: boolean
}

/** What stands in the form, as typed. */
export type NewMandate = {
  readonly origin: string
  readonly agent: string
  readonly path: string
  /** one address a line, or with spaces between */
  readonly payees: string
  readonly anyPayee: boolean
  readonly assets: readonly { readonly id: string; readonly max: string }[]
  /** counts in dollars, or in the one asset that is chosen */
  readonly inAsset: boolean
  readonly total: string
  readonly period: WindowName
  readonly days: (typeof LIFETIMES)[number]
  readonly windowSeconds: string
  readonly transports: readonly string[]
  /** automatic payments a minute, and percent of a rise; empty for the owner's own */
  readonly rate: string
  readonly rise: string
  readonly mayRepeat: boolean
  readonly upto: boolean
  /** null: the spending account */
  readonly account: string | null
}

/** The fields that cannot stand as they are. */
export type NewMandateFault =
  | 'origin'
  | 'path'
  | 'payees'
  | 'assets'
  | 'total'
  | 'windowSeconds'
  | 'transports'
  | 'rate'
  | 'rise'

/** The form as it opens. @param origin of the site that it is for; empty where none is known yet */
export function emptyMandate(origin: string, asset: string): NewMandate {
  return {
    origin,
    agent: '',
    path: '',
    payees: '',
    anyPayee: false,
    assets: [{ id: asset, max: '' }],
    inAsset: false,
    total: '',
    period: 'day',
    days: '30',
    windowSeconds: '60',
    transports: ['http'],
    rate: '',
    rise: '',
    mayRepeat: false,
    upto: false,
    account: null,
  }
}

/** The origin that a typed name means: a host means its https origin. */
export const originOf = (typed: string): string | null =>
  EXTENSION.test(typed.trim()) ? typed.trim() : nameOf('origin', typed)

/** The addresses in a typed list. */
export const payeesOf = (typed: string): readonly string[] => typed.split(/[\s,;]+/).filter((p) => p !== '')

const WHOLE = /^(0|[1-9]\d{0,5})$/
const isWholeOrEmpty = (text: string): boolean => text.trim() === '' || WHOLE.test(text.trim())
const isAbove0 = (decimal: string, decimals: number): boolean =>
  isDecimal(decimal, decimals) && /[1-9]/.test(decimal)

/** What is wrong with the form by itself; what the owner's limits say of it the background knows. */
export function faultsOf(of: NewMandate, choices: readonly AssetChoice[]): ReadonlySet<NewMandateFault> {
  const faults = new Set<NewMandateFault>()
  const chosen = of.assets.map(({ id, max }) => ({ max, known: choices.find((c) => c.id === id) }))
  const unit = of.inAsset ? chosen[0]?.known : undefined
  const path = of.path.trim()
  if (originOf(of.origin) === null) faults.add('origin')
  if (path !== '' && !path.startsWith('/')) faults.add('path')
  if (!of.anyPayee && !arePayees(of.payees)) faults.add('payees')
  const areAmounts = chosen.every(({ max, known }) => known && isAbove0(typedDecimal(max), known.decimals))
  const ids = new Set(of.assets.map(({ id }) => id))
  if (chosen.length === 0 || !areAmounts || ids.size < chosen.length) faults.add('assets')
  if (!isAbove0(typedDecimal(of.total), unit?.decimals ?? USD_DECIMALS)) faults.add('total')
  if (!WHOLE.test(of.windowSeconds.trim()) || Number(of.windowSeconds) < 1) faults.add('windowSeconds')
  if (of.transports.length === 0) faults.add('transports')
  if (!isWholeOrEmpty(of.rate)) faults.add('rate')
  if (!isWholeOrEmpty(of.rise)) faults.add('rise')
  return faults
}

function arePayees(typed: string): boolean {
  const list = payeesOf(typed)
  return list.length > 0 && list.every((payee) => nameOf('payee', payee) !== null)
}

/**
 * The mandate that a form without faults asks for.
 *
 * @param now Unix milliseconds
 */
export function termsOfNew(of: NewMandate, choices: readonly AssetChoice[], now: number): MandateTerms {
  const assets = of.assets.flatMap(({ id, max }) => {
    const known = choices.find((c) => c.id === id)
    if (known === undefined) return []
    const { network, asset, decimals } = known
    return [{ network, asset, maxAmount: toAtomic(typedDecimal(max), decimals) ?? '0' }]
  })
  const [first] = assets
  const agent = of.agent.trim()
  const path = of.path.trim()
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    origin: originOf(of.origin) ?? '',
    agent: agent === '' ? null : agent,
    pathPrefix: path === '' ? null : path,
    payees: of.anyPayee ? '*' : payeesOf(of.payees),
    assets,
    unit:
      of.inAsset && first !== undefined
        ? { kind: 'asset', network: first.network, asset: first.asset }
        : { kind: 'usd', testnet: choices.find((c) => c.id === of.assets[0]?.id)?.testnet ?? false },
    total: typedDecimal(of.total),
    window: windowOf(of.period),
    maxWindowSeconds: Number(of.windowSeconds),
    expiresAt: Math.floor(now / MS) + Number(of.days) * DAY,
    transports: of.transports,
    automaticPerMinute: number(of.rate),
    maxRisePercent: number(of.rise),
    mayRepeat: of.mayRepeat,
    ...(of.upto ? { upto: true as const } : {}),
    account: of.account,
  }
}

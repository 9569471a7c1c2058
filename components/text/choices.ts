import type { BudgetScope, BudgetWindow } from '@/lib/core/admission/types'

import { hostParts } from './host'

/** Names of the windows that can be chosen, in the order of a list. */
export const WINDOW_NAMES = ['hour', 'day', 'week', 'days30', 'month', 'total'] as const

export type WindowName = (typeof WINDOW_NAMES)[number]

const HOUR = 3_600
const HOURS: Partial<Record<WindowName, number>> = { hour: 1, day: 24, week: 168, days30: 720 }

/** The window of that name; rolling ones in seconds. */
export function windowOf(name: WindowName): BudgetWindow {
  if (name === 'month' || name === 'total') return { kind: name }
  return { kind: 'rolling', seconds: (HOURS[name] ?? 0) * HOUR }
}

/** The name of a window, for a list that begins with it; `day` for a length without a name. */
export function windowName(window: BudgetWindow): WindowName {
  if (window.kind !== 'rolling') return window.kind
  return WINDOW_NAMES.find((name) => (HOURS[name] ?? 0) * HOUR === window.seconds) ?? 'day'
}

/** What a limit can be for, beside everything. */
export type ScopeKind = Exclude<BudgetScope['kind'], 'everything'>

/** What a limit can be for as one choice of a list: everything, each of a kind, or one of it. */
export type ScopeChoice = 'everything' | ScopeKind | `one ${Exclude<ScopeKind, 'intent'>}`

/** In the order of a list. A purchase is over before somebody could name it, so there is no one of it. */
export const SCOPE_CHOICES: readonly ScopeChoice[] = [
  'everything',
  'site',
  'one site',
  'origin',
  'one origin',
  'agent',
  'one agent',
  'payee',
  'one payee',
  'intent',
  'mandate',
  'one mandate',
]

/** The kind of a choice, and whether one of it must be named. */
export function choiceParts(
  choice: Exclude<ScopeChoice, 'everything'>,
): { readonly kind: ScopeKind; readonly isOne: false } | { readonly kind: NamedKind; readonly isOne: true } {
  switch (choice) {
    case 'one site':
    case 'one origin':
    case 'one agent':
    case 'one payee':
    case 'one mandate':
      return { kind: choice.slice('one '.length) as NamedKind, isOne: true }
    default:
      return { kind: choice, isOne: false }
  }
}

/** Kinds of which one can be named. */
export type NamedKind = Exclude<ScopeKind, 'intent'>

const LONGEST_AGENT = 100
/** Of either family: twenty bytes in hex, or base58. */
const ADDRESS = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/

/**
 * What somebody typed for one site, host, agent, payee or mandate, in the spelling that limits count by.
 *
 * @returns null where it names nothing of that kind
 */
export function nameOf(kind: NamedKind, text: string): string | null {
  const typed = text.trim()
  switch (kind) {
    case 'site':
      return hostParts(typed.includes('://') ? typed : `https://${typed}`)?.owner ?? null
    case 'origin': {
      const url = URL.parse(typed.includes('://') ? typed : `https://${typed}`)
      return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null
    }
    case 'agent':
      return typed !== '' && typed.length <= LONGEST_AGENT ? typed : null
    case 'payee':
      return ADDRESS.test(typed) ? typed : null
    case 'mandate':
      return typed === '' ? null : typed
  }
}

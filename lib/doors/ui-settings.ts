import type { AssetEntry } from '@/lib/core/admission/types'
import type { NetworkDocument } from '@/lib/ledger/read/network-states'

/** What a file of the ledger adds, or why it is refused; `line` counts from 1. */
export type HistoryImport =
  | {
      readonly payments: number
      readonly receipts: number
      /** they come paused */
      readonly mandates: number
      /** payees and prices; they come to a new ledger only */
      readonly remembered: number
      readonly isNew: boolean
    }
  | { readonly fault: { readonly code: string; readonly line: number; readonly detail: string } }

/** Totals that were not what the authorizations add up to, by name; they are right now. */
export type TotalsReport = { readonly checked: number; readonly wrong: readonly string[] }

/** How one node stands. `block` is its newest, null where it names none. */
export type NodeReport = { readonly state: NetworkDocument['nodes'][number]; readonly block: number | null }

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
    /** the addresses of its nodes, at least one */
    readonly rpcUrls: readonly string[]
  }[]
  readonly blockedOrigins: readonly string[]
  /** the account that mandates pay from; null until it is made */
  readonly spendingAccount: string | null
  /** assets beside the default ones, and caps of the owner's own */
  readonly assets: readonly AssetEntry[]
  readonly theme: 'auto' | 'light' | 'dark'
  /** whether the developers' corner is open */
  readonly developer: boolean
}

export type SettingsChange =
  | {
      readonly kind: 'limit'
      readonly which: 'perPaymentUsd' | 'perDayUsd' | 'perSiteDayUsd'
      readonly usd: string
    }
  /** what may be spent in a chain's own coin in a day, decimal text */
  | { readonly kind: 'native'; readonly network: string; readonly amount: string }
  /** limits that were written for another client: always with the password, since it may raise some */
  | { readonly kind: 'controls'; readonly perPaymentUsd: string; readonly assets: readonly AssetEntry[] }
  | { readonly kind: 'testnets'; readonly on: boolean }
  | { readonly kind: 'agentsDrive'; readonly on: boolean }
  | { readonly kind: 'language'; readonly language: 'auto' | 'en' | 'es' }
  | { readonly kind: 'theme'; readonly theme: 'auto' | 'light' | 'dark' }
  | { readonly kind: 'developer'; readonly on: boolean }
  /** allows an asset up to an atomic cap, or changes that; always with the password */
  | { readonly kind: 'asset'; readonly entry: AssetEntry }
  /** takes an entry away; with the password where what is left is a default asset without its cap */
  | { readonly kind: 'asset-remove'; readonly network: string; readonly asset: string }
  /** the addresses of a network's nodes, one or all of several */
  | { readonly kind: 'rpc'; readonly network: string; readonly url: string | readonly string[] }
  | { readonly kind: 'unblock'; readonly origin: string }

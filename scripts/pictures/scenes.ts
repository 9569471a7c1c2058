import type { Page } from '@playwright/test'

import { networkDocument } from '@/lib/ledger/read/network-states'

import { historyRows } from './ledger'
import { MOMENT, PASSWORD, type Stage } from './stage'

/** The published words of test accounts. */
const WORDS = 'test test test test test test test test test test test junk'

/** One screen of the pictures. */
type Scene = {
  readonly name: string
  /** the page of the extension, with its hash */
  readonly path: string
  /** one of those that stand for all where time is short */
  readonly gate?: true
  /** brings the wallet to where the scene needs it, once before its pictures */
  readonly before?: (stage: Stage) => Promise<unknown>
  /** opens what is folded, in each picture; texts differ by language, so it goes by role and place */
  readonly then?: (page: Page) => Promise<unknown>
}

/** Every screen, in the order in which the wallet passes through what they need. */
export const SCENES: readonly Scene[] = [
  { name: 'first-1-create', path: 'options.html#/welcome' },
  { name: 'home-none', path: 'popup.html', gate: true },
  {
    name: 'home',
    path: 'popup.html',
    gate: true,
    before: async ({ call, put }) => {
      await call('wallet.create', { words: WORDS, password: PASSWORD })
      await call('wallet.backedUp', undefined)
      await call('automatic.goOn', { stranger: null, password: PASSWORD })
      await put(historyRows())
      await call('ledger.recount', undefined)
      // Home tells what was paid by itself until it was looked at once: no picture is the first look.
      await call('automatic.seen', undefined)
    },
  },
  { name: 'home-page', path: 'options.html#/home', gate: true },
  { name: 'send', path: 'options.html#/send' },
  { name: 'first-4-limits', path: 'options.html#/welcome', gate: true },
  { name: 'activity', path: 'options.html#/activity', gate: true },
  { name: 'payment', path: 'options.html#/payment/p-04', gate: true },
  { name: 'payment-unknown', path: 'options.html#/payment/p-02' },
  { name: 'payment-refused', path: 'options.html#/payment/p-09' },
  { name: 'outstanding', path: 'options.html#/outstanding' },
  { name: 'budgets', path: 'options.html#/budgets', gate: true },
  { name: 'sites', path: 'options.html#/sites', gate: true },
  { name: 'receive', path: 'options.html#/fund', gate: true },
  {
    name: 'settings',
    path: 'options.html#/settings',
    gate: true,
    // The wallet asks its nodes one network after another: no picture is taken in the middle of it.
    before: async ({ call, put }) => {
      const { networks } = await call('settings.get', undefined)
      const value = (nodes: number) => ({
        kind: 'ok',
        nodes: Array(nodes).fill('ok'),
        at: MOMENT,
        since: MOMENT,
      })
      await put({
        documents: networks.map(({ network, rpcUrls }) => ({
          name: networkDocument(network),
          value: value(rpcUrls.length),
        })),
      })
    },
  },
  { name: 'approval', path: 'approval.html?id=ask-1', gate: true },
  { name: 'approval-over', path: 'approval.html?id=ask-2', gate: true },
  { name: 'approval-settled', path: 'approval.html?id=p-03' },
  { name: 'approval-unknown', path: 'approval.html?id=p-02' },
  { name: 'request-connect', path: 'approval.html?id=q-connect', gate: true },
  {
    name: 'home-paused',
    path: 'popup.html',
    before: ({ call }) => call('wallet.pause', { paused: true }),
  },
  {
    name: 'home-locked',
    path: 'popup.html',
    gate: true,
    before: async ({ call }) => {
      await call('wallet.pause', { paused: false })
      await call('wallet.lock', undefined)
    },
  },
  { name: 'recovery', path: 'options.html#/recovery' },
]

/** How a screen is shown: each width in each theme, and each language in each width and theme. */
export const VARIANTS = [
  { language: 'en', theme: 'light', width: 1_200 },
  { language: 'en', theme: 'dark', width: 380 },
  { language: 'es', theme: 'light', width: 380 },
  { language: 'es', theme: 'dark', width: 1_200 },
] as const
export type Variant = (typeof VARIANTS)[number]

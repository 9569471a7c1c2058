import { browser } from 'wxt/browser'

import { isLive } from '@/lib/core/lifecycle/transition'
import { late } from '@/lib/late/load'
import { isImporting } from '@/lib/ledger/write/documents'
import { refreshBadge } from './ask'
import { voidIntent } from './consent'
import { pay } from './pay'
import { proveOutstanding } from './prove'
import { removeStaleRules } from './send-rule'
import type { Wallet } from './wallet'
import { restored } from './watch-key'

/** What was asked longer ago than this is void: its page, and its terms, are old. */
const STALE_MS = 10 * 60_000

/** Ends what nobody answered in time: its terms are old, and it would keep its asker's place. */
export async function voidStale(wallet: Wallet): Promise<void> {
  const waiting = await wallet.ledger.intents.where('state').anyOf('asking', 'approved').toArray()
  await voidIntent(wallet, ...waiting.filter((i) => Date.now() - i.createdAt > STALE_MS).map((i) => i.id))
}

/** Stands in the session store, which ends with the browser. */
const BEGUN = 'begun'

/**
 * What was asked before this start of the browser is void: its documents are gone, and would be paid for by
 * whoever presses Pay on a question that nobody waits for. Money that is held stays held.
 */
async function voidEarlier(wallet: Wallet): Promise<void> {
  const { session } = browser.storage
  if ((await session.get(BEGUN))[BEGUN] === true) return
  const { intents, requests } = wallet.ledger
  await voidIntent(wallet, ...(await intents.where('state').anyOf('asking', 'approved').primaryKeys()))
  await requests.where('state').equals('asking').modify({ state: 'gone' })
  await session.set({ [BEGUN]: true })
  // Not every browser keeps the button as it was left.
  await (await late()).showPaused(wallet.ledger)
}

/** Puts the copy of a vault that is missing or damaged in its place, before a screen can ask for it. */
async function mend(wallet: Wallet): Promise<void> {
  if ((await wallet.vault.accounts()).length > 0) return
  if ((await (await late()).mendVault(wallet.ledger)) === 'ledger-lost') await restored(wallet)
}

/**
 * Takes up what an earlier life of the worker left behind: its rules are removed, and each payment goes
 * on from what the ledger holds. Only a navigation and a transaction need us for that; a page asks again by itself.
 */
export async function takeUp(wallet: Wallet): Promise<void> {
  await removeStaleRules()
  await mend(wallet)
  if (await isImporting(wallet.ledger)) await (await late()).finishImport(wallet.ledger)
  const { intents, authorizations } = wallet.ledger
  const now = Date.now()
  await voidEarlier(wallet)
  await voidStale(wallet)
  const open = await intents.where('state').anyOf('approved', 'paying').toArray()
  for (const intent of open) {
    const authorization = await authorizations.where('intentId').equals(intent.id).first()
    const started =
      authorization !== undefined && isLive(authorization.state) && authorization.state !== 'reserved'
    if (now - intent.createdAt > STALE_MS) {
      // Whoever asked has long gone. What was signed stays held until the chain says what became of it.
      await intents.update(intent.id, { state: 'done' })
    } else if (
      (intent.kind === 'navigation' || intent.kind === 'transaction') &&
      (!started || authorization.state === 'signed')
    ) {
      // Not awaited: what waits at the doors need not wait for this.
      void pay(wallet, intent.id).catch(() => undefined)
    }
  }
  await refreshBadge(wallet.ledger)
  // Neither awaited: what waits at the doors need not wait for a node.
  void proveOutstanding(wallet).catch(() => undefined)
}

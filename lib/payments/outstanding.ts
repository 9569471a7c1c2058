import { browser } from 'wxt/browser'
import type { AskedNow, CancelOpened, SentAgain } from '@/lib/doors/ui-outstanding'
import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import { openApprovalWindow } from './ask'
import { chainOf } from './chains'
import { openQuote } from './intake'
import { askNow } from './prove'
import { allowAgain } from './resend/allowance'
import { arm } from './send'
import type { Wallet } from './wallet'

type Of = { readonly id: string }

/** The owner sends one payment again. */
export async function sendOwn(wallet: Wallet, { id }: Of): Promise<SentAgain> {
  const { sendAgain } = await late()
  const tools = {
    tabs: browser.tabs,
    arm: (row: Parameters<typeof arm>[1], tabId: number, url: string) =>
      arm(wallet, row, { url, type: 'main_frame', tabId, host: null }),
    allow: allowAgain,
  }
  return await sendAgain(wallet.ledger, id, tools, Date.now())
}

/** The owner asks the chain about one payment now. */
export async function askChain(wallet: Wallet, { id }: Of): Promise<AskedNow> {
  return { said: await askNow(wallet, id) }
}

/** The owner wants a signed payment ended: asks for the transaction that does it, in the approval window. */
export async function cancelOwn(wallet: Wallet, { id }: Of): Promise<CancelOpened> {
  const { authorizations, intents } = wallet.ledger
  const row = await authorizations.get(id)
  if (row === undefined) return { cannot: 'missing' }
  const waiting = await intents.where('state').equals('asking').toArray()
  const asked = waiting.find((intent) => intent.action?.cancels === id)
  if (asked !== undefined) {
    await openApprovalWindow(asked.id)
    return { paymentId: asked.id }
  }
  const chain = chainOf(await readSettings(wallet.ledger), row.network)
  const plan = chain === null ? ({ cannot: 'no-node' } as const) : await (await late()).planCancel(chain, row)
  if ('cannot' in plan) return plan
  const opened = await openQuote(wallet, plan.wish, plan.found)
  return opened === null || opened.state === 'refused' ? { cannot: 'paused' } : { paymentId: opened.id }
}

import type { BrowserContext, Page } from '@playwright/test'
import { formatUnits } from 'viem'

import type { Devnet } from '../../tests/devnet'
import { articles } from '../../tests/devnet/merchants/articles'
import { decisionFor, type Kept, provedFor } from './ledger'
import {
  approvalPictures,
  beginPictures,
  desktopPicture,
  newsstandSize,
  payButton,
  picture,
  pictureFolder,
  screenPictures,
} from './pictures'
import { ask, type Launched } from './wallet'

type Balances = { readonly payer: bigint; readonly payee: bigint }

const decimals = 6

/**
 * Drives the main job without a person: a navigation to an article and a fetch by a page are paid through the approval
 * window, and every step is printed from the ledger and the chain.
 *
 * @param screen a page of the extension, with the wallet prepared
 * @throws Error when a step fails, or when the balances do not differ by exactly the sum of the prices
 */
export async function runScript({ context, base }: Launched, screen: Page, net: Devnet): Promise<void> {
  beginPictures()
  await ask(screen, 'settings.set', { change: { kind: 'language', language: 'en' } })
  const before = await balancesOf(net)

  const page = await context.newPage()
  await page.setViewportSize(newsstandSize)
  const first = await payNavigation(context, page, screen, net)
  const second = await payFetch(context, page, screen, net)
  await screenPictures(context, base, first.intent.id)

  const after = await balancesOf(net)
  await judge(net, before, after, [
    { kept: first, price: priceOf('tide-clock') },
    { kept: second, price: priceOf('bread-ledger') },
  ])
  say(`pictures: ${pictureFolder}`)
}

async function payNavigation(context: BrowserContext, page: Page, screen: Page, net: Devnet): Promise<Kept> {
  say('1. A navigation: the link to an article on the newsstand')
  const url = `${net.newsstand.url}/articles/tide-clock`
  const start = await balancesOf(net)
  await page.goto(net.newsstand.url)
  const newsstand = await picture(page, 'newsstand')
  const [window] = await Promise.all([
    approvalWindow(context),
    page.getByRole('link', { name: titleOf('tide-clock') }).click(),
  ])
  const light = await approvalPictures(window)
  const asked = await decisionFor(screen, url)
  await payButton(window).click()
  await page.locator('#article').waitFor()
  await picture(page, 'article')
  const kept = await provedFor(screen, url)
  await picture(window, 'approval-settled')
  await window.close()
  await desktopPicture(context, newsstand, light)
  await tell(kept, asked, start, net)
  return kept
}

async function payFetch(context: BrowserContext, page: Page, screen: Page, net: Devnet): Promise<Kept> {
  say('2. A fetch by a page: the first button of the newsstand’s page /app')
  const url = `${net.newsstand.url}/api/articles/bread-ledger`
  const start = await balancesOf(net)
  await page.goto(`${net.newsstand.url}/app`)
  const [window] = await Promise.all([
    approvalWindow(context),
    page.getByRole('button', { name: 'fetch GET', exact: true }).click(),
  ])
  const asked = await decisionFor(screen, url)
  await payButton(window).click()
  const answer = page.locator('#fetch-get-out[data-state=done]')
  await answer.waitFor()
  const text = (await answer.textContent()) ?? ''
  if (!text.startsWith('200 ')) throw new Error(`the page's fetch was answered ${text.slice(0, 80)}`)
  const kept = await provedFor(screen, url)
  await window.close()
  await tell(kept, asked, start, net)
  return kept
}

const approvalWindow = (context: BrowserContext): Promise<Page> =>
  context.waitForEvent('page', {
    predicate: (page) => page.url().includes('/approval.html'),
    timeout: 15_000,
  })

async function tell(kept: Kept, asked: string, start: Balances, net: Devnet): Promise<void> {
  const { intent, quote, approval, authorization: a, reservations, receipts } = kept
  const last = receipts.at(-1)
  const end = await balancesOf(net)
  row('request', `${intent.method} ${intent.url}, asked by ${intent.asker}`)
  row('quote', `x402 version ${quote.version}, reported by the ${quote.source}, ${quote.id}`)
  row('offer', `${a.scheme}, ${usdc(BigInt(a.amount))} on ${a.network}, to ${a.payTo}`)
  row('decision', `${asked}, and ${intent.decision.code} with the approval`)
  row('approval', `${approval.id}, used ${approval.used === 1 ? 'once' : 'never'}`)
  row('envelope', approval.envelopeDigest)
  for (const r of reservations)
    row('reservation', `${r.budgetKey}: $${formatUnits(r.amount, 18)}, ${r.state}`)
  row('nonce', `${a.nonce}, valid before ${new Date(a.validBefore * 1000).toISOString()}`)
  row('signed digest', a.typedDataDigest ?? 'none')
  row('answer', `${a.status}, ${a.outcome}`)
  row('transaction', `${a.transaction}, ${a.proved === 1 ? 'proved on the chain' : 'not proved'}`)
  row('payer', `${usdc(start.payer)} before, ${usdc(end.payer)} after`)
  row('payee', `${usdc(start.payee)} before, ${usdc(end.payee)} after`)
  row('receipt', `${last?.id}, the last of ${receipts.length}`)
  row('its digest', last?.digest ?? 'none')
  say('')
}

/** The chain is the judge: both balances, and a transfer for each receipt. */
async function judge(
  net: Devnet,
  before: Balances,
  after: Balances,
  payments: readonly { readonly kept: Kept; readonly price: bigint }[],
): Promise<void> {
  const due = payments.reduce((sum, { price }) => sum + price, 0n)
  const spent = before.payer - after.payer
  const earned = after.payee - before.payee
  say('Balances')
  row('prices', `${usdc(due)} in ${payments.length} payments`)
  row('payer spent', usdc(spent))
  row('payee earned', usdc(earned))
  if (spent !== due || earned !== due)
    throw new Error('the balances do not differ by exactly the sum of the prices')
  const transfers = await net.transfersTo(net.accounts.payee.address)
  for (const { kept, price } of payments) {
    const moved = transfers.find((t) => t.transactionHash === kept.authorization.transaction)
    if (moved?.value !== price)
      throw new Error(`no transfer of ${usdc(price)} for receipt ${kept.receipts.at(-1)?.id}`)
  }
  if (transfers.length !== payments.length) throw new Error(`the payee was paid ${transfers.length} times`)
  say('Both balances differ by exactly the sum of the prices, and each receipt has its transfer.')
}

async function balancesOf({ accounts, balanceOf }: Devnet): Promise<Balances> {
  const [payer, payee] = await Promise.all([
    balanceOf(accounts.payer.address),
    balanceOf(accounts.payee.address),
  ])
  return { payer, payee }
}

const articleOf = (id: string) => {
  const article = articles.find((a) => a.id === id)
  if (!article) throw new Error(`the newsstand has no article ${id}`)
  return article
}
const priceOf = (id: string) => articleOf(id).amount
const titleOf = (id: string) => articleOf(id).title

const usdc = (atomic: bigint) => `${formatUnits(atomic, decimals)} USDC (${atomic})`
const say = (line: string) => console.log(line)
const row = (name: string, value: string) => say(`   ${name.padEnd(15)}${value}`)

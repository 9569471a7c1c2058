import type { Page } from '@playwright/test'

import { askForBudget, buyArticle } from '../../../docs/examples/agent'
import type { Devnet } from '../../devnet'
import { openApproval } from '../support/agent'
import { BudgetsPage } from '../support/screens'
import { test as base, expect } from '../support/test'
import { launchWallet, PASSWORD, type WalletBrowser } from '../support/wallet'

/** A browser that shows that software drives it, as an agent's does. */
const test = base.extend({
  wallet: async ({ devnet }, use) => {
    devnet.forgetRequests()
    const wallet = await launchWallet(undefined, { driven: true })
    await use(wallet)
    await wallet.close()
  },
})

const articles = (devnet: Devnet, id: string) => `${devnet.newsstand.url}/api/articles/${id}`

/** A page of the newsstand's, and the budget that its owner gives the agent there. */
async function agentWithBudget(wallet: WalletBrowser, devnet: Devnet): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/free`)
  const asked = askForBudget(page, {
    network: `eip155:${devnet.chainId}`,
    asset: devnet.usdc,
    payee: devnet.accounts.payee.address,
  })
  await expect.poll(async () => (await wallet.rows('requests')).length).toBe(1)
  const owner = await openApproval(wallet)
  await owner.getByRole('radio', { name: /Account 1/ }).check()
  await owner.getByLabel(/^Password/).fill(PASSWORD)
  await owner.getByRole('button', { name: 'Allow' }).click()
  const answer = await asked
  expect(answer.granted && answer.mandate.total).toBe('0.40')
  await owner.close()
  return page
}

test('an agent that drives the browser by Playwright alone finishes a paid task under a mandate, and beyond it is told that a person must say so', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await agentWithBudget(wallet, devnet)
  const bought = await buyArticle(page, articles(devnet, 'tide-clock'), 'first')
  expect([bought.status, bought.code]).toEqual(['settled', 'READY_TO_SIGN'])
  expect(JSON.parse(bought.response?.body ?? '{}')).toMatchObject({ id: 'tide-clock' })
  expect(bought.receipt?.amount).toBe('250000')
  await judge.paid(250_000n)

  // The rest of the total is 0.15, and one payment may be 0.25.
  const over = await buyArticle(page, articles(devnet, 'seed-library'), 'second')
  expect([over.status, over.code]).toEqual(['pending', 'HOLD_APPROVAL_REQUIRED'])
  expect(JSON.stringify(over)).not.toMatch(/limit|budget|mandate|password|\$/)
  await judge.paid(250_000n)
})

test('an agent that opens the wallet’s own pages and clicks there pays nothing beyond the mandate, raises no limit and unlocks nothing without the password', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await agentWithBudget(wallet, devnet)
  const over = await buyArticle(page, articles(devnet, 'tide-clock'), 'first')
  expect(over.status).toBe('settled')
  const pending = await buyArticle(page, articles(devnet, 'paper-bridge'), 'second')
  expect(pending.code).toBe('HOLD_APPROVAL_REQUIRED')

  await test.step('the payment that waits', async () => {
    const approval = await openApproval(wallet)
    const pay = approval.getByRole('button', { name: /^Pay \$/ })
    await expect(pay).toBeVisible()
    await expect(approval.getByLabel(/^Password/)).toBeVisible()
    await expect(pay).toBeDisabled()
    await approval.getByLabel(/^Password/).fill('let me through')
    await pay.click()
    await expect(approval.getByText('Not this password.')).toBeVisible()
    // Past the screen, by the messages that it sends.
    const [waiting] = (await wallet.rows('intents')).filter((i) => i.state === 'asking')
    const paymentId = String(waiting?.id)
    const envelopeDigest = String(waiting?.envelopeDigest)
    await expect(wallet.call('approval.approve', { paymentId, envelopeDigest })).rejects.toThrow(
      'password-needed',
    )
    await approval.close()
  })

  await test.step('a limit, a mandate, and the setting itself', async () => {
    const budgets = await BudgetsPage.open(wallet)
    await budgets.edit(/^One payment/, '5').catch(() => undefined)
    await budgets.page.close()
    const change = { kind: 'limit', which: 'perDayUsd', usd: '1000' } as const
    await expect(wallet.call('settings.set', { change })).rejects.toThrow('password-needed')
    await expect(wallet.call('settings.set', { change: { kind: 'agentsDrive', on: false } })).rejects.toThrow(
      'password-needed',
    )
    const [mandate] = await wallet.rows('mandates')
    const id = String(mandate?.id)
    const longer = { kind: 'extend', expiresAt: Number(mandate?.expiresAt) + 86_400 } as const
    await expect(wallet.call('mandates.set', { id, change: longer })).rejects.toThrow('password-needed')
    const again = page.evaluate((of) => window.countersign.requestMandate(of), {
      network: `eip155:${devnet.chainId}`,
      asset: devnet.usdc,
      payees: [devnet.accounts.payee.address],
      maxPerPayment: '900000',
      total: '5',
    })
    await expect.poll(async () => (await wallet.rows('requests')).length).toBe(2)
    const question = (await wallet.rows('requests')).find((r) => r.state === 'asking')
    await expect(wallet.call('request.answer', { id: String(question?.id), approve: true })).rejects.toThrow(
      'password-needed',
    )
    await wallet.call('request.answer', { id: String(question?.id), approve: false })
    expect(await again).toEqual({ granted: false, code: 'HOLD_DECLINED' })
  })

  await test.step('the lock', async () => {
    await wallet.call('wallet.lock', undefined)
    const popup = await wallet.context.newPage()
    await popup.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
    await popup.getByLabel('Password').fill('let me in')
    await popup.getByRole('button', { name: 'Unlock' }).click()
    await expect(popup.getByText('Not this password.')).toBeVisible()
    expect((await wallet.call('wallet.status', undefined)).vault).toBe('locked')
    const locked = await buyArticle(page, articles(devnet, 'quiet-signal'), 'third')
    expect([locked.status, locked.code]).toEqual(['pending', 'HOLD_LOCKED'])
  })

  const settings = await wallet.call('settings.get', undefined)
  expect([settings.agentsDrive, settings.perDayUsd]).toEqual([true, '10.00'])
  expect((await wallet.rows('mandates')).length).toBe(1)
  await judge.paid(250_000n)
})

import type { Page } from '@playwright/test'

import type { MandateTerms } from '../../../lib/doors/ui-mandates'
import { SOLANA_DEVNET, SOLANA_FEE_PAYER, SOLANA_PAYEE, SOLANA_USDC, startSolana } from '../../devnet/solana'
import { expect, test, variant } from '../support/test'
import { launchWallet, PASSWORD } from '../support/wallet'

/** Pictures of a page in both themes, where somebody wants to look at them. */
async function look(page: Page, name: string, width: number): Promise<void> {
  const folder = process.env.LOOK_AT
  if (folder === undefined) return
  await page.setViewportSize({ width, height: 900 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true })
  }
}

test('a Solana payment is made by a click, and proved by its memo when the answer has come', async () => {
  const wallet = await launchWallet()
  await wallet.call('wallet.create', { password: PASSWORD })
  const { accounts } = await wallet.call('wallet.status', undefined)
  const payer = accounts[0]?.solana ?? ''
  expect(payer).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const net = await startSolana(payer)
  try {
    await wallet.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
    const rpc = { kind: 'rpc', network: SOLANA_DEVNET, url: net.rpc.url } as const
    await wallet.call('settings.set', { change: rpc, password: PASSWORD })

    const page = await wallet.context.newPage()
    await page.goto(net.shop)
    const answer = page.evaluate(async () => await (await fetch('/tide-tables')).json())
    const window = await wallet.approval()
    await expect(window.getByText('Solana devnet').first()).toBeVisible()
    await expect(window.getByText("The seller's facilitator sends it and pays the fee.")).toBeVisible()
    await expect(window.getByText('about 60 to 90 seconds after your yes')).toBeVisible()
    for (const address of [SOLANA_PAYEE, SOLANA_FEE_PAYER, SOLANA_USDC])
      await expect(window.getByTitle(address).first()).toBeVisible()
    await window.screenshot({ path: test.info().outputPath('approval.png'), fullPage: true })
    await window.getByRole('button', { name: /^Pay \$/ }).click()

    expect(await answer).toEqual({ high: '06:12', low: '12:25' })
    expect(net.ledger.balanceOf(SOLANA_PAYEE, SOLANA_USDC)).toBe(50_000n)
    const [landed] = net.ledger.landed
    await expect
      .poll(() => wallet.rows('authorizations'), { timeout: 20_000 })
      .toMatchObject([
        {
          state: 'settled',
          proved: 1,
          transferMethod: 'svm',
          from: payer,
          transaction: landed?.signature,
          moved: '50000',
        },
      ])
    const balances = await wallet.call('balances', { network: SOLANA_DEVNET })
    const held = balances.find((b) => b.asset === SOLANA_USDC)
    expect(held?.amount).toBe('99950000')

    // A node that does not answer leaves it unknown, and never zero.
    net.rpc.faults.down = true
    const unread = await wallet.call('balances', { network: SOLANA_DEVNET })
    expect(unread.find((b) => b.asset === SOLANA_USDC)?.amount).toBeNull()

    // The keys are watched from the unlock on, and the owner sees that nothing can be read.
    await wallet.call('wallet.lock', undefined)
    await wallet.call('wallet.unlock', { password: PASSWORD })
    const home = await wallet.context.newPage()
    await home.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
    await expect(home.getByText('Solana devnet cannot be read')).toBeVisible({ timeout: 30_000 })
    const settings = await wallet.context.newPage()
    await settings.goto(`chrome-extension://${wallet.extensionId}/options.html#/settings`)
    const nodes = settings.getByRole('list', { name: 'Addresses where Solana devnet is read' })
    await expect(nodes).toContainText('does not answer')
    await look(home, 'home-down', 380)
    await look(settings, 'nodes-down', 1_000)
    net.rpc.faults.down = false
    await settings.getByRole('button', { name: `Test ${net.rpc.url}` }).click()
    await expect(nodes).toContainText('answers, block')
  } finally {
    await net.stop()
    await wallet.close()
  }
})

test(
  'a mandate pays on Solana without asking, inside its total, and asks past it',
  variant(true),
  async () => {
    const wallet = await launchWallet()
    await wallet.call('wallet.create', { password: PASSWORD })
    const { account, accounts } = await wallet.call('wallet.status', undefined)
    const net = await startSolana(accounts[0]?.solana ?? '')
    try {
      await wallet.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
      const rpc = { kind: 'rpc', network: SOLANA_DEVNET, url: net.rpc.url } as const
      await wallet.call('settings.set', { change: rpc, password: PASSWORD })
      const terms: MandateTerms = {
        origin: new URL(net.shop).origin,
        agent: null,
        pathPrefix: null,
        payees: [SOLANA_PAYEE],
        assets: [{ network: SOLANA_DEVNET, asset: SOLANA_USDC, maxAmount: '50000' }],
        unit: { kind: 'usd', testnet: true },
        total: '0.12',
        window: { kind: 'rolling', seconds: 3_600 },
        maxWindowSeconds: 300,
        expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
        transports: ['http'],
        automaticPerMinute: 60,
        maxRisePercent: null,
        mayRepeat: true,
        account,
      }
      const { id } = await wallet.call('mandates.grant', { terms })
      const page = await wallet.context.newPage()
      await page.goto(net.shop)
      const buy = () => page.evaluate(async () => await (await fetch('/tide-tables')).json())
      for (let n = 1; n <= 2; n++) {
        expect(await buy()).toEqual({ high: '06:12', low: '12:25' })
        expect(net.ledger.balanceOf(SOLANA_PAYEE, SOLANA_USDC)).toBe(50_000n * BigInt(n))
      }
      expect(wallet.context.pages().filter((p) => p.url().includes('/approval.html'))).toEqual([])
      expect(await wallet.rows('authorizations')).toMatchObject([
        { transferMethod: 'svm', mandateId: id },
        { transferMethod: 'svm', mandateId: id },
      ])
      const third = buy()
      const window = await wallet.approval()
      await window.getByRole('button', { name: 'Decline', exact: true }).click()
      await third.catch(() => undefined)
      expect(net.ledger.landed).toHaveLength(2)
    } finally {
      await net.stop()
      await wallet.close()
    }
  },
)

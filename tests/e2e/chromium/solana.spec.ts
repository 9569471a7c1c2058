import { SOLANA_DEVNET, SOLANA_FEE_PAYER, SOLANA_PAYEE, SOLANA_USDC, startSolana } from '../../devnet/solana'
import { expect, test } from '../support/test'
import { launchWallet, PASSWORD } from '../support/wallet'

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
    const balances = await wallet.call('balances', undefined)
    const held = balances.find((b) => b.network === SOLANA_DEVNET && b.asset === SOLANA_USDC)
    expect(held?.amount).toBe('99950000')

    // A node that does not answer leaves it unknown, and never zero.
    net.rpc.faults.down = true
    const unread = await wallet.call('balances', undefined)
    expect(unread.find((b) => b.network === SOLANA_DEVNET && b.asset === SOLANA_USDC)?.amount).toBeNull()
  } finally {
    await net.stop()
    await wallet.close()
  }
})

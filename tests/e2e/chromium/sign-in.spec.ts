import { networkById } from '../../../lib/core/assets/lookup'
import { expect, test, variant } from '../support/test'

const PRICE = 250_000n

test.describe('what was paid for and is asked for again', () => {
  test('is given by the official server for a sign-in, and nothing is paid: a page’s fetch', async ({
    wallet,
    devnet,
    account,
    judge,
  }) => {
    const url = `${devnet.members.url}/api/rooms/tide-clock`
    const page = await wallet.context.newPage()
    await page.goto(devnet.members.url)
    const ask = () =>
      page.evaluate(async (u) => {
        const response = await fetch(u)
        return { status: response.status, body: (await response.json()) as { id?: string } }
      }, url)

    const first = ask()
    const bought = await wallet.pay()
    expect(await first).toMatchObject({ status: 200, body: { id: 'tide-clock' } })
    await bought.close()
    await judge.paid(PRICE)

    const again = ask()
    const window = await wallet.approval()
    await expect(window.getByText(/^You paid 0\.25 USDC for this on/)).toBeVisible()
    await window.getByText('Text of the sign-in', { exact: true }).click()
    await expect(window.getByText('wants you to sign in with your Ethereum account:')).toBeVisible()
    await window.getByRole('button', { name: 'Sign in instead of paying' }).click()
    expect(await again).toMatchObject({ status: 200, body: { id: 'tide-clock' } })
    await expect(window.getByRole('heading', { name: 'Signed in, nothing paid' })).toBeVisible()
    await expect(window.getByText('The site answered 200 to your sign-in.')).toBeVisible()
    await judge.paid(PRICE)
    expect(await wallet.rows('authorizations')).toHaveLength(1)
    expect(devnet.members.signIns().at(-1)).toBe('access_granted')
    const [proof] = (await wallet.rows('intents')).flatMap((row) => (row.signIn ? [row.signIn] : []))
    expect(proof).toMatchObject({ account, status: 200, header: null })
    expect(networkById(String((proof as { network: string }).network))?.testnet).toBe(true)
  })

  test(
    'is given for a sign-in to a page that is loaded again, and paid for where the site wants that after all',
    variant(true),
    async ({ wallet, devnet, account, judge }) => {
      const url = `${devnet.members.url}/rooms/bread-ledger`
      const page = await wallet.context.newPage()
      await page.goto(url)
      const bought = await wallet.pay()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await bought.close()
      await judge.paid(100_000n)

      await page.goto(url)
      const signing = await wallet.approval()
      await signing.getByRole('button', { name: 'Sign in instead of paying' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(signing.getByRole('heading', { name: 'Signed in, nothing paid' })).toBeVisible()
      await signing.close()
      await judge.paid(100_000n)

      devnet.members.forgetPayers()
      await page.goto(url)
      const refused = await wallet.approval()
      await refused.getByRole('button', { name: 'Sign in instead of paying' }).click()
      await expect
        .poll(async () => (await wallet.rows('intents')).filter((row) => row.state === 'asking').length)
        .toBe(1)
      await refused.close()
      await wallet.call('approval.open', undefined)
      const after = await wallet.approval()
      await expect(after.getByText(/^The site asked to be paid after your sign-in at/)).toBeVisible()
      await wallet.pay()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await judge.paid(100_000n, 100_000n)
      expect(account).toBeTruthy()
    },
  )
})

import { Keyboard } from '../support/keyboard'
import { expect, test } from '../support/test'

const PASSWORD = 'correct horse battery'

test('every flow by the keyboard alone, with the focus in sight', async ({ wallet, devnet }) => {
  const { newsstand } = devnet
  const full = async (place: string) => {
    const page = await wallet.context.newPage()
    await page.goto(`chrome-extension://${wallet.extensionId}/options.html${place}`)
    return page
  }

  await test.step('first run', async () => {
    const page = await full('#/welcome')
    const keys = new Keyboard(page)
    await keys.type(/^Password/, PASSWORD)
    await keys.type(/^Again/, PASSWORD)
    await keys.press(/^Continue/)
    await keys.press(/^Show the words/)
    const words = await page.locator('ol.words:not(.is-hidden) li').allInnerTexts()
    expect(words).toHaveLength(12)
    await keys.press(/^I wrote them down/)
    const asked = page.locator('.check label')
    await asked.first().waitFor()
    for (const label of await asked.allInnerTexts()) {
      const place = Number(/\d+/.exec(label)?.[0])
      const word = /[a-z]+$/.exec(words[place - 1]?.trim() ?? '')?.[0] ?? ''
      await keys.type(new RegExp(`^${label.trim()}$`), word)
    }
    await keys.press(/^Continue/)
    await keys.press(/^Keep these limits/)
    await keys.press(/^Done/)
    await expect(page.getByText('Nothing here yet.')).toBeVisible()
    const { account, backedUp } = await wallet.call('wallet.status', undefined)
    expect(backedUp).toBe(true)
    await devnet.fund(account as `0x${string}`, 5_000_000n)
    await wallet.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
    const rpc = { kind: 'rpc', network: `eip155:${devnet.chainId}`, url: devnet.rpcUrl } as const
    await wallet.call('settings.set', { change: rpc, password: PASSWORD })
    await page.close()
  })

  const page = await wallet.context.newPage()
  await test.step('approve', async () => {
    await page.goto(`${newsstand.url}/articles/tide-clock`)
    const window = await wallet.approval()
    const keys = new Keyboard(window)
    await keys.press(/^Pay \$0\.25$/)
    await expect(page.locator('#article')).toBeVisible()
    await keys.press(/^Done|^Close/, 'Space')
    await expect.poll(() => window.isClosed()).toBe(true)
  })

  await test.step('decline', async () => {
    await page.goto(`${newsstand.url}/articles/tide-clock?again`)
    const window = await wallet.approval()
    const keys = new Keyboard(window)
    await keys.press(/^Decline$/, 'Space')
    await expect(window.getByRole('heading', { name: 'Declined' })).toBeVisible()
    await keys.press(/^Close/)
    await expect.poll(() => window.isClosed()).toBe(true)
  })

  await test.step('a mandate', async () => {
    await page.goto(`${newsstand.url}/articles/tide-clock?third`)
    const window = await wallet.approval()
    const keys = new Keyboard(window)
    await keys.press(/without asking/, 'Space')
    await keys.type(/^each, in dollars/, '0.25')
    await keys.type(/^total, in dollars/, '1')
    await keys.press(/^Allow/)
    await expect.poll(async () => (await wallet.rows('mandates')).map((row) => row.state)).toEqual(['active'])
    await window.close()
  })

  await test.step('a limit, the pause, and going on', async () => {
    const settings = await full('#/settings')
    const keys = new Keyboard(settings)
    await keys.type(/^Everything, in 24 hours, in dollars/, '5.00')
    await keys.press(/^Save/)
    await expect.poll(async () => (await wallet.call('settings.get', undefined)).perDayUsd).toBe('5.00')
    const paused = async () => (await wallet.call('wallet.status', undefined)).paused
    await keys.press(/^Pause all payments/, 'Space')
    await expect.poll(paused).toBe(true)
    await expect(settings.getByText('Paused.', { exact: true })).toBeVisible()
    await settings.keyboard.press('Space')
    await expect.poll(paused).toBe(false)
  })
})

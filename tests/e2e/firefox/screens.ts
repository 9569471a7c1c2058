import type { ElementHandle, Page } from 'puppeteer-core'
import type { UiCalls, UiName, UiReply } from '@/lib/doors/ui-protocol'
import type { Devnet } from '../../devnet'
import { network } from '../../devnet/chain'
import { type Firefox, until } from './firefox'

/** The password of the wallet in these tests. */
export const password = 'a tide clock that is right'

/** What a page says now, as a person reads it. */
export const textOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
      document.body?.innerText ?? '',
  )

/** Waits until a page says this. */
export async function says(page: Page, text: string): Promise<void> {
  let last = ''
  await until(async () => {
    last = await textOf(page)
    return last.includes(text)
  }, `the page says "${text}"`).catch((error: Error) => {
    throw new Error(`${error.message}; it says: ${last}`)
  })
}

/**
 * Waits for the button whose name begins so and which can be pressed, and presses it with the mouse.
 *
 * Firefox says of itself that software drives it, and nothing hides that: the wallet then wants the password with
 * every yes, and it is typed here.
 */
export async function press(page: Page, name: string): Promise<void> {
  const button = await until(async () => {
    const found = await page.evaluateHandle(
      (start) =>
        [...document.querySelectorAll('button')].find(
          (b) => !b.disabled && (b.ariaLabel ?? b.textContent ?? '').trim().startsWith(start),
        ) ?? null,
      name,
    )
    const element = found.asElement() as ElementHandle<HTMLButtonElement> | null
    if (element === null) await typePassword(page)
    return element
  }, `a button "${name}" can be pressed`)
  await button.click()
}

/** Types the password that an answer waits for, unless it stands there already. */
async function typePassword(page: Page): Promise<void> {
  const field = await page.$('.foot input[type=password]')
  const isEmpty = await field?.evaluate((input) => (input as HTMLInputElement).value === '')
  if (isEmpty === true) await field?.type(password)
}

/** Types into the fields that a selector finds, one text each, in order, in place of what stands there. */
export async function fill(page: Page, selector: string, ...texts: readonly string[]): Promise<void> {
  const fields = await until(async () => {
    const found = await page.$$(selector)
    return found.length === texts.length && found
  }, `${texts.length} of ${selector} are shown`)
  for (const [index, field] of fields.entries()) {
    await field.click({ count: 3 })
    await field.type(texts[index] ?? '')
  }
}

/** Makes one call of the wallet's screens, from one of its pages. @throws with the code of a refusal */
export async function ask<N extends UiName>(
  page: Page,
  name: N,
  value: UiCalls[N][0],
): Promise<UiCalls[N][1]> {
  const reply = (await page.evaluate(
    async (message) => {
      const { browser } = globalThis as unknown as {
        browser: { runtime: { sendMessage(message: unknown): Promise<unknown> } }
      }
      return await browser.runtime.sendMessage(JSON.parse(message))
    },
    // The browser says that software drives it, so a mandate is given with the password.
    JSON.stringify({ door: 'ui', name, value: name === 'mandates.grant' ? { password, ...value } : value }),
  )) as UiReply<N>
  if ('error' in reply) throw new Error(`${name}: ${reply.error.code}`)
  return reply.ok
}

/**
 * Goes through the first run as a person does: new wallet, password, twelve words, three of them again,
 * limits, address.
 *
 * @returns the page, which now shows the activity, and the new address
 */
async function createWallet(firefox: Firefox): Promise<{ page: Page; address: `0x${string}` }> {
  const page = await firefox.openWallet('/options.html#/welcome')
  await fill(page, 'input[type=password]', password, password)
  await press(page, 'Continue')
  await press(page, 'Show the words')
  const words = await until(async () => {
    const shown = await page.$$eval('ol.words:not(.is-hidden) li', (items) =>
      items.map((li) => li.textContent),
    )
    return shown.length === 12 && shown
  }, 'twelve words are shown')
  await press(page, 'I wrote them down')
  await says(page, 'Three words, to be sure')
  const asked = await page.$$eval('.check label', (labels) =>
    labels.map((l) => Number(/\d+/.exec(l.textContent)?.[0])),
  )
  await fill(page, '.check input', ...asked.map((place) => words[place - 1]?.trim() ?? ''))
  await press(page, 'Continue')
  await press(page, 'Keep these limits')
  await press(page, 'Done')
  await says(page, 'Nothing here yet.')
  const { account } = await ask(page, 'wallet.status', undefined)
  if (account === null) throw new Error('the new wallet has no account')
  return { page, address: account as `0x${string}` }
}

/** A new wallet with 20 USDC of test money, which reads the local chain. */
export async function payingWallet(
  firefox: Firefox,
  net: Devnet,
): Promise<{ page: Page; address: `0x${string}` }> {
  const created = await createWallet(firefox)
  const { page, address } = created
  await net.fund(address, 20_000_000n)
  await ask(page, 'settings.set', { change: { kind: 'testnets', on: true }, password })
  await ask(page, 'settings.set', { change: { kind: 'rpc', network, url: net.rpcUrl }, password })
  return created
}

import type { Page } from '@playwright/test'

import { allow } from '../support/mandates'
import { expect, test } from '../support/test'
import { PASSWORD, setLimit, type WalletBrowser } from '../support/wallet'

/** Limits that no price here has, in any spelling. */
const LIMITS = { perPaymentUsd: '0.7391', perSiteDayUsd: '3.1477', perDayUsd: '7.3153' } as const
const OWN_LIMIT = '2.3917'
const MANDATE = { eachUsd: 0.0523, totalUsd: '0.4139' }

/** Words that would tell an agent what holds it, or how that is changed. */
const RECIPES =
  /limit|budget|mandate|\bcap\b|raise|increase|allow|setting|setLimit|balance|fund|owner|password|approve|paused|blocked|unlock/i

/** What a page can hear of the wallet: events on its document, the answers of its calls, its console. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const dispatch = EventTarget.prototype.dispatchEvent
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event instanceof CustomEvent) heard.push(JSON.stringify(event.detail ?? null))
      return dispatch.call(this, event)
    }
    for (const name of ['countersign:answer', 'message', 'securitypolicyviolation'])
      for (const target of [document, window])
        target.addEventListener(
          name,
          (event) =>
            heard.push(JSON.stringify((event as CustomEvent).detail ?? (event as MessageEvent).data ?? null)),
          true,
        )
  })
}

const numbers = (text: string): readonly string[] => {
  const digits = text.replace('.', '').replace(/^0+/, '')
  return [text, digits, `${digits}00`]
}

/** Asks for one thing at this price and gives what the page heard and got. */
async function askFor(wallet: WalletBrowser, url: string, path: string): Promise<string> {
  const page = await wallet.context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  await listen(page)
  await page.goto(`${url}/page`)
  const got = await page.evaluate(async (to) => {
    const controller = new AbortController()
    // A call that waits for a person is given up once the page was told so: that it waits is all that it may know.
    const { heard } = globalThis as unknown as { heard: string[] }
    const giveUp = setInterval(() => {
      if (heard.some((text) => /"type\\?":\\?"wait/.test(text))) controller.abort()
    }, 20)
    const answer = await fetch(to, { signal: controller.signal }).catch((error: unknown) => error)
    clearInterval(giveUp)
    return answer instanceof Response
      ? JSON.stringify([answer.status, [...answer.headers], await answer.text()])
      : String(answer)
  }, path)
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  const wide = await page.evaluate(() => Object.keys(globalThis).filter((name) => /countersign/i.test(name)))
  await page.close()
  // What the seller itself wrote is not the wallet's word.
  const own = [...heard, ...said.filter((text) => !text.includes('402')), ...wide]
  return `${own.join('\n')}\n${got.startsWith('[') ? '' : got}`
}

test('no refusal tells a page a limit, or how one is changed (atk-052)', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  expect(account).toMatch(/^0x/)
  for (const which of ['perPaymentUsd', 'perSiteDayUsd', 'perDayUsd'] as const)
    await setLimit(wallet, which, LIMITS[which])
  const { id } = await wallet.call('budgets.set', {
    budget: {
      scope: { kind: 'payee', value: devnet.accounts.payee.address },
      unit: { kind: 'usd', testnet: true },
      limit: OWN_LIMIT,
      window: { kind: 'total' },
    },
  })
  const url = devnet.scripted.url
  const mandate = await allow(wallet, devnet, url, MANDATE)
  const heard: string[] = []
  const at = async (amount: string, path: string) => {
    devnet.scripted.reset()
    devnet.scripted.otherwise({ do: 'quote', terms: { amount } })
    heard.push(await askFor(wallet, url, path))
    const [last] = (await wallet.rows('intents')).sort((a, b) => Number(b.createdAt) - Number(a.createdAt))
    return (last?.decision as { code: string } | undefined)?.code
  }
  expect(await at('60000', '/item/1')).toBe('HOLD_APPROVAL_REQUIRED')
  expect(await at('800000', '/item/2')).toBe('HOLD_OVER_PAYMENT_LIMIT')
  expect(await at('2500000', '/item/3')).toBe('HOLD_OVER_BUDGET')
  expect(await at('4000000', '/item/4')).toBe('HOLD_OVER_BUDGET')
  expect(await at('9000000', '/item/5')).toBe('HOLD_OVER_BUDGET')
  expect(await at('0x10', '/item/6')).toBe('BLOCK_AMOUNT')
  await wallet.call('mandates.set', { id: mandate, change: { kind: 'pause' } })
  expect(await at('50000', '/item/7')).toBe('HOLD_APPROVAL_REQUIRED')
  await wallet.call('wallet.lock', undefined)
  expect(await at('50000', '/item/8')).toBe('HOLD_LOCKED')
  await wallet.call('wallet.unlock', { password: PASSWORD })
  await wallet.call('wallet.pause', { paused: true })
  expect(await at('50000', '/item/9')).toBe('BLOCK_PAUSED')
  await wallet.call('wallet.pause', { paused: false })

  // Each of them reached a page, and was heard.
  expect(heard).toHaveLength(9)
  for (const text of heard) expect(text).toMatch(/"type\\?":\\?"(pass|wait)/)
  const all = heard.join('\n')
  const secrets = [...Object.values(LIMITS), OWN_LIMIT, MANDATE.totalUsd, String(MANDATE.eachUsd)].flatMap(
    numbers,
  )
  for (const secret of [...secrets, mandate, id]) expect(all).not.toContain(secret)
  expect(all.match(RECIPES)).toBeNull()
  await judge.paid()
})

test('a page cannot tell the owner’s addresses from others by what it hears', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  const { address } = await wallet.call('wallet.spendingAccount', undefined)
  const said: Record<string, boolean> = {}
  const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const nobody = '0x0000000000000000000000000000000000000000'
  for (const payTo of [account, address, stranger, nobody]) {
    devnet.scripted.reset()
    devnet.scripted.otherwise({ do: 'quote', terms: { amount: '10000', payTo } })
    const text = await askFor(wallet, devnet.scripted.url, `/to/${payTo.slice(2, 8)}`)
    said[payTo] = /"type\\?":\\?"wait/.test(text)
  }
  expect(said).toEqual({ [account]: true, [address]: true, [stranger]: true, [nobody]: false })
  // Of the four only the stranger is a question for a person.
  expect(await wallet.rows('intents').then((rows) => rows.filter((i) => i.state === 'refused').length)).toBe(
    3,
  )
  await judge.paid()
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Devnet, startDevnet } from '../../devnet'
import { gate } from '../support/gate'
import { killBrowser } from '../support/kill'
import { allow, countOf, fetchAll } from '../support/mandates'
import { ANOTHER_CHAIN, type Node, STANDS_STILL, startNode, TO_SOMEBODY_ELSE } from '../support/node'
import { payWaiting } from '../support/queue'
import { test as base, expect } from '../support/test'
import { launchWallet, PASSWORD, readyWallet, standingOf, type WalletBrowser } from '../support/wallet'

const PRICE = 10_000n

/** A browser that keeps pages that were left, a node that does what a test wants, and a site that may be paid. */
const test = base.extend<{ node: Node; shop: Page }>({
  wallet: async ({ devnet }, use) => {
    devnet.forgetRequests()
    devnet.scripted.reset()
    const wallet = await launchWallet(undefined, { keepsPages: true })
    await use(wallet)
    await wallet.close()
  },
  node: async ({ devnet, wallet, account }, use) => {
    expect(account).toMatch(/^0x/)
    const node = await startNode(devnet.rpcUrl)
    await askNode(wallet, devnet, node.url)
    await use(node)
    await node.stop()
  },
  shop: async ({ devnet, wallet, account }, use) => {
    expect(account).toMatch(/^0x/)
    await allow(wallet, devnet, devnet.scripted.url, { eachUsd: 0.01, totalUsd: '1.00' })
    await use(await open(wallet, devnet))
  },
})

async function askNode(wallet: WalletBrowser, { chainId }: Devnet, url: string): Promise<void> {
  const change = { kind: 'rpc', network: `eip155:${chainId}`, url } as const
  await wallet.call('settings.set', { change, password: PASSWORD })
}

async function open(wallet: WalletBrowser, devnet: Devnet): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.scripted.url}/page`)
  return page
}

/** The authorization of a path, as far as it stands. */
async function rowOf(wallet: WalletBrowser, path: string): Promise<Record<string, unknown> | undefined> {
  return (await wallet.rows('authorizations')).findLast((row) => String(row.url).endsWith(path))
}

/** Waits until the payment of a path stands so: state, and whether the chain proved it. */
async function stands(wallet: WalletBrowser, path: string, state: string, proved: 0 | 1): Promise<void> {
  await expect
    .poll(async () => {
      const row = await rowOf(wallet, path)
      return [row?.state, row?.proved]
    })
    .toEqual([state, proved])
}

/** Waits until a server has got the payment of a path. */
const arrived = (devnet: Devnet, path: string, times = 1) =>
  expect.poll(() => devnet.requestsSeen({ path }).paid).toBe(times)

/** Ends the worker, and asks the chain about all that is not proved, in another one. */
async function anew(wallet: WalletBrowser): Promise<void> {
  await wallet.killWorker()
  const open = (await wallet.rows('authorizations')).filter((row) => row.proved === 0)
  for (const { id } of open) await wallet.call('outstanding.ask', { id: String(id) })
}

/** Waits until the page of a payment tells the person this. */
async function tells(wallet: WalletBrowser, path: string, text: string): Promise<void> {
  const page = await wallet.context.newPage()
  const intent = String((await rowOf(wallet, path))?.intentId)
  await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/payment/${intent}`)
  await expect(page.getByText(text).first()).toBeVisible()
  await page.close()
}

test('a worker killed while the server has the payment, and once it has settled, ends paid (sent, followed)', async ({
  wallet,
  devnet,
  shop,
  judge,
}) => {
  const settling = gate()
  devnet.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'deliver', waits: { toSettle: settling.opened } },
  )
  await fetchAll(shop, ['/sent'])
  await arrived(devnet, '/sent')
  await wallet.killWorker()
  settling.open()
  await expect.poll(() => countOf(shop, 200)).toBe(1)
  await stands(wallet, '/sent', 'settled', 1)

  const answering = gate()
  devnet.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'cut', waits: { toAnswer: answering.opened } },
  )
  devnet.scripted.otherwise({ do: 'cut' })
  await fetchAll(shop, ['/followed'])
  await arrived(devnet, '/followed')
  await wallet.killWorker()
  answering.open()
  await stands(wallet, '/followed', 'settled', 1)
  await tells(wallet, '/followed', 'Proved on the chain')
  await judge.paid(PRICE, PRICE)
})

test('a worker killed while the chain is asked, and nodes that are down, prove nothing and lose nothing (proved)', async ({
  wallet,
  devnet,
  node,
  shop,
  judge,
}) => {
  node.silent()
  await fetchAll(shop, ['/proved'])
  await expect.poll(() => countOf(shop, 200)).toBe(1)
  await stands(wallet, '/proved', 'settled', 0)
  await tells(wallet, '/proved', 'The chain is read until there is proof.')
  await expect.poll(() => node.calls()).toBeGreaterThan(0)
  node.honest()
  await anew(wallet)
  await stands(wallet, '/proved', 'settled', 1)

  node.down()
  await wallet.killWorker()
  await fetchAll(shop, ['/down'])
  await expect.poll(() => countOf(shop, 200)).toBe(1)
  await stands(wallet, '/down', 'settled', 0)
  const held = await wallet.call('balances', { network: 'eip155:84532' })
  const amount = held.find((b) => b.asset === devnet.usdc)?.amount ?? null
  expect(amount).not.toBe('0')
  node.honest()
  await anew(wallet)
  await stands(wallet, '/down', 'settled', 1)
  await judge.paid(PRICE, PRICE)
})

test('nodes that lie are no proof: what was settled behind a cut stays held until one tells the truth (RPC lying)', async ({
  wallet,
  devnet,
  node,
  shop,
  judge,
}) => {
  for (const [path, lie] of [
    ['/still', STANDS_STILL],
    ['/chain', ANOTHER_CHAIN],
    ['/elsewhere', TO_SOMEBODY_ELSE],
  ] as const) {
    // Nobody answers while it is paid, so that nothing is proved before the lie.
    node.down()
    devnet.scripted.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
    devnet.scripted.otherwise({ do: 'cut' })
    await fetchAll(shop, [path])
    await stands(wallet, path, 'unknown', 0)
    node.lies(lie)
    await anew(wallet)
    await expect.poll(() => node.calls()).toBeGreaterThan(0)
    await stands(wallet, path, 'unknown', 0)
    node.honest()
    await anew(wallet)
    await stands(wallet, path, 'settled', 1)
    devnet.scripted.reset()
  }
  await judge.paid(PRICE, PRICE, PRICE)
})

test('a network that is cut while the payment is sent: asked again, the same payload is sent, once paid (case-014)', async ({
  wallet,
  devnet,
  node,
  shop,
  judge,
}) => {
  devnet.scripted.script({ do: 'normal' })
  devnet.scripted.otherwise({ do: 'cut' })
  node.down()
  await fetchAll(shop, ['/cut'])
  await stands(wallet, '/cut', 'unknown', 0)
  await expect.poll(() => countOf(shop, 200)).toBe(0)
  devnet.scripted.reset()
  node.honest()
  await fetchAll(shop, ['/cut'])
  await expect.poll(() => countOf(shop, 200)).toBe(1)
  await anew(wallet)
  await stands(wallet, '/cut', 'settled', 1)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  expect(new Set(devnet.requestsSeen({ path: '/cut' }).nonces).size).toBe(1)
  await judge.paid(PRICE)
})

test('a browser killed while a person is asked, while the server has the payment, and once it has settled (SIGKILL)', async ({
  devnet,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-'))
  const payee = devnet.accounts.payee.address
  const before = await devnet.balanceOf(payee)
  devnet.scripted.reset()
  devnet.forgetRequests()
  let wallet = await launchWallet(profile, { keepsPages: true })
  const again = async () => {
    const isGone = wallet.context.waitForEvent('close')
    killBrowser(profile)
    await isGone
    wallet = await launchWallet(profile, { keepsPages: true })
    await wallet.call('wallet.unlock', { password: PASSWORD })
    return await open(wallet, devnet)
  }
  await readyWallet(wallet, devnet)

  await fetchAll(await open(wallet, devnet), ['/asked'])
  await wallet.approval()
  let shop = await again()
  // The page that asked is gone, and its question with it: nobody can pay for it any more.
  expect((await wallet.rows('intents')).map((i) => i.state)).toEqual(['gone'])
  expect((await wallet.call('wallet.status', undefined)).waiting).toBe(0)
  await fetchAll(shop, ['/asked'])
  await payWaiting(wallet, '/asked')
  await expect.poll(() => countOf(shop, 200)).toBe(1)

  const settling = gate()
  devnet.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'deliver', waits: { toSettle: settling.opened } },
  )
  await fetchAll(shop, ['/sent'])
  await payWaiting(wallet, '/sent')
  await arrived(devnet, '/sent')
  shop = await again()
  // Whoever has the signature can use it: it is held, and nothing else is signed for this.
  expect((await rowOf(wallet, '/sent'))?.proved).toBe(0)
  expect(Number((await standingOf(wallet, 'site-day-test')).reserved)).toBeCloseTo(0.01)
  settling.open()
  await expect.poll(async () => (await devnet.balanceOf(payee)) - before).toBe(2n * PRICE)
  await anew(wallet)
  await stands(wallet, '/sent', 'settled', 1)

  const answering = gate()
  devnet.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'deliver', waits: { toAnswer: answering.opened } },
  )
  await fetchAll(shop, ['/followed'])
  await payWaiting(wallet, '/followed')
  await expect.poll(async () => (await devnet.balanceOf(payee)) - before).toBe(3n * PRICE)
  await again()
  await stands(wallet, '/followed', 'settled', 1)
  answering.open()
  const rows = await wallet.rows('authorizations')
  expect(rows.map((row) => [row.state, row.proved, row.amount])).toEqual(
    rows.map(() => ['settled', 1, String(PRICE)]),
  )
  expect(rows).toHaveLength(3)
  expect((await devnet.balanceOf(payee)) - before).toBe(3n * PRICE)
  await wallet.close()
})

test('a page that is left while its payment is under way, and gone back to, is not paid for twice (back-forward cache)', async ({
  wallet,
  devnet,
  shop,
  judge,
}) => {
  const answering = gate()
  devnet.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'deliver', waits: { toAnswer: answering.opened } },
  )
  await fetchAll(shop, ['/left'])
  await arrived(devnet, '/left')
  await shop.goto(`${devnet.newsstand.url}/`)
  answering.open()
  await stands(wallet, '/left', 'settled', 1)
  // A page that was kept is not loaded again.
  await shop.goBack({ waitUntil: 'commit' })
  const asked = devnet.requestsSeen({ path: '/left' }).requests.length
  await fetchAll(shop, ['/left'])
  await expect.poll(() => devnet.requestsSeen({ path: '/left' }).requests.length).toBeGreaterThan(asked)
  await wallet.call('wallet.status', undefined)
  expect(new Set(devnet.requestsSeen({ path: '/left' }).nonces).size).toBe(1)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  await judge.paid(PRICE)
})

test('a server that is slow past the window gets nothing: the amount is free again, and the person is told so', async () => {
  // A chain of its own: its clock is set forward.
  const devnet = await startDevnet()
  const wallet = await launchWallet(undefined, { keepsPages: true })
  try {
    const account = await readyWallet(wallet, devnet)
    await allow(wallet, devnet, devnet.scripted.url, { eachUsd: 0.01, totalUsd: '1.00' })
    const shop = await open(wallet, devnet)
    const settling = gate()
    devnet.scripted.script(
      { do: 'normal' },
      { do: 'settle', answer: 'deliver', waits: { toSettle: settling.opened } },
    )
    await fetchAll(shop, ['/slow'])
    await arrived(devnet, '/slow')
    await devnet.advance(300 + 120)
    settling.open()
    await anew(wallet)
    await stands(wallet, '/slow', 'released', 1)
    await tells(wallet, '/slow', 'The amount is free again.')
    const { settled, reserved } = await standingOf(wallet, 'site-day-test')
    expect([Number(settled), Number(reserved)]).toEqual([0, 0])
    expect(await devnet.balanceOf(account)).toBe(50_000_000n)
  } finally {
    await wallet.close()
    await devnet.stop()
  }
})

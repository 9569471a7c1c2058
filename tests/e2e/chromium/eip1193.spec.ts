import { recoverMessageAddress, recoverTypedDataAddress, toHex } from 'viem'

import type { Devnet } from '../../devnet'
import { connect, type Dapp, openDapp, press, transferData } from '../support/dapp'
import { allow } from '../support/mandates'
import { expect, test } from '../support/test'
import { PASSWORD, type WalletBrowser } from '../support/wallet'

const open = (wallet: WalletBrowser, devnet: Devnet): Promise<Dapp> =>
  openDapp(wallet, `${devnet.newsstand.url}/dapp`)

test('is announced by EIP-6963 beside whatever else is there, and never as window.ethereum', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const { page } = await open(wallet, devnet)
  const found = await page.evaluate(() => {
    const heard: unknown[] = []
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail
      heard.push({ name: info.name, rdns: info.rdns, frozen: Object.isFrozen(provider) })
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
    return { heard, ethereum: 'ethereum' in window }
  })
  expect(found).toEqual({
    heard: [{ name: 'Countersign', rdns: 'example.countersign.wallet', frozen: true }],
    ethereum: false,
  })
})

test('shows no account before a person connects one, and the one that was picked after', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  expect(await dapp.request('eth_accounts')).toEqual({ value: [] })
  expect(await dapp.request('eth_blockNumber')).toMatchObject({ code: 4100 })
  expect(await dapp.request('wallet_getPermissions')).toEqual({ value: [] })

  const declined = await dapp.ask('eth_requestAccounts')
  await press(wallet, 'Decline')
  expect(await declined()).toMatchObject({ code: 4001 })

  const asked = await dapp.ask('eth_requestAccounts')
  await press(wallet, 'Connect')
  expect(await asked()).toEqual({ value: [account] })
  expect(await dapp.request('eth_accounts')).toEqual({ value: [account] })
  await expect.poll(() => dapp.told('accountsChanged')).toEqual([[account]])
  await expect.poll(() => dapp.told('connect')).toEqual([{ chainId: '0x2105' }])
})

test('moves the provider to chains that the wallet knows, and reads them through the owner’s node', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  const to = (chainId: string) => dapp.request('wallet_switchEthereumChain', [{ chainId }])
  expect(await to('0x7a69')).toMatchObject({ code: 4902 })
  expect(await dapp.request('wallet_addEthereumChain', [{ chainId: '0x7a69' }])).toMatchObject({ code: 4902 })
  expect(await to('0x14a34')).toEqual({ value: null })
  expect(await dapp.request('eth_chainId')).toEqual({ value: '0x14a34' })
  expect(await dapp.request('net_version')).toEqual({ value: '84532' })
  await expect.poll(() => dapp.told('chainChanged')).toEqual(['0x14a34'])
  const block = await dapp.request('eth_blockNumber')
  expect('value' in block && block.value).toMatch(/^0x[0-9a-f]+$/)
  expect(await dapp.request('eth_getBalance', [account, 'latest'])).toHaveProperty('value')
  for (const method of ['eth_sign', 'eth_sendRawTransaction', 'eth_signTransaction', 'wallet_sendCalls'])
    expect([method, await dapp.request(method, [account, '0x00'])]).toMatchObject([method, { code: 4200 }])
})

test('tells a connected page that the wallet was locked, and its account again after the password', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  await wallet.call('wallet.lock', undefined)
  await expect.poll(() => dapp.told('accountsChanged')).toEqual([[account], []])
  expect(await dapp.request('eth_accounts')).toEqual({ value: [] })
  await wallet.call('wallet.unlock', { password: PASSWORD })
  await expect.poll(() => dapp.told('accountsChanged')).toEqual([[account], [], [account]])
})

test('a page gives its connection up, and is nobody again', async ({ wallet, account, devnet }) => {
  const dapp = await open(wallet, devnet)
  const asked = await dapp.ask('wallet_requestPermissions', [{ eth_accounts: {} }])
  await press(wallet, 'Connect')
  expect(await asked()).toMatchObject({
    value: [{ parentCapability: 'eth_accounts', caveats: [{ value: [account] }] }],
  })
  expect(await dapp.request('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ value: null })
  expect(await dapp.request('eth_accounts')).toEqual({ value: [] })
  await expect.poll(() => dapp.told('accountsChanged')).toEqual([[account], []])
})

test('the owner ends a connection on the page of the site, and the page hears it', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  await wallet.home.goto(`chrome-extension://${wallet.extensionId}/options.html#/sites`)
  await wallet.home.getByRole('link', { name: /connected/ }).click()
  await wallet.home.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => dapp.told('accountsChanged')).toEqual([[account], []])
  expect(await dapp.request('eth_accounts')).toEqual({ value: [] })
})

test('signs a message that a person saw whole; bytes that are no text are shown as such', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  const text = 'I agree\nto nothing \u202E at all'
  const asked = await dapp.ask('personal_sign', [toHex(text), account])
  const window = await wallet.approval()
  await expect(window.getByText('I agree')).toBeVisible()
  await expect(window.getByText('U+202E')).toBeVisible()
  await press(wallet, 'Sign')
  const end = await asked()
  if (!('value' in end)) throw new Error('not signed')
  const signature = end.value as `0x${string}`
  expect(await recoverMessageAddress({ message: text, signature })).toBe(account)

  const bytes = await dapp.ask('personal_sign', ['0xff00fe', account])
  await expect((await wallet.approval()).getByText('This is no text.')).toBeVisible()
  await press(wallet, 'Decline')
  expect(await bytes()).toMatchObject({ code: 4001 })

  const stranger = '0x2222222222222222222222222222222222222222'
  expect(await dapp.request('personal_sign', ['0x00', stranger])).toMatchObject({ code: 4100 })
})

test('shows a sign-in for this site as one, and refuses one for another site', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  const signIn = (domain: string, uri: string) =>
    [
      `${domain} wants you to sign in with your Ethereum account:`,
      account,
      '',
      'Read the news.',
      '',
      `URI: ${uri}`,
      'Version: 1',
      'Chain ID: 8453',
      'Nonce: 0123456789ab',
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
  const foreign = signIn('bank.test', 'https://bank.test')
  const refused = await dapp.request('personal_sign', [toHex(foreign), account])
  expect(refused).toMatchObject({ code: 4001, message: expect.stringContaining('domain') })

  const own = signIn(new URL(dapp.origin).host, dapp.origin)
  const asked = await dapp.ask('personal_sign', [toHex(own), account])
  await expect((await wallet.approval()).getByText('Signs you in to')).toBeVisible()
  await press(wallet, 'Sign')
  const end = await asked()
  if (!('value' in end)) throw new Error('not signed')
  const signature = end.value as `0x${string}`
  expect(await recoverMessageAddress({ message: own, signature })).toBe(account)
})

const MAIL = {
  domain: { name: 'Mail', version: '1', chainId: 1 },
  types: {
    Mail: [
      { name: 'subject', type: 'string' },
      { name: 'tags', type: 'string[]' },
    ],
  },
  primaryType: 'Mail',
  message: { subject: 'Hello', tags: ['one', 'two'] },
} as const

test('shows every field of typed data that it does not know, and no mandate signs it', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  await allow(wallet, devnet, dapp.origin, {
    eachUsd: 1,
    totalUsd: '2.00',
    change: { transports: ['provider'] },
  })
  const asked = await dapp.ask('eth_signTypedData_v4', [account, JSON.stringify(MAIL)])
  const window = await wallet.approval()
  for (const shown of ['primaryType', 'subject', 'Hello', 'tags[0]', 'one', 'tags[1]', 'two'])
    await expect(window.getByText(shown, { exact: true })).toBeVisible()
  await press(wallet, 'Sign')
  const end = await asked()
  if (!('value' in end)) throw new Error('not signed')
  const signature = end.value as `0x${string}`
  expect(await recoverTypedDataAddress({ ...MAIL, signature })).toBe(account)
})

test('typed data that moves money is a payment: asked, counted, signed as its page wrote it', async ({
  wallet,
  account,
  devnet,
  judge,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  const data = transferData(devnet, { from: account, value: 250_000n })
  const asked = await dapp.ask('eth_signTypedData_v4', [account, JSON.stringify(data)])
  const window = await wallet.approval()
  await expect(window.getByText('can move this amount to this address, once')).toBeVisible()
  await press(wallet, /^Pay \$/)
  const end = await asked()
  if (!('value' in end)) throw new Error('not signed')
  const signature = end.value as `0x${string}`
  expect(
    await recoverTypedDataAddress({ ...data, signature } as Parameters<typeof recoverTypedDataAddress>[0]),
  ).toBe(account)
  const [row] = await wallet.rows('authorizations')
  expect([row?.state, row?.nonce, row?.validBefore, row?.amount]).toEqual([
    'sent',
    data.message.nonce,
    Number(data.message.validBefore),
    '250000',
  ])
  const totals = await wallet.rows('totals')
  expect(totals.every((t) => t.reserved === '250000000000000000')).toBe(true)
  // The same text has the same signature, and is no second payment.
  expect(await dapp.request('eth_signTypedData_v4', [account, JSON.stringify(data)])).toEqual({
    value: signature,
  })
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  await judge.paid()
})

test('a mandate that lists the provider signs a payment of the page, and nothing beyond it', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  await allow(wallet, devnet, dapp.origin, {
    eachUsd: 0.5,
    totalUsd: '0.60',
    change: { transports: ['provider'] },
  })
  const sign = (value: bigint, primaryType?: string) => {
    const data = transferData(devnet, { from: account, value, ...(primaryType && { primaryType }) })
    return dapp.ask('eth_signTypedData_v4', [account, JSON.stringify(data)])
  }
  expect(await (await sign(400_000n))()).toHaveProperty('value')
  // Over what is left of its total, and of a form that no mandate covers: a person is asked.
  const more = await sign(300_000n)
  await press(wallet, 'Decline')
  expect(await more()).toMatchObject({ code: 4001 })
  const receive = await sign(100_000n, 'ReceiveWithAuthorization')
  await press(wallet, 'Decline')
  expect(await receive()).toMatchObject({ code: 4001 })
  expect(await wallet.rows('authorizations')).toHaveLength(1)
})

test('atk-042: drainers are refused whatever they are called', async ({ wallet, account, devnet }) => {
  const dapp = await open(wallet, devnet)
  await connect(wallet, dapp)
  const sign = (data: unknown) => dapp.request('eth_signTypedData_v4', [account, JSON.stringify(data)])
  const spender = '0x2222222222222222222222222222222222222222'
  const permit = (primaryType: string, value: bigint, deadline: bigint) => ({
    domain: { name: 'USDC', version: '2', chainId: devnet.chainId, verifyingContract: devnet.usdc },
    types: {
      [primaryType]: [
        'owner address',
        'spender address',
        'value uint256',
        'nonce uint256',
        'deadline uint256',
      ].map((member) => ({ name: member.split(' ')[0], type: member.split(' ')[1] })),
    },
    primaryType,
    message: { owner: account, spender, value: String(value), nonce: '0', deadline: String(deadline) },
  })
  const now = BigInt(Math.floor(Date.now() / 1_000))
  expect(await sign(permit('Permit', 2n ** 256n - 1n, 2n ** 48n))).toMatchObject({ code: -32003 })
  expect(await sign(permit('Permit', 2n ** 256n - 1n, now + 60n))).toMatchObject({ code: -32003 })
  expect(await sign(permit('permit', 1_000n, now + 60n))).toMatchObject({ code: -32003 })
  const long = transferData(devnet, { from: account, value: 1n, validBefore: 2 ** 40 })
  expect(await sign(long)).toMatchObject({ code: -32003 })
  const foreign = transferData(devnet, { from: spender, value: 1n })
  expect(await sign(foreign)).toMatchObject({ code: 4100 })
  // A transfer of five thousand dollars is a payment over every limit: nobody can approve it here.
  const asked = await dapp.ask('eth_signTypedData_v4', [
    account,
    JSON.stringify(transferData(devnet, { from: account, to: spender, value: 5_000_000_000n })),
  ])
  const window = await wallet.approval()
  await expect(window.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await press(wallet, 'Decline')
  expect(await asked()).toMatchObject({ code: 4001 })
  expect(await wallet.rows('authorizations')).toEqual([])
})

test('case-043, case-044: the first call after the worker ended is answered, and a question outlives it', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await open(wallet, devnet)
  await wallet.killWorker()
  const asked = await dapp.ask('eth_requestAccounts')
  const window = await wallet.approval()
  await expect(window.getByRole('button', { name: 'Connect' })).toBeVisible()
  await wallet.killWorker()
  await press(wallet, 'Connect')
  expect(await asked()).toEqual({ value: [account] })
})

import { encodeFunctionData, erc20Abi } from 'viem'

import type { Devnet } from '../../devnet'
import { connect, type Dapp, openDapp, press } from '../support/dapp'
import { expect, test } from '../support/test'
import { PASSWORD, type WalletBrowser } from '../support/wallet'

/** A connected page on the local chain, of an account that has ten ether for fees. */
async function openWithCoin(wallet: WalletBrowser, devnet: Devnet, account: `0x${string}`): Promise<Dapp> {
  await devnet.fund(account, 0n, 10n ** 19n)
  const dapp = await openDapp(wallet, `${devnet.newsstand.url}/dapp`)
  await connect(wallet, dapp)
  await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x14a34' }])
  return dapp
}

test('sends a token by a transaction: the largest fee is on the screen, both are counted, the chain settles it', async ({
  wallet,
  account,
  devnet,
  judge,
}) => {
  const dapp = await openWithCoin(wallet, devnet, account)
  const payee = devnet.accounts.payee.address
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, 300_000n] })
  const asked = await dapp.ask('eth_sendTransaction', [{ from: account, to: devnet.usdc, data }])
  const window = await wallet.approval()
  await expect(window.getByText('This amount of the token.')).toBeVisible()
  await expect(window.getByText(/^At most 0\.\d+ ETH, to the chain\.$/)).toBeVisible()
  await press(wallet, /^Pay \$/)
  const end = await asked()
  if (!('value' in end)) throw new Error(`not sent: ${end.message}`)
  await judge.paid(300_000n)
  const [row] = await wallet.rows('authorizations')
  expect([row?.scheme, row?.transaction, row?.proved]).toEqual(['transaction', end.value, 1])
  const totals = await wallet.rows('totals')
  const coin = totals.find((t) => String(t.budgetKey).startsWith('native-day-eip155:84532'))
  expect(coin?.settled).toBe(row?.fee)
  expect(totals.filter((t) => t.settled === '300000000000000000')).toHaveLength(2)
})

test('what the chain undoes gives the amount back and keeps the fee; an approval without an end is refused', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await openWithCoin(wallet, devnet, account)
  const spender = '0x2222222222222222222222222222222222222222'
  const send = (data: `0x${string}`, gas?: string) =>
    dapp.ask('eth_sendTransaction', [{ from: account, to: devnet.usdc, data, ...(gas && { gas }) }])
  const approve = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  expect(await (await send(approve(2n ** 256n - 1n)))()).toMatchObject({ code: -32003 })
  expect(await (await send('0xdeadbeef'))()).toMatchObject({ code: -32602 })
  // Too little gas for what it does: mined, and undone.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, 100_000n] })
  const asked = await send(data, '0x7000')
  await press(wallet, /^Pay \$/)
  expect(await asked()).toHaveProperty('value')
  await expect
    .poll(async () => (await wallet.rows('authorizations'))[0]?.outcome, { timeout: 30_000 })
    .toBe('reverted')
  const [row] = await wallet.rows('authorizations')
  const totals = await wallet.rows('totals')
  const standing = (key: string) =>
    totals.filter((t) => String(t.budgetKey).startsWith(key)).map((t) => [t.reserved, t.settled])
  expect(standing('native-day')).toEqual([['0', row?.fee]])
  expect(standing('everything-day-test')).toEqual([['0', '0']])
})

test('a chain’s own coin goes within its limit of a day, which the owner raises with the password', async ({
  wallet,
  account,
  devnet,
}) => {
  const dapp = await openWithCoin(wallet, devnet, account)
  const to = '0x2222222222222222222222222222222222222222'
  const send = (value: bigint) =>
    dapp.ask('eth_sendTransaction', [{ from: account, to, value: `0x${value.toString(16)}` }])
  const small = await send(10n ** 14n)
  await press(wallet, /^Pay 0\.0001 ETH/)
  expect(await small()).toHaveProperty('value')
  const large = await send(10n ** 18n)
  await expect((await wallet.approval()).getByText('Over a limit of yours.')).toBeVisible()
  await press(wallet, 'Decline')
  expect(await large()).toMatchObject({ code: 4001 })
  const change = { kind: 'native', network: 'eip155:84532', amount: '2' } as const
  await expect(wallet.call('settings.set', { change })).rejects.toThrow('password-needed')
  await wallet.call('settings.set', { change, password: PASSWORD })
  // Another amount: the same again so soon after a no opens no window by itself.
  const again = await send(11n * 10n ** 17n)
  await press(wallet, /^Pay 1\.1 ETH/)
  expect(await again()).toHaveProperty('value')
  const balance = await dapp.request('eth_getBalance', [to, 'latest'])
  expect('value' in balance && BigInt(String(balance.value))).toBe(11n * 10n ** 17n + 10n ** 14n)
})

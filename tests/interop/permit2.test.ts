import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readSettlement } from '@/lib/wire/http/settlement'
import { type Devnet, startDevnet } from '../devnet'
import type { TestAccount } from '../devnet/accounts'
import { chainClients, network } from '../devnet/chain'
import { articles } from '../devnet/merchants/articles'
import { newsstandAmounts } from '../devnet/merchants/newsstand'
import { type Bought, buy } from './permit2-payer'

let net: Devnet

beforeAll(async () => {
  net = await startDevnet()
}, 60_000)

afterAll(async () => {
  await net?.stop()
})

const [article] = articles
if (!article) throw new Error('the newsstand has articles')

/** What the payee gained and the payer lost, and what was bought. */
async function bought(payer: TestAccount, path: string, ...how: DropTwo<Parameters<typeof buy>>) {
  const both = () => Promise.all([net.balanceOf(net.accounts.payee.address), net.balanceOf(payer.address)])
  const [payeeBefore, payerBefore] = await both()
  const of = await buy(`${net.newsstand.url}${path}`, payer, ...how)
  const [payeeAfter, payerAfter] = await both()
  return { ...of, gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
}
type DropTwo<T extends readonly unknown[]> = T extends [unknown, unknown, ...infer Rest] ? Rest : never

const receiptOf = ({ response }: Bought) => {
  const read = readSettlement([...response.headers])
  if (!read.ok) throw new Error('no receipt')
  return read.value
}
const nonceOfToken = (owner: `0x${string}`) =>
  chainClients(net.rpcUrl).read.readContract({
    address: net.usdc,
    abi: [
      {
        type: 'function',
        name: 'nonces',
        stateMutability: 'view',
        inputs: [{ name: 'owner', type: 'address' }],
        outputs: [{ name: '', type: 'uint256' }],
      },
    ],
    functionName: 'nonces',
    args: [owner],
  })

describe('the published server and facilitator take from this wallet', () => {
  it('exact by Permit2, from an account that has allowed it', async () => {
    const of = await bought(net.accounts.permit2Payer, `/permit2/${article.id}`)
    expect(of.response.status).toBe(200)
    expect({ gained: of.gained, lost: of.lost }).toEqual({ gained: article.amount, lost: article.amount })
    expect(of.row).toMatchObject({ scheme: 'exact', transferMethod: 'permit2', validAfter: 0 })
    expect(of.row.nonce).toMatch(/^[1-9]\d+$/)
    expect(receiptOf(of).success).toBe(true)
  })

  it('upto, and takes no more than the use was', async () => {
    const of = await bought(net.accounts.permit2Payer, '/metered')
    expect(of.response.status).toBe(200)
    expect(of.row).toMatchObject({
      scheme: 'upto',
      amount: newsstandAmounts.meteredMost.toString(),
      facilitator: net.accounts.facilitator.address,
    })
    expect({ gained: of.gained, lost: of.lost }).toEqual({
      gained: newsstandAmounts.metered,
      lost: newsstandAmounts.metered,
    })
  })

  it('upto to the last unit', async () => {
    const of = await bought(net.accounts.permit2Payer, '/metered?use=all')
    expect(of.gained).toBe(newsstandAmounts.meteredMost)
  })

  it('upto for nothing, which settles nothing and names no transaction', async () => {
    const of = await bought(net.accounts.permit2Payer, '/metered?use=none')
    expect(of.response.status).toBe(200)
    expect(of.gained).toBe(0n)
    expect(receiptOf(of)).toMatchObject({ success: true, transaction: '' })
  })

  it('exact by Permit2 with an allowance that is signed with it, of exactly the amount and used up by it', async () => {
    const { payer } = net.accounts
    const nonce = (await nonceOfToken(payer.address)).toString()
    const permit = { network, asset: net.usdc, amount: article.amount.toString(), nonce }
    const allowances = [{ account: payer.address, network, asset: net.usdc, amount: '0' }]
    const of = await bought(payer, `/sponsored/${article.id}`, { allowances }, permit)
    expect(of.response.status).toBe(200)
    expect(of.gained).toBe(article.amount)
    expect(of.row.permitNonce).toBe(nonce)
    expect(await net.allowanceOf(payer.address)).toBe(0n)
    expect(await nonceOfToken(payer.address)).toBe(BigInt(nonce) + 1n)
  })

  it('upto with an allowance that is signed with it, of which the rest stays behind', async () => {
    const { payer } = net.accounts
    const nonce = (await nonceOfToken(payer.address)).toString()
    const amount = newsstandAmounts.meteredMost.toString()
    const of = await bought(payer, '/sponsored/metered', {}, { network, asset: net.usdc, amount, nonce })
    expect(of.response.status).toBe(200)
    expect(of.gained).toBe(newsstandAmounts.metered)
    expect(await net.allowanceOf(payer.address)).toBe(newsstandAmounts.meteredMost - newsstandAmounts.metered)
    await net.approvePermit2(payer.address, 0n)
  })

  it('nothing without an allowance: 412, and what was signed can be sent again once there is one', async () => {
    const { payer } = net.accounts
    const of = await bought(payer, `/permit2/${article.id}`)
    expect(of.response.status).toBe(412)
    expect(of.gained).toBe(0n)
    await net.approvePermit2(payer.address, article.amount)
    const before = await net.balanceOf(net.accounts.payee.address)
    const { name, value } = of.header
    const again = await fetch(`${net.newsstand.url}/permit2/${article.id}`, { headers: { [name]: value } })
    expect(again.status).toBe(200)
    expect((await net.balanceOf(net.accounts.payee.address)) - before).toBe(article.amount)
    expect(await net.allowanceOf(payer.address)).toBe(0n)
  })

  it('the same signature once: a second time moves nothing', async () => {
    const of = await bought(net.accounts.permit2Payer, `/permit2/${article.id}`)
    const before = await net.balanceOf(net.accounts.payee.address)
    const { name, value } = of.header
    const again = await fetch(`${net.newsstand.url}/permit2/${article.id}`, { headers: { [name]: value } })
    expect(again.status).toBe(402)
    expect(await net.balanceOf(net.accounts.payee.address)).toBe(before)
  })
})

describe('a payment by Permit2 is held', () => {
  it('where the allowance is known to be too small, by one unit', async () => {
    const { address } = net.accounts.payer
    const allowance = (amount: bigint) => ({
      allowances: [{ account: address, network, asset: net.usdc, amount: amount.toString() }],
    })
    const path = `${net.newsstand.url}/permit2/${article.id}`
    await expect(buy(path, net.accounts.payer, allowance(article.amount - 1n))).rejects.toThrow(
      'HOLD_ALLOWANCE_REQUIRED',
    )
  })
})

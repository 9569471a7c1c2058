import { x402Client } from '@x402/core/client'
import { permit2WitnessTypes, x402ExactPermit2ProxyABI, x402UptoPermit2ProxyABI } from '@x402/evm'
import { ExactEvmScheme, registerExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { type Address, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../devnet'
import type { TestAccount } from '../devnet/accounts'
import { chainClients, exactPermit2Proxy, network, permit2, uptoPermit2Proxy } from '../devnet/chain'
import { articles } from '../devnet/merchants/articles'
import { crossOriginAmount } from '../devnet/merchants/cross-origin'
import { newsstandAmounts } from '../devnet/merchants/newsstand'
import { madeUpTransaction, scriptedAmount } from '../devnet/merchants/scripted'
import { v1Amount } from '../devnet/merchants/v1'

let net: Devnet

beforeAll(async () => {
  net = await startDevnet()
}, 60_000)

afterAll(async () => {
  await net?.stop()
})

beforeEach(() => {
  net.forgetRequests()
  net.scripted.reset()
})

/** The published client with a test account, for version 1 and version 2. */
function payingFetch({ privateKey }: TestAccount): typeof fetch {
  const signer = privateKeyToAccount(privateKey)
  const client = new x402Client()
  // A scheme under a named network hides one under the wildcard, so both stand under the name.
  registerExactEvmScheme(client, { signer, networks: [network] })
  client.register(network, new UptoEvmScheme(signer))
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}

/** What the payee gained and the payer lost while the purchase was made. */
async function movedBy(payer: TestAccount, purchase: () => Promise<unknown>) {
  const both = () => Promise.all([net.balanceOf(net.accounts.payee.address), net.balanceOf(payer.address)])
  const [payeeBefore, payerBefore] = await both()
  await purchase()
  const [payeeAfter, payerAfter] = await both()
  return { gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
}

describe('a payment by the published client moves exactly the price', () => {
  const [first] = articles
  if (!first) throw new Error('the newsstand has articles')

  it.each([
    ['version 2 exact, by a signed transfer', 'newsstand', `/articles/${first.id}`, 'payer', first.amount],
    ['a 402 with an empty body', 'newsstand', `/empty/${first.id}`, 'payer', first.amount],
    ['a 402 that may be cached', 'newsstand', `/cached/${first.id}`, 'payer', first.amount],
    ['an answer in pieces', 'newsstand', '/large', 'payer', newsstandAmounts.large],
    ['version 2 exact, by Permit2', 'newsstand', `/permit2/${first.id}`, 'permit2Payer', first.amount],
    ['version 2 upto, charged less', 'newsstand', '/metered', 'permit2Payer', newsstandAmounts.metered],
    ['version 1', 'v1', '/weather', 'payer', v1Amount],
    ['the API of another origin', 'crossOrigin', '/api/quotes/oats', 'payer', crossOriginAmount],
    ['the scripted merchant', 'scripted', '/item', 'payer', scriptedAmount],
    ['the merchant behind the paywall page', 'paywall', `/articles/${first.id}`, 'payer', first.amount],
  ] as const)('%s', async (_title, merchant, path, payerName, price) => {
    const payer = net.accounts[payerName]
    const moved = await movedBy(payer, async () => {
      const response = await payingFetch(payer)(net[merchant].url + path)
      expect(response.status).toBe(200)
      await response.text()
    })
    expect(moved).toEqual({ gained: price, lost: price })
    const seen = net.requestsSeen({ merchant, path })
    expect(seen).toMatchObject({ unpaid: 1, paid: 1 })
    expect(seen.requests.at(-1)?.receipt).toMatchObject({ success: true })
  })

  it('with a POST, whose body reaches the merchant twice and unchanged', async () => {
    const body = JSON.stringify({ text: 'Fog until noon.' })
    const headers = { 'content-type': 'application/json' }
    const moved = await movedBy(net.accounts.payer, async () => {
      const call = { method: 'POST', headers, body }
      const response = await payingFetch(net.accounts.payer)(`${net.newsstand.url}/api/summaries`, call)
      expect(await response.json()).toMatchObject({ received: { text: 'Fog until noon.' } })
    })
    expect(moved.gained).toBe(newsstandAmounts.summary)
    expect(net.requestsSeen({ path: '/api/summaries' }).requests.map((r) => r.body)).toEqual([body, body])
  })

  it('before a handler that then fails, where the flow is upfront', async () => {
    const moved = await movedBy(net.accounts.payer, async () => {
      const response = await payingFetch(net.accounts.payer)(`${net.newsstand.url}/upfront/${first.id}`)
      expect(response.status).toBe(500)
    })
    expect(moved.gained).toBe(first.amount)
  })

  it('to each of eight requests at once, one payment each', async () => {
    const ids = articles.slice(0, 4).flatMap(({ id }) => [id, id])
    const prices = articles.slice(0, 4).reduce((sum, { amount }) => sum + 2n * amount, 0n)
    const moved = await movedBy(net.accounts.payer, async () => {
      const pay = payingFetch(net.accounts.payer)
      const all = await Promise.all(ids.map((id) => pay(`${net.newsstand.url}/api/articles/${id}`)))
      expect(all.map((r) => r.status)).toEqual(ids.map(() => 200))
    })
    expect(moved).toEqual({ gained: prices, lost: prices })
    const { nonces } = net.requestsSeen({ merchant: 'newsstand' })
    expect(new Set(nonces).size).toBe(8)
  })
})

describe('the chain refuses', () => {
  it('a Permit2 payment by an account that has not allowed it', async () => {
    const moved = await movedBy(net.accounts.payer, async () => {
      const response = await payingFetch(net.accounts.payer)(`${net.newsstand.url}/permit2/tide-clock`)
      expect(response.status).toBe(412)
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
  })

  it('the same signed transfer a second time', async () => {
    const call = await sniffedPayment(`${net.scripted.url}/item`)
    const first = await fetch(`${net.scripted.url}/item`, call)
    expect(first.status).toBe(200)
    const moved = await movedBy(net.accounts.payer, async () => {
      const second = await fetch(`${net.scripted.url}/item`, call)
      expect(second.status).toBe(402)
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
  })

  it('a Permit2 signature by another key, a changed payee, a spent nonce and a deadline that is over', async () => {
    const { permit2Payer, payer, payee, otherPayee } = net.accounts
    const deadline = BigInt(Math.floor(Date.now() / 1000) + 3600)
    const good = { signer: permit2Payer, owner: permit2Payer.address, to: payee.address, nonce: 7n, deadline }
    await expect(settleExact({ ...good, signer: payer })).rejects.toThrow('InvalidSigner')
    await expect(settleExact({ ...good, settledTo: otherPayee.address })).rejects.toThrow('InvalidSigner')
    await expect(settleExact({ ...good, deadline: 1n })).rejects.toThrow('SignatureExpired')
    const moved = await movedBy(permit2Payer, async () => {
      await settleExact(good)
      await expect(settleExact(good)).rejects.toThrow('InvalidNonce')
    })
    expect(moved).toEqual({ gained: 1_000n, lost: 1_000n })
  })

  it('an upto settlement by anyone but the facilitator that the payer named', async () => {
    const { facilitator, minter, payee, permit2Payer } = net.accounts
    const settledBy = (sender: Address) =>
      chain().simulateContract({
        account: sender,
        address: uptoPermit2Proxy,
        abi: [...x402UptoPermit2ProxyABI, ...permit2Errors],
        functionName: 'settle',
        args: [
          { permitted: { token: net.usdc, amount: 1_000n }, nonce: 8n, deadline: 2n ** 40n },
          1_000n,
          permit2Payer.address,
          { to: payee.address, facilitator: facilitator.address, validAfter: 0n },
          `0x${'11'.repeat(65)}`,
        ],
      })
    await expect(settledBy(minter.address)).rejects.toThrow('UnauthorizedFacilitator')
    await expect(settledBy(facilitator.address)).rejects.toThrow('InvalidSignature')
  })

  it('an authorization whose window is over', async () => {
    net.scripted.script({ do: 'quote', terms: { maxTimeoutSeconds: 10 } })
    const call = await sniffedPayment(`${net.scripted.url}/item`)
    await net.advance(15)
    const moved = await movedBy(net.accounts.payer, async () => {
      expect((await fetch(`${net.scripted.url}/item`, call)).status).toBe(402)
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
  })
})

describe('the scripted merchant', () => {
  const item = () => `${net.scripted.url}/item`
  const pay = () => payingFetch(net.accounts.payer)(item())

  it('raises its price, and settles at the raised one', async () => {
    net.scripted.script({ do: 'quote', terms: { amount: '15000' } })
    expect(await movedBy(net.accounts.payer, pay)).toEqual({ gained: 15_000n, lost: 15_000n })
  })

  it('swaps its payee', async () => {
    const swapped = net.accounts.otherPayee.address
    const before = await net.balanceOf(swapped)
    net.scripted.script({ do: 'quote', terms: { payTo: swapped } })
    expect(await movedBy(net.accounts.payer, pay)).toEqual({ gained: 0n, lost: scriptedAmount })
    expect((await net.balanceOf(swapped)) - before).toBe(scriptedAmount)
  })

  it('settles and cuts the connection', async () => {
    net.scripted.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
    const moved = await movedBy(net.accounts.payer, () => expect(pay()).rejects.toThrow())
    expect(moved.gained).toBe(scriptedAmount)
    expect(net.scripted.log().at(-1)?.status).toBeUndefined()
  })

  it('answers 402 for ever, and settles nothing', async () => {
    net.scripted.otherwise({ do: 'quote' })
    const moved = await movedBy(net.accounts.payer, async () => expect((await pay()).status).toBe(402))
    expect(moved.gained).toBe(0n)
  })

  it('sends the payment elsewhere', async () => {
    const location = `${net.newsstand.url}/free`
    net.scripted.script({ do: 'normal' }, { do: 'redirect', status: 307, location })
    expect((await pay()).url).toBe(location)
  })

  it('settles without a receipt', async () => {
    net.scripted.script({ do: 'normal' }, { do: 'settle', answer: 'no-receipt' })
    const moved = await movedBy(net.accounts.payer, async () => {
      expect((await pay()).headers.has('payment-response')).toBe(false)
    })
    expect(moved.gained).toBe(scriptedAmount)
  })

  it('settles with the receipt of a transaction that is not there', async () => {
    net.scripted.script({ do: 'normal' }, { do: 'settle', answer: 'wrong-receipt' })
    const moved = await movedBy(net.accounts.payer, pay)
    expect(moved.gained).toBe(scriptedAmount)
    expect(net.scripted.log().at(-1)?.receipt).toMatchObject({ transaction: madeUpTransaction })
  })

  it('claims a settlement that it did not make', async () => {
    net.scripted.script({ do: 'normal' }, { do: 'claim' })
    const moved = await movedBy(net.accounts.payer, async () => expect((await pay()).status).toBe(200))
    expect(moved.gained).toBe(0n)
  })

  it('settles and answers 503', async () => {
    net.scripted.script({ do: 'normal' }, { do: 'settle', answer: 503 })
    const moved = await movedBy(net.accounts.payer, async () => expect((await pay()).status).toBe(503))
    expect(moved.gained).toBe(scriptedAmount)
  })

  it('logs headers, body and payment of what it received', async () => {
    await payingFetch(net.accounts.payer)(item(), {
      method: 'POST',
      body: 'one',
      headers: { 'x-note': 'kept' },
    })
    const [unpaid, paid] = net.scripted.log()
    expect(unpaid).toMatchObject({ method: 'POST', body: 'one', headers: { 'x-note': 'kept' }, status: 402 })
    expect(paid).toMatchObject({ body: 'one', payment: { x402Version: 2 }, status: 200 })
    expect(paid?.nonce).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

describe('the other origin', () => {
  it('lets a page read its answers, but hides the quote and refuses a preflight for the payment header', async () => {
    const url = `${net.crossOrigin.url}/api/quotes/oats`
    const origin = 'http://page.test'
    const answer = await fetch(url, { headers: { origin } })
    expect(answer.status).toBe(402)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.has('access-control-expose-headers')).toBe(false)
    const preflight = (asked: string) =>
      fetch(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-headers': asked } })
    expect((await preflight('payment-signature')).headers.has('access-control-allow-origin')).toBe(false)
    expect((await preflight('content-type')).headers.get('access-control-allow-origin')).toBe(origin)
  })
})

describe('the pages for browsers', () => {
  const asBrowser = { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } }

  it('are the plain fallback at the newsstand', async () => {
    const answer = await fetch(`${net.newsstand.url}/articles/tide-clock`, asBrowser)
    expect(answer.status).toBe(402)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).not.toContain('window.x402')
  })

  it('are the official paywall where it was fetched, and the fallback where it was not', async () => {
    const answer = await fetch(`${net.paywall.url}/articles/tide-clock`, asBrowser)
    expect(answer.status).toBe(402)
    expect((await answer.text()).includes('window.x402')).toBe(net.paywall.official)
  })
})

/** A request that carries a signed payment which no merchant has settled yet. */
async function sniffedPayment(url: string): Promise<RequestInit> {
  let kept: Headers | undefined
  const keep: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.headers.has('payment-signature')) return fetch(request)
    kept = request.headers
    return new Response()
  }
  const signer = privateKeyToAccount(net.accounts.payer.privateKey)
  const client = new x402Client().register(network, new ExactEvmScheme(signer))
  await wrapFetchWithPayment(keep, client)(url)
  if (!kept) throw new Error('the client did not pay')
  return { headers: kept }
}

interface ExactSettlement {
  signer: TestAccount
  owner: Address
  /** The payee that is signed. */
  to: Address
  /** The payee that is asked for, where it is another one. */
  settledTo?: Address
  nonce: bigint
  deadline: bigint
}

const permit2Errors = parseAbi([
  'error InvalidNonce()',
  'error InvalidSigner()',
  'error InvalidSignature()',
  'error SignatureExpired(uint256 signatureDeadline)',
])

const chain = () => chainClients(net.rpcUrl).test

/** Settles 1000 atomic units straight at the exact proxy, without a facilitator that checks before. */
async function settleExact({ signer, owner, to, settledTo = to, nonce, deadline }: ExactSettlement) {
  const permit = { permitted: { token: net.usdc, amount: 1_000n }, nonce, deadline }
  const signature = await privateKeyToAccount(signer.privateKey).signTypedData({
    domain: { name: 'Permit2', chainId: net.chainId, verifyingContract: permit2 },
    types: permit2WitnessTypes,
    primaryType: 'PermitWitnessTransferFrom',
    message: { ...permit, spender: exactPermit2Proxy, witness: { to, validAfter: 0n } },
  })
  const { request } = await chain().simulateContract({
    account: net.accounts.minter.address,
    address: exactPermit2Proxy,
    abi: [...x402ExactPermit2ProxyABI, ...permit2Errors],
    functionName: 'settle',
    args: [permit, owner, { to: settledTo, validAfter: 0n }, signature],
  })
  await chain().writeContract(request)
}

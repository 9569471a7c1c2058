import { decodePaymentSignatureHeader } from '@x402/core/http'
import { type Address, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signReserved } from '@/lib/schemes/evm/sign'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { type Devnet, startDevnet } from '../devnet'
import { chainClients, network, usdc } from '../devnet/chain'
import { foreignText } from '../devnet/merchants/transports'

let net: Devnet

beforeAll(async () => {
  net = await startDevnet()
}, 60_000)

afterAll(async () => {
  await net?.stop()
})

/** A dollar with letters that Latin-1 does not have; one of the default assets is named like it. */
const NAME = 'USD₮ Ґривня 円'
const token: Address = '0x00000000000000000000000000000000000f0047'

const abi = parseAbi([
  'function initialize(string, string, string, uint8, address, address, address, address)',
  'function initializeV2(string)',
  'function initializeV2_1(address)',
  'function initializeV2_2(address[], string)',
  'function configureMinter(address, uint256)',
  'function mint(address, uint256)',
  'function name() view returns (string)',
  'function balanceOf(address) view returns (uint256)',
])

/** Circle's own code at another address, under another name. */
async function placeToken(): Promise<void> {
  const { chain, read, test } = chainClients(net.rpcUrl)
  const { minter, payer } = net.accounts
  const account = minter.address
  const bytecode = await read.getCode({ address: usdc })
  if (bytecode === undefined) throw new Error('the token has code')
  await test.setCode({ address: token, bytecode })
  const roles = [account, account, account, account] as const
  const calls = [
    ['initialize', [NAME, '₮', 'USD', 6, ...roles]],
    ['initializeV2', [NAME]],
    ['initializeV2_1', [account]],
    ['initializeV2_2', [[], '₮']],
    ['configureMinter', [account, 10n ** 12n]],
    ['mint', [payer.address, 1_000_000n]],
  ] as const
  for (const [functionName, args] of calls) {
    const call = { chain, account, address: token, abi, functionName, args, gas: 1_000_000n }
    const hash = await test.writeContract(call as Parameters<typeof test.writeContract>[0])
    const { status } = await read.waitForTransactionReceipt({ hash })
    expect([functionName, status]).toEqual([functionName, 'success'])
  }
  expect(await read.readContract({ address: token, abi, functionName: 'name' })).toBe(NAME)
}

const ask = async (path: 'verify' | 'settle', call: unknown): Promise<Record<string, unknown>> => {
  const body = JSON.stringify(call)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${net.facilitatorUrl}/${path}`, { method: 'POST', headers, body })
  return (await answer.json()) as Record<string, unknown>
}

describe('text of many scripts', () => {
  it('in a token’s name, in the offer and in the resource is verified and settled by the published facilitator (case-026)', async () => {
    await placeToken()
    const { payee, payer } = net.accounts
    const offer = {
      scheme: 'exact',
      network,
      amount: '1000',
      asset: token,
      payTo: payee.address,
      maxTimeoutSeconds: 300,
      extra: { name: NAME, version: '2', label: foreignText },
    }
    const resource = { url: 'https://api.seller.test/item', description: foreignText, mimeType: 'text/plain' }
    const quote = { x402Version: 2, error: foreignText, resource, accepts: [offer] }
    const signed = await signReserved(
      {
        scheme: 'exact',
        network,
        asset: token,
        name: NAME,
        tokenVersion: '2',
        from: payer.address,
        payTo: payee.address,
        amount: '1000',
        nonce: `0x${'47'.repeat(32)}`,
        validAfter: 0,
        validBefore: Math.floor(Date.now() / 1_000) + 300,
      },
      payer.privateKey,
    )
    if (!signed.ok) throw new Error(signed.error.detail)
    const payment = buildPayment(2, quote, 0, signed.value.payload, `pay_${'4'.repeat(32)}`)
    const header = payment.ok ? paymentHeader(payment.value) : payment
    if (!header.ok) throw new Error(header.error.detail)
    // Only what a header may carry, and the published decoder reads from it what was meant.
    expect(header.value.value).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    const paymentPayload = decodePaymentSignatureHeader(header.value.value)
    expect([paymentPayload.accepted, paymentPayload.resource]).toEqual([offer, resource])

    const call = { x402Version: 2, paymentPayload, paymentRequirements: offer }
    expect(await ask('verify', call)).toMatchObject({ isValid: true })
    expect(await ask('settle', call)).toMatchObject({ success: true })
    const { read } = chainClients(net.rpcUrl)
    const balance = { address: token, abi, functionName: 'balanceOf', args: [payee.address] } as const
    expect(await read.readContract(balance)).toBe(1_000n)
  })
})

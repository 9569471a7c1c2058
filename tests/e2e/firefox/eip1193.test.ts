import type { Page } from 'puppeteer-core'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Devnet, startDevnet } from '../../devnet'
import { type Firefox, startFirefox, until } from './firefox'
import { payingWallet, press, says } from './screens'

let net: Devnet
let firefox: Firefox
let account: `0x${string}`

beforeAll(async () => {
  ;[net, firefox] = await Promise.all([startDevnet(), startFirefox()])
  account = (await payingWallet(firefox, net)).address
})

afterAll(async () => {
  await firefox?.close()
  await net?.stop()
})

type Ended = { readonly value?: unknown; readonly code?: number }

/** Begins a request of EIP-1193; the function waits for its end. */
async function begin(page: Page, method: string, params: unknown = []): Promise<() => Promise<Ended>> {
  await page.evaluate((args) => {
    const ended = (end: Ended) => {
      document.body.dataset.end = JSON.stringify(end)
    }
    delete document.body.dataset.end
    window.countersign.provider.request(JSON.parse(args)).then(
      (value) => ended({ value }),
      ({ code }: { code: number }) => ended({ code }),
    )
  }, JSON.stringify({ method, params }))
  const end = () => page.evaluate(() => document.body.dataset.end ?? null)
  return async () => JSON.parse(await until(end, `${method} ended`)) as Ended
}

/** Says yes or no to the question that waits, in a page of the wallet's. */
async function answer(button: string, shows: string): Promise<void> {
  const window = await firefox.openWallet('/approval.html')
  await says(window, shows)
  await press(window, button)
  await until(async () => {
    const labels = await window.$$eval('button', (all) => all.map((b) => b.textContent ?? ''))
    return !labels.some((label) => label.trim().startsWith(button))
  }, `${button} was taken`)
  await window.close()
}

describe('EIP-1193 in Firefox', () => {
  it('connects, signs a message, and signs a payment that its page wrote', async () => {
    const page = await firefox.newPage()
    await page.goto(`${net.newsstand.url}/free`)
    const connecting = await begin(page, 'eth_requestAccounts')
    await answer('Connect', 'wants to see your account')
    expect(await (await connecting)()).toEqual({ value: [account] })

    const message = 'I was here.'
    const signing = await begin(page, 'personal_sign', [message, account])
    await answer('Sign', message)
    const { value } = await signing()
    expect(await recoverMessageAddress({ message, signature: value as `0x${string}` })).toBe(account)

    const field = (text: string) => ({ name: text.split(' ')[1] ?? '', type: text.split(' ')[0] ?? '' })
    const data = {
      domain: { name: 'USDC', version: '2', chainId: net.chainId, verifyingContract: net.usdc },
      types: {
        TransferWithAuthorization: [
          'address from',
          'address to',
          'uint256 value',
          'uint256 validAfter',
          'uint256 validBefore',
          'bytes32 nonce',
        ].map(field),
      },
      primaryType: 'TransferWithAuthorization',
      message: {
        from: account,
        to: net.accounts.payee.address,
        value: '250000',
        validAfter: '0',
        validBefore: String(Math.floor(Date.now() / 1_000) + 300),
        nonce: `0x${'5a'.repeat(32)}`,
      },
    } as const
    const paying = await begin(page, 'eth_signTypedData_v4', [account, JSON.stringify(data)])
    await answer('Pay $', 'can move this amount to this address, once')
    const { value: signature } = await paying()
    const signed = { ...data, signature } as unknown as Parameters<typeof recoverTypedDataAddress>[0]
    expect(await recoverTypedDataAddress(signed)).toBe(account)
    expect(await (await begin(page, 'eth_sign', [account, '0x00']))()).toEqual({ code: 4200 })
  })
})

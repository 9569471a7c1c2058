import { describe, expect, it, vi } from 'vitest'

import type { Decision } from '@/lib/core/admission/types'
import { tryQuote } from './try-quote'
import type { Wallet } from './wallet'

const wallet = {} as Wallet
const url = 'https://shop.example/item'
const decision = { code: 'HOLD_APPROVAL_REQUIRED' } as Decision
const host = () => ({
  decideFor: vi.fn(async () => ({ decision, envelopeDigest: null })),
  siteOfOrigin: async () => 'shop.example',
})

describe('trying a quote', () => {
  it('asks admission as a page of that origin would, and touches nothing of the ledger', async () => {
    const tools = host()
    const tried = { quote: '{"x402Version":2}', method: 'post', url, asker: 'https://page.example/x' }
    expect(await tryQuote(wallet, tried, tools)).toEqual({ decision })
    expect(tools.decideFor).toHaveBeenCalledWith(
      wallet,
      expect.objectContaining({ asker: 'https://page.example', method: 'POST', url, mayOpen: false }),
      expect.objectContaining({ raw: tried.quote }),
    )
  })

  it('takes the address’s own origin where no page is named', async () => {
    const tools = host()
    await tryQuote(wallet, { quote: '{}', method: 'GET', url, asker: '' }, tools)
    expect(tools.decideFor).toHaveBeenCalledWith(
      wallet,
      expect.objectContaining({ asker: 'https://shop.example' }),
      expect.anything(),
    )
  })

  it('is no two tries of one purchase', async () => {
    const ids = new Set<string>()
    const tools = {
      ...host(),
      decideFor: async (_: Wallet, intent: { id: string; key: string; paymentIdentifier: string }) => {
        for (const id of [intent.id, intent.key, intent.paymentIdentifier]) ids.add(id)
        return { decision, envelopeDigest: null }
      },
    }
    for (let i = 0; i < 3; i++) await tryQuote(wallet, { quote: '{}', method: 'GET', url, asker: '' }, tools)
    expect(ids.size).toBe(9)
  })

  it('refuses what is no JSON, no address, or too long to be a quote', async () => {
    const bad = { code: 'bad-value' }
    const of = { quote: '{}', method: 'GET', url, asker: '' }
    expect(await tryQuote(wallet, { ...of, quote: '{' }, host())).toEqual(bad)
    expect(await tryQuote(wallet, { ...of, url: 'shop' }, host())).toEqual(bad)
    expect(await tryQuote(wallet, { ...of, asker: 'shop' }, host())).toEqual(bad)
    expect(await tryQuote(wallet, { ...of, quote: `"${'x'.repeat(100_001)}"` }, host())).toEqual(bad)
  })
})

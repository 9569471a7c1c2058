import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DEFAULT_POLICY } from '../policy/defaults'
import { choose } from './choice'
import type { DecisionCode } from './types'

type Wish = {
  readonly code?: DecisionCode
  readonly network?: string
  readonly asset?: string
  readonly amount?: bigint
  readonly usd?: bigint | null
  readonly flow?: string
}

function candidate(wish: Wish, index: number) {
  const {
    code = 'READY_TO_SIGN',
    network = 'eip155:8453',
    asset = '0xA',
    amount = 1n,
    usd = amount,
    flow,
  } = wish
  const offer = {
    scheme: 'exact',
    network,
    asset,
    payTo: '0x1',
    amount: amount.toString(),
    windowSeconds: 60,
    extra: flow === undefined ? {} : { paymentFlow: flow },
    resourceUrl: undefined,
  }
  return {
    code,
    admitted: { index, offer, amount, entry: null, usd: usd === null ? null : { usd, testnet: false } },
  }
}

const chosen = (wishes: readonly Wish[], preferredNetworks: readonly string[] = []) =>
  choose(wishes.map(candidate), { ...DEFAULT_POLICY, preferredNetworks })?.admitted.index ?? null

describe('choose', () => {
  it('chooses nothing among nothing', () => {
    expect(chosen([])).toBeNull()
  })

  it('takes a ready offer before a cheaper one that is held', () => {
    expect(chosen([{ code: 'HOLD_NEW_PAYEE', amount: 1n }, { amount: 9n }])).toBe(1)
  })

  it('takes an authorization before a cheaper upfront payment', () => {
    expect(
      chosen([
        { flow: 'upfront', amount: 1n },
        { flow: 'authorization', amount: 9n },
      ]),
    ).toBe(1)
    expect(chosen([{ flow: 'upfront', amount: 1n }, { amount: 9n }])).toBe(1)
  })

  it('takes the cheapest in dollars, whatever the order (atk-004)', () => {
    expect(chosen([{ usd: 5n }, { usd: 3n }, { usd: 4n }])).toBe(1)
  })

  it('takes a dollar asset before one without a dollar value', () => {
    expect(chosen([{ usd: null, amount: 1n }, { usd: 10n ** 18n }])).toBe(1)
  })

  it('compares assets without a dollar value only with themselves', () => {
    expect(
      chosen([
        { asset: '0xA', usd: null, amount: 9n },
        { asset: '0xB', usd: null, amount: 1n },
      ]),
    ).toBe(0)
    expect(
      chosen([
        { asset: '0xA', usd: null, amount: 9n },
        { asset: '0xa', usd: null, amount: 1n },
      ]),
    ).toBe(1)
  })

  it('takes the preferred network among equals, then the first', () => {
    const two = [{ network: 'eip155:1' }, { network: 'eip155:8453' }]
    expect(chosen(two, ['eip155:8453'])).toBe(1)
    expect(chosen(two, ['eip155:10'])).toBe(0)
    expect(chosen(two)).toBe(0)
  })

  it('pays the same, in whatever order the server lists the offers (case-064, atk-071)', () => {
    const wish = fc.record({
      code: fc.constantFrom<DecisionCode>('READY_TO_SIGN', 'HOLD_APPROVAL_REQUIRED'),
      amount: fc.bigInt({ min: 1n, max: 4n }),
      flow: fc.constantFrom('authorization', 'upfront'),
    })
    fc.assert(
      fc.property(
        fc.array(wish, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (wishes, random) => {
          const shuffled = wishes
            .map((w) => ({ w, key: random.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ w }) => w)
          const first = wishes[chosen(wishes) ?? -1]
          expect(shuffled[chosen(shuffled) ?? -1]).toEqual(first)
        },
      ),
    )
  })
})

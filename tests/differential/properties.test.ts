import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '@/lib/core/admission/decide'
import type { Decision } from '@/lib/core/admission/types'
import { usdOf } from '@/lib/core/assets/lookup'
import { isRecord } from '@/lib/core/json/parse'
import { importControls } from '@/lib/core/policy/official'
import { readQuote } from '@/lib/core/quote/read'
import { inputOf, networksOf } from '@/scripts/decide/controls-input'
import { type Pair, pairAt } from './pair'

/** Quotes of a known version with 1 to 12 offers, under a configuration that the import takes over. */
const pairs = fc
  .tuple(fc.integer(), fc.nat())
  .map(([seed, place]) => pairAt(seed, place))
  .filter(
    ({ version, accepts }) => (version === 1 || version === 2) && accepts.length > 0 && accepts.length < 12,
  )
  .filter(({ controls }) => importControls(controls, []).ok)

function decided({ version, controls, accepts, rest }: Pair): Decision {
  const networks = networksOf(version, accepts)
  const imported = importControls(controls, networks)
  if (!imported.ok) throw new Error(imported.error.reason)
  const { perPaymentUsd, assets } = imported.value
  return decide(inputOf(version, accepts, { perPaymentUsd, assets }, rest))
}

/** Dollars of the chosen offer, 18 decimals; null where it has no price. */
function dollars({ version, accepts }: Pair, { offer, amount }: Decision): bigint | null {
  const read = readQuote({ x402Version: version, accepts })
  const chosen = read.ok ? read.value.offers.find((o) => o.index === offer) : undefined
  if (chosen?.ok !== true || amount === null) return null
  return usdOf(chosen.offer.network, chosen.offer.asset, BigInt(amount))?.usd ?? null
}

const options = { numRuns: 1_500 }

describe('the choice among offers', () => {
  it('is the same with one offer more that is refused by itself, wherever it stands', () => {
    let inserted = 0
    fc.assert(
      fc.property(pairs, pairs, fc.nat(), (pair, other, at) => {
        const before = decided(pair)
        const bad = other.accepts.find((offer) =>
          decided({ ...pair, accepts: [offer] }).code.startsWith('BLOCK'),
        )
        if (bad === undefined || before.code.startsWith('BLOCK')) return
        inserted += 1
        const place = at % (pair.accepts.length + 1)
        const after = decided({ ...pair, accepts: pair.accepts.toSpliced(place, 0, bad) })
        const { offer } = before
        expect(after.code).toBe(before.code)
        expect(after.amount).toBe(before.amount)
        expect(after.offer).toBe(offer !== null && offer >= place ? offer + 1 : offer)
      }),
      options,
    )
    expect(inserted).toBeGreaterThan(100)
  })

  it('costs the same dollars in whatever order the offers come', () => {
    let paid = 0
    const shuffled = pairs.chain((pair) =>
      fc
        .shuffledSubarray([...pair.accepts], { minLength: pair.accepts.length })
        .map((accepts) => ({ pair, turned: { ...pair, accepts } })),
    )
    fc.assert(
      fc.property(shuffled, ({ pair, turned }) => {
        const before = decided(pair)
        const after = decided(turned)
        const isReady = before.code === 'READY_TO_SIGN'
        expect(after.code === 'READY_TO_SIGN').toBe(isReady)
        if (!isReady || pair.accepts.length < 2) return
        paid += 1
        expect(dollars(turned, after)).toBe(dollars(pair, before))
      }),
      options,
    )
    expect(paid).toBeGreaterThan(100)
  })

  it('is never ready because an offer asks for more', () => {
    let raised = 0
    fc.assert(
      fc.property(pairs, fc.nat(), fc.bigInt({ min: 1n, max: 10n ** 19n }), (pair, at, more) => {
        if (decided(pair).code === 'READY_TO_SIGN') return
        const place = at % pair.accepts.length
        const field = pair.version === 1 ? 'maxAmountRequired' : 'amount'
        const offer = pair.accepts[place]
        const amount = isRecord(offer) ? offer[field] : undefined
        if (!isRecord(offer) || typeof amount !== 'string' || !/^(0|[1-9]\d*)$/.test(amount)) return
        raised += 1
        const dearer = { ...offer, [field]: (BigInt(amount) + more).toString() }
        expect(decided({ ...pair, accepts: pair.accepts.with(place, dearer) }).code).not.toBe('READY_TO_SIGN')
      }),
      options,
    )
    expect(raised).toBeGreaterThan(100)
  })
})

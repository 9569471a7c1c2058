import { describe, expect, it } from 'vitest'
import { isRecord } from '@/lib/core/json/parse'
import { DIFFERENCES } from './differences'
import { ours } from './judge'
import type { Pair } from './pair'
import { describeUnexplained, runPairs } from './run'

const MINUTES = 60_000

describe('the choice of an offer beside that of the published client', () => {
  it(
    'differs only where a name explains it, and every name occurs (20,000 random pairs)',
    async () => {
      const ended = await runPairs({ runs: 20_000, seed: 2026 })
      if ('judged' in ended) throw new Error(describeUnexplained(ended))
      expect(DIFFERENCES.filter((name) => ended.counts[name] === 0)).toEqual([])
      expect(ended.alike).toBeGreaterThan(ended.pairs / 4)
    },
    2 * MINUTES,
  )

  const entriesOf = ({ controls }: Pair): readonly unknown[] =>
    isRecord(controls) && Array.isArray(controls.allowedAssets) ? controls.allowedAssets : []
  const withEntries = (pair: Pair, entries: readonly unknown[]): Pair =>
    entriesOf(pair).length > 0 && isRecord(pair.controls)
      ? { ...pair, controls: { ...pair.controls, allowedAssets: entries } }
      : pair
  const withOffers = (pair: Pair, to: (offer: Readonly<Record<string, unknown>>) => unknown): Pair => ({
    ...pair,
    accepts: pair.accepts.map((offer) => (isRecord(offer) ? to(offer) : offer)),
  })

  const faulty: readonly (readonly [string, (pair: Pair) => Pair])[] = [
    ['lets the last entry win', (pair) => withEntries(pair, entriesOf(pair).toReversed())],
    ['forgets its entries', (pair) => withEntries(pair, [])],
    [
      'admits half a dollar more than its limit',
      (pair) => (pair.controls === undefined ? { ...pair, controls: { maxAmountPerPayment: '1.5' } } : pair),
    ],
    [
      'admits one unit more than a cap',
      (pair) =>
        withEntries(
          pair,
          entriesOf(pair).map((e) =>
            isRecord(e) && typeof e.maxAmountPerPayment === 'string' && /^\d+$/.test(e.maxAmountPerPayment)
              ? { ...e, maxAmountPerPayment: (BigInt(e.maxAmountPerPayment) + 1n).toString() }
              : e,
          ),
        ),
    ],
    [
      'reads an entry of version 2 for version 1',
      (pair) => withEntries(pair, entriesOf(pair).map(everywhere)),
    ],
    [
      'does not see the flow',
      (pair) => withOffers(pair, ({ extra, ...offer }) => ({ ...offer, extra: unflowed(extra) })),
    ],
    ['pays any token of the same letters', (pair) => withOffers(pair, trimmed)],
  ]

  it.each(faulty)(
    'shows a wallet that %s',
    async (_, change) => {
      const ended = await runPairs({ runs: 20_000, seed: 7, answer: (pair) => ours(change(pair)) })
      expect(ended).toHaveProperty('judged')
    },
    MINUTES,
  )
})

const everywhere = (entry: unknown): unknown =>
  isRecord(entry) && typeof entry.network === 'string' && entry.network.startsWith('eip155:8453')
    ? { ...entry, network: '*' }
    : entry

function unflowed(extra: unknown): unknown {
  if (!isRecord(extra)) return extra
  const { paymentFlow: _, ...others } = extra
  return others
}

const trimmed = (offer: Readonly<Record<string, unknown>>) =>
  typeof offer.asset === 'string' ? { ...offer, asset: offer.asset.trim() } : offer

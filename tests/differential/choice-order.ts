import { isRecord } from '@/lib/core/json/parse'
import { amountOf, defaultOf, extraOf, type OfferFields } from './differences'
import type { Slot } from './judge'

type Ranked<S> = {
  readonly slot: S
  readonly late: boolean
  readonly amount: bigint
  readonly usd: bigint | null
  readonly asset: string
}

/**
 * Offers that may all be paid, in the order of this wallet's preference: what moves no money before the
 * answer first, then the cheapest in dollars, then what has no price, where only offers of one asset compare.
 */
export function choiceOrder<S extends Slot>(slots: readonly S[], version: unknown): readonly S[] {
  const ranked = slots.map((slot): Ranked<S> => rank(slot, version))
  const isBeaten = (r: Ranked<S>) =>
    ranked.some((o) => o.asset === r.asset && o.late === r.late && o.amount < r.amount)
  const place = (r: Ranked<S>) => [
    Number(r.late),
    Number(r.usd === null),
    Number(r.usd === null && isBeaten(r)),
  ]
  return ranked
    .map((r) => ({ r, place: place(r) }))
    .sort((a, b) => {
      for (const [i, at] of a.place.entries()) {
        const difference = at - (b.place[i] ?? 0)
        if (difference !== 0) return difference
      }
      const { usd } = a.r
      return usd === null || b.r.usd === null || usd === b.r.usd ? 0 : usd < b.r.usd ? -1 : 1
    })
    .map(({ r }) => r.slot)
}

function rank<S extends Slot>(slot: S, version: unknown): Ranked<S> {
  const offer: OfferFields = isRecord(slot.offer) ? slot.offer : {}
  const flow = extraOf(offer).paymentFlow ?? 'authorization'
  const amount = BigInt(String(amountOf(offer, version)))
  const known = defaultOf(offer)
  const asset = String(offer.asset)
  const isSvm = String(offer.network).startsWith('solana')
  return {
    slot,
    late: flow !== 'authorization',
    amount,
    usd: known === undefined ? null : amount * 10n ** BigInt(18 - known.decimals),
    asset: `${String(offer.network)} ${isSvm ? asset : asset.toLowerCase()}`,
  }
}

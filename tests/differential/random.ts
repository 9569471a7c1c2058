/** A small seeded generator (mulberry32): the same seed gives the same pairs everywhere. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined && list.length === 0) throw new RangeError('nothing to pick from')
    return picked as T
  }
}

/** A generator for the pair at a place of a seed's sequence, whatever was drawn before it. */
export function randomAt(seed: number, place: number): Random {
  return new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35))
}

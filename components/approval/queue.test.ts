import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ApprovalSummary } from '@/lib/doors/ui-protocol'
import { entriesOf, standingOf } from './queue'

const summary = (paymentId: string, of: Partial<ApprovalSummary> = {}): ApprovalSummary => ({
  paymentId,
  question: null,
  asker: 'https://news.example',
  site: 'news.example',
  same: null,
  amountText: '0.25 USDC',
  createdAt: 0,
  ...of,
})

describe('the queue', () => {
  it('puts equal requests together at the place of the oldest, and no other', () => {
    const waiting = [
      summary('a', { same: 'x' }),
      summary('b'),
      summary('c', { same: 'x' }),
      summary('d'),
      summary('e', { same: 'y' }),
    ]
    expect(entriesOf(waiting).map(({ ids }) => ids)).toEqual([['a', 'c'], ['b'], ['d'], ['e']])
  })

  it('says which of how many is on the screen, whichever of the equal ones that is', () => {
    const waiting = [summary('a', { same: 'x' }), summary('b'), summary('c', { same: 'x' })]
    for (const id of ['a', 'c'])
      expect(standingOf(waiting, id)).toMatchObject({ position: 1, entries: 2, same: ['a', 'c'] })
    expect(standingOf(waiting, 'b')).toMatchObject({ position: 2, entries: 2, same: ['b'] })
  })

  it('goes round in both directions', () => {
    const waiting = ['a', 'b', 'c'].map((id) => summary(id))
    expect(standingOf(waiting, 'c')).toMatchObject({ next: 'a', previous: 'b' })
    expect(standingOf(waiting, 'a')).toMatchObject({ next: 'b', previous: 'c' })
  })

  it('has no next for the only one, and the first for one that is answered', () => {
    expect(standingOf([summary('a')], 'a')).toMatchObject({ position: 1, next: null, previous: null })
    expect(standingOf([summary('a')], 'gone')).toMatchObject({ position: null, next: 'a', previous: null })
    expect(standingOf([], 'gone')).toMatchObject({ position: null, entries: 0, next: null })
  })

  it('counts what a site has waiting over all of its origins, questions too, and nobody else’s', () => {
    const waiting = [
      summary('a'),
      summary('b', { asker: 'https://a.news.example' }),
      summary('q-c', { question: 'connect' }),
      summary('d', { asker: 'https://other.example', site: 'other.example' }),
    ]
    expect(standingOf(waiting, 'a').ofSite.map(({ paymentId }) => paymentId)).toEqual(['a', 'b', 'q-c'])
  })

  it('shows each entry exactly once on the way round', () => {
    const some = fc.array(fc.constantFrom('x', 'y', null), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(some, (names) => {
        const waiting = names.map((same, index) => summary(String(index), { same }))
        const entries = entriesOf(waiting)
        expect(entries.flatMap(({ ids }) => ids).sort()).toEqual(waiting.map((w) => w.paymentId).sort())
        let id: string | null = '0'
        const seen = entries.map(() => {
          const now = id ?? '0'
          id = standingOf(waiting, now).next ?? now
          return now
        })
        expect(new Set(seen).size).toBe(entries.length)
        expect(id).toBe(seen[0])
      }),
    )
  })
})

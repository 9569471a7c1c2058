import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rankOf, wordsIn, wordsOf } from './words'

describe('the words of a payment', () => {
  it('are those of the asker, the address, the agent and the payee, small, each once', () => {
    const words = wordsOf(
      {
        asker: 'https://News.example',
        url: 'https://news.example/Tide-Clock?id=7',
        agent: 'Finder',
        createdAt: 0,
      },
      '0xAbC1',
    ).map((word) => word.split(' ')[0])
    expect(words).toEqual(['abc1', 'news', 'example', 'finder', 'tide', 'clock', 'id', '7'])
  })

  it('leave out what every address has, and the sign of hex numbers', () => {
    expect(wordsIn('https://a.example 0xFF http://b')).toEqual(['a', 'example', 'ff', 'b'])
    expect(wordsIn('  – 0x ')).toEqual([])
  })

  it('are bounded in length and in number, whatever a page writes into its address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (path) => {
        const words = wordsOf({
          asker: 'https://a.example',
          url: `https://a.example/${path}`,
          agent: null,
          createdAt: 1,
        })
        expect(words.length).toBeLessThanOrEqual(32)
        for (const word of words) expect(word.length).toBeLessThanOrEqual(24 + 14)
      }),
    )
  })

  it('order payments of one word from the newest to the oldest', () => {
    const moment = fc.integer({ min: 0, max: 9_999_999_999_999 })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(rankOf(a) < rankOf(b)).toBe(a > b)
        expect(rankOf(a)).toHaveLength(rankOf(b).length)
      }),
    )
  })
})

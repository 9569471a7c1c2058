import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type LimitLevel, newsOf, type Standing, toldOf } from './news'
import { levelOf } from './standing'
import { noticesOf } from './tell'
import { dollarText, plainName, siteName } from './text'
import { noticeWords } from './words'

const NOTHING: Standing = { automatic: [], limits: [], unknown: [], waiting: [] }
const TOLD = toldOf(NOTHING)
const words = noticeWords.en
const paid = (at: number, mandate = 'm', usd: string | null = '0.25') => ({
  mandate,
  origin: 'https://news.example',
  usd,
  amount: usd === null ? '3 WETH' : '$0.25',
  at,
})
const limit = (level: LimitLevel['level'], id = 'everything-day:*'): LimitLevel => ({
  id,
  level,
  name: 'All sites together',
  used: '$8.00',
  limit: '$10.00',
})

describe('what is told', () => {
  it('is nothing where nothing is new', () => {
    const standing: Standing = {
      automatic: [paid(1)],
      limits: [limit(80)],
      unknown: [{ id: 'u', payment: 'p', origin: 'https://news.example', amount: '$1.00' }],
      waiting: [{ id: 'w', origin: 'https://news.example', opened: false }],
    }
    expect(noticesOf(standing, toldOf(standing), words)).toEqual([])
  })

  it('is one notice for a mandate, with the sum of what it paid', () => {
    const standing = { ...NOTHING, automatic: [paid(1), paid(2), paid(3, 'other')] }
    expect(noticesOf(standing, TOLD, words)).toEqual([
      {
        id: 'mandate m',
        title: 'Paid without asking',
        message: '2 payments, $0.50 in all, to news.example.',
        button: 'Stop this site',
      },
      {
        id: 'mandate other',
        title: 'Paid without asking',
        message: '$0.25 to news.example, as your mandate allows.',
        button: 'Stop this site',
      },
    ])
  })

  it('names the last amount where the asset has no price', () => {
    const standing = { ...NOTHING, automatic: [paid(1, 'm', null)] }
    expect(noticesOf(standing, TOLD, words)[0]?.message).toBe(
      '3 WETH to news.example, as your mandate allows.',
    )
  })

  it('tells a limit when it reaches 80 and 100 percent, and again only after it was below', () => {
    const levels = [0, 80, 80, 100, 80, 100, 0, 80] as const
    let told = TOLD
    const said = levels.map((level) => {
      const standing = { ...NOTHING, limits: [limit(level)] }
      const news = newsOf(standing, told).limits.map((each) => each.level)
      told = toldOf(standing, told)
      return news
    })
    expect(said).toEqual([[], [80], [], [100], [], [100], [], [80]])
  })

  it('tells one unknown outcome by its amount and site, and several by their number', () => {
    const one = { id: 'u', payment: 'p', origin: 'https://news.example', amount: '$1.00' }
    expect(noticesOf({ ...NOTHING, unknown: [one] }, TOLD, words)).toEqual([
      {
        id: 'payment p',
        title: 'A payment has no clear outcome',
        message: '$1.00 to news.example. It stays held until there is proof.',
      },
    ])
    const two = { ...NOTHING, unknown: [one, { ...one, id: 'v' }] }
    expect(noticesOf(two, TOLD, words).map(({ id }) => id)).toEqual(['outstanding'])
  })

  it('tells what waits unless its window opens by itself', () => {
    const waiting = (opened: boolean) => [{ id: 'w', origin: 'https://news.example', opened }]
    expect(noticesOf({ ...NOTHING, waiting: waiting(true) }, TOLD, words)).toEqual([])
    expect(noticesOf({ ...NOTHING, waiting: waiting(false) }, TOLD, words)).toEqual([
      { id: 'waiting', title: 'A request waits for you', message: 'The newest is from news.example.' },
    ])
  })

  it('tells each automatic payment once, however often somebody looks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 }), (gaps) => {
        let told = TOLD
        let at = 0
        const all = gaps.map((gap) => {
          at += gap
          return paid(at)
        })
        let count = 0
        for (let seen = 0; seen <= all.length; seen += 2) {
          const standing = { ...NOTHING, automatic: all.slice(0, seen) }
          count += newsOf(standing, told).automatic.flat().length
          told = toldOf(standing, told)
        }
        expect(count).toBe(all.length - (all.length % 2))
      }),
    )
  })
})

describe('the text of a notice', () => {
  it('has no character of a site that is not seen or moves its neighbours, and an end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const said = plainName(text)
        expect([...said].length).toBeLessThanOrEqual(61)
        expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })

  it('keeps the end of a long host, which is what is registered', () => {
    const host = siteName(`https://${'a.'.repeat(60)}pay.example`, words)
    expect(host).toMatch(/^….*pay\.example$/)
    expect([...host].length).toBe(61)
  })

  it('keeps a host encoded, names a page without an address, and the wallet itself', () => {
    expect(siteName('https://bücher.example', words)).toBe('xn--bcher-kva.example')
    expect(siteName('null', words)).toBe('a page without an address')
    expect(siteName('https://countersign.invalid', words)).toBe('Countersign')
  })

  it('keeps every digit of an amount', () => {
    expect(dollarText('0.000000000000000001', words)).toBe('$0.000000000000000001')
    expect(dollarText('1234.5', noticeWords.es)).toMatch(/^1234,50\sUS\$$/)
  })

  it('has the same words in both languages, each of its own', () => {
    expect(Object.keys(noticeWords.es).sort()).toEqual(Object.keys(noticeWords.en).sort())
    const same = Object.entries(noticeWords.es).filter(
      ([key, value]) => typeof value === 'string' && value === noticeWords.en[key as keyof typeof words],
    )
    expect(same).toEqual([])
  })
})

describe('how far a limit is used', () => {
  const unit = { kind: 'usd', testnet: false } as const
  it('is told from exactly 80 and exactly 100 percent on', () => {
    const at = (after: string) => levelOf({ unit, after, limit: '10' })
    expect(['0', '7.999999', '8', '9.999999', '10', '12'].map(at)).toEqual([0, 0, 80, 80, 100, 100])
  })

  it('is not told of a limit of nothing', () => {
    expect(levelOf({ unit, after: '0', limit: '0' })).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { allowedReport, freeReport, median, paymentReport } from './report'

describe('median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 1, 2, 4], 3],
  ])('of %j is %d', (numbers, middle) => {
    expect(median(numbers)).toBe(middle)
  })

  it('of nothing is refused', () => {
    expect(() => median([])).toThrow('nothing was measured')
  })
})

describe('the report', () => {
  const wallet = {
    seen402: 100,
    decided: 110,
    approved: 115,
    signed: 145,
    sent: 150,
    answered: 190,
    delivered: 200,
  }
  const client = { seen402: 10, sent: 20, answered: 55, delivered: 60 }
  const text = paymentReport([wallet], [client])

  it('compares the times from the 402 to the delivered answer', () => {
    expect(text).toMatch(/wallet in Chromium.* 100\.0 ms/)
    expect(text).toMatch(/@x402\/fetch in Node +50\.0 ms/)
    expect(text).toMatch(/ratio .* 2\.00/)
  })

  it('gives each step its share of the whole', () => {
    expect(text).toMatch(/approved to reserved and signed +30\.0 ms +30 %/)
  })

  it('counts neither the approval nor the server as the wallet’s own', () => {
    expect(text).toMatch(/the wallet’s own +55\.0 ms/)
  })
})

describe('the report of payments under a mandate', () => {
  it('sets the wallet beside the published client in the same page', () => {
    const ours = { seen402: 0, sent: 30, answered: 80, delivered: 81 }
    const theirs = { seen402: 0, sent: 10, answered: 50, delivered: 51 }
    const lines = allowedReport([ours, ours], [theirs, theirs]).split('\n')
    expect(lines.at(-2)).toMatch(/ratio wallet : @x402\/fetch +1\.59$/)
    expect(lines.at(-1)).toMatch(/ratio of their own times +2\.82$/)
  })
})

describe('the report of a free page', () => {
  it('gives each way of asking with the wallet, an idle extension and none, and the ratios to both', () => {
    const wallet = { fetch: [1.1, 1.1, 9], xhr: [2, 2, 2], load: [30, 30, 33] }
    const bare = { fetch: [1, 1, 1], xhr: [2, 2, 2], load: [25, 25, 25] }
    const idle = { fetch: [1.1, 1.1, 1.1], xhr: [2, 2, 2], load: [27.5, 30, 24] }
    const [, fetched, xhr, load] = freeReport({ wallet, idle, bare }).split('\n')
    expect(fetched).toMatch(/one fetch .* 1\.1 ms +1\.1 ms +1\.0 ms +ratios 1\.10 1\.00$/)
    expect(xhr).toMatch(/ratios 1\.00 1\.00$/)
    expect(load).toMatch(/ratios 1\.20 1\.09$/)
  })
})

import { describe, expect, it } from 'vitest'
import { median, paymentReport } from './report'

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

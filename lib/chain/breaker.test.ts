import { describe, expect, it } from 'vitest'

import { Breaker, FAILURES_TO_REST, REST_MS } from './breaker'

const URL_A = 'https://a.example/'
const now = 1_800_000_000_000

function rested() {
  const breaker = new Breaker()
  for (let i = 0; i < FAILURES_TO_REST; i++) breaker.failed(URL_A, now)
  return breaker
}

describe('the circuit breaker', () => {
  it('admits up to the fifth failure in a row and then rests', () => {
    const breaker = new Breaker()
    for (let i = 0; i < FAILURES_TO_REST; i++) {
      expect(breaker.admits(URL_A, now)).toBe(true)
      breaker.failed(URL_A, now)
    }
    expect(breaker.admits(URL_A, now)).toBe(false)
  })

  it('counts failures in a row only', () => {
    const breaker = new Breaker()
    for (let i = 0; i < 3 * FAILURES_TO_REST; i++) {
      breaker.failed(URL_A, now)
      if (i % 4 === 3) breaker.succeeded(URL_A)
    }
    expect(breaker.admits(URL_A, now)).toBe(true)
  })

  it('leaves other URLs alone', () => {
    expect(rested().admits('https://b.example/', now)).toBe(true)
  })

  it('lets one call try after the rest, and all when it succeeds', () => {
    const breaker = rested()
    expect(breaker.admits(URL_A, now + REST_MS - 1)).toBe(false)
    expect(breaker.admits(URL_A, now + REST_MS)).toBe(true)
    expect(breaker.admits(URL_A, now + REST_MS)).toBe(false)
    breaker.succeeded(URL_A)
    expect(breaker.admits(URL_A, now + REST_MS)).toBe(true)
  })

  it('rests again when that call fails', () => {
    const breaker = rested()
    breaker.admits(URL_A, now + REST_MS)
    breaker.failed(URL_A, now + REST_MS)
    expect(breaker.admits(URL_A, now + 2 * REST_MS - 1)).toBe(false)
    expect(breaker.admits(URL_A, now + 2 * REST_MS)).toBe(true)
  })

  it('lets another try when that call was given up', () => {
    const breaker = rested()
    breaker.admits(URL_A, now + REST_MS)
    breaker.abandoned(URL_A)
    expect(breaker.admits(URL_A, now + REST_MS)).toBe(true)
  })

  it('does not rest longer because the clock was set back', () => {
    expect(rested().admits(URL_A, now - 3_600_000)).toBe(true)
  })
})

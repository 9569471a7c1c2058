import { describe, expect, it } from 'vitest'

import { type Observation, Observations } from './observations'

const seen = (over: Partial<Observation> = {}): Observation => ({
  documentId: 'D',
  method: 'GET',
  url: 'https://news.example/a',
  headers: [['PAYMENT-REQUIRED', 'q1']],
  at: 1_000,
  ...over,
})

describe('Observations', () => {
  it('pairs a report with an observation of the same document, method and URL, once', () => {
    const observations = new Observations()
    observations.add(seen())
    expect(observations.take('D', 'GET', 'https://news.example/a', 1_001).found).not.toBeNull()
    expect(observations.take('D', 'GET', 'https://news.example/a', 1_001).found).toBeNull()
  })

  it('never pairs across documents, methods or URLs', () => {
    const observations = new Observations()
    observations.add(seen())
    expect(observations.take('E', 'GET', 'https://news.example/a', 1_001).found).toBeNull()
    expect(observations.take('D', 'POST', 'https://news.example/a', 1_001).found).toBeNull()
    expect(observations.take('D', 'GET', 'https://news.example/A', 1_001).found).toBeNull()
  })

  it('says so when candidates carry different quotes', () => {
    const observations = new Observations()
    observations.add(seen())
    observations.add(seen({ headers: [['payment-required', 'q2']] }))
    expect(observations.take('D', 'GET', 'https://news.example/a', 1_001).same).toBe(false)
  })

  it('forgets after ten seconds', () => {
    const observations = new Observations()
    observations.add(seen())
    expect(observations.take('D', 'GET', 'https://news.example/a', 11_000).found).toBeNull()
  })
})

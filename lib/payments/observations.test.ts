import { describe, expect, it } from 'vitest'

import { type Observation, Observations } from './observations'

const seen = (over: Partial<Observation> = {}): Observation => ({
  documentId: 'D',
  origin: 'https://news.example',
  tabId: 1,
  frameId: 0,
  method: 'GET',
  url: 'https://news.example/a',
  headers: [['PAYMENT-REQUIRED', 'q1']],
  at: 1_000,
  ...over,
})

const D = { documentId: 'D', origin: 'https://news.example', tabId: 1 }
const take = (observations: Observations, now: number, who = D) =>
  observations.take(who, 'GET', 'https://news.example/a', now)

describe('Observations', () => {
  it('pairs a report with an observation of the same document, method and URL, once', () => {
    const observations = new Observations()
    observations.add(seen())
    expect(observations.take(D, 'GET', 'https://news.example/a', 1_001).found).not.toBeNull()
    expect(observations.take(D, 'GET', 'https://news.example/a', 1_001).found).toBeNull()
  })

  it('never pairs across tabs, origins, methods or URLs', () => {
    const observations = new Observations()
    observations.add(seen())
    const other = { ...D, documentId: 'E' }
    expect(take(observations, 1_001, { ...other, tabId: 2 }).found).toBeNull()
    expect(take(observations, 1_001, { ...other, origin: 'https://other.example' }).found).toBeNull()
    expect(observations.take(D, 'POST', 'https://news.example/a', 1_001).found).toBeNull()
    expect(observations.take(D, 'GET', 'https://news.example/A', 1_001).found).toBeNull()
  })

  it('says so when candidates carry different quotes', () => {
    const observations = new Observations()
    observations.add(seen())
    observations.add(seen({ headers: [['payment-required', 'q2']] }))
    expect(observations.take(D, 'GET', 'https://news.example/a', 1_001).same).toBe(false)
  })

  it('forgets after ten seconds', () => {
    const observations = new Observations()
    observations.add(seen())
    expect(observations.take(D, 'GET', 'https://news.example/a', 11_000).found).toBeNull()
  })

  it('pairs a report with what the origin’s service worker was answered, and no other origin’s', () => {
    const observations = new Observations()
    observations.add(seen({ documentId: null, tabId: -1, frameId: -1 }))
    expect(take(observations, 1_001, { ...D, origin: 'https://other.example' }).found).toBeNull()
    expect(take(observations, 1_001).found).not.toBeNull()
  })

  it('pairs a frame’s report with its parent’s document, after its own', () => {
    const observations = new Observations()
    const [own, parents] = [seen({ documentId: 'frame', frameId: 2 }), seen()]
    observations.add(own)
    observations.add(parents)
    const frame = { ...D, documentId: 'frame' }
    expect(take(observations, 1_001, frame).found).toBe(own)
    expect(take(observations, 1_001, frame).found).toBe(parents)
  })

  it('leaves over what no page reports, once', () => {
    const observations = new Observations()
    const alone = seen({ at: 100_000 })
    observations.add(alone)
    expect(observations.leftOver(alone)).toBe(true)
    expect(observations.leftOver(alone)).toBe(false)
  })

  it('leaves over neither what was taken nor what joined a call that was reported', () => {
    const observations = new Observations()
    const [first, joined] = [seen({ at: 100_000 }), seen({ at: 100_001 })]
    observations.add(first)
    observations.add(joined)
    expect(take(observations, 100_002).found).toBe(joined)
    expect(observations.leftOver(joined)).toBe(false)
    expect(observations.leftOver(first)).toBe(false)
  })

  it('leaves over what comes long after an equal call was reported', () => {
    const observations = new Observations()
    take(observations, 100_000)
    const later = seen({ at: 110_000 })
    observations.add(later)
    expect(observations.leftOver(later)).toBe(true)
  })
})

import { expect, it } from 'vitest'

import { isLost } from './gone'

const row = { tabId: 7, frameId: 0, documentId: 'first', createdAt: 1_000 }
const gone = { tabId: 7, frameId: 0, now: 'second', at: 2_000 }

it('what a document asked is lost when another took its place, in its tab and its frame', () => {
  expect(isLost(row, gone)).toBe(true)
  expect(isLost({ ...row, frameId: 3 }, gone)).toBe(true)
  expect(isLost({ ...row, tabId: 8 }, gone)).toBe(false)
  expect(isLost(row, { ...gone, frameId: 3 })).toBe(false)
  expect(isLost({ ...row, frameId: 3 }, { ...gone, frameId: 3 })).toBe(true)
})

it('what the new document asks is not', () => {
  expect(isLost({ ...row, documentId: 'second' }, gone)).toBe(false)
})

it('what was asked after the word was given, which is heard late, is not', () => {
  expect(isLost({ ...row, documentId: 'third', createdAt: 2_001 }, gone)).toBe(false)
})

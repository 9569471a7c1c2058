import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'

import { faultOf } from './reply'

const full = new DOMException('no room', 'QuotaExceededError')

describe('a call that ended without an answer', () => {
  it.each<[string, unknown]>([
    ['the browser’s own error', full],
    ['the database’s', new Dexie.QuotaExceededError('no room', full)],
    ['a transaction that was ended for it', new Dexie.AbortError('ended', full)],
    ['an error that it caused', new Error('not stored', { cause: full })],
  ])('is told as a full disk where the cause is %s', (_, thrown) => {
    expect(faultOf(thrown)).toEqual({ code: 'disk-full' })
  })

  it.each([new Error('other'), null, undefined, 'QuotaExceededError', new Dexie.AbortError('ended')])(
    'is no more than failed for %o',
    (thrown) => {
      expect(faultOf(thrown)).toEqual({ code: 'failed' })
    },
  )

  it('ends for errors that name each other', () => {
    const one: { inner?: unknown } = {}
    one.inner = { inner: one }
    expect(faultOf(one)).toEqual({ code: 'failed' })
  })
})

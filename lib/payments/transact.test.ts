import { describe, expect, it, vi } from 'vitest'

import { inOrder } from './transact'

vi.mock('wxt/browser', () => ({ browser: {} }))

describe('transactions in order', () => {
  it('wait for the one before, also where that failed', async () => {
    const log: string[] = []
    const first = inOrder(async () => {
      await Promise.resolve()
      log.push('first')
      throw new Error('no')
    })
    const second = inOrder(async () => log.push('second'))
    await expect(first).rejects.toThrow('no')
    await second
    expect(log).toEqual(['first', 'second'])
  })
})

import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { approval, base, codeFor, quote, usdc } from './testing'

/** What a page signs by itself: the window is in the text already, and so is the account. */
const signature = (windowSeconds: number, change: Partial<typeof base> = {}) => ({
  ...base,
  request: { ...base.request, kind: 'signature' },
  quote: quote({ ...usdc, maxTimeoutSeconds: windowSeconds }),
  ...change,
})

describe('a page’s own signature', () => {
  it('is given by a mandate with the window that the page wrote, where the mandate admits it whole', () => {
    expect(decide(signature(300))).toMatchObject({ code: 'READY_TO_SIGN', windowSeconds: 300 })
    expect(decide(signature(301)).code).toBe('HOLD_WINDOW_TOO_LONG')
  })

  it('is given by a person for an hour, and nothing in it is made shorter', () => {
    const approved = { approval: { ...approval } }
    expect(decide(signature(301, approved))).toMatchObject({ code: 'READY_TO_SIGN', windowSeconds: 301 })
    expect(decide(signature(3_600, approved)).windowSeconds).toBe(3_600)
  })

  it('is paid by the account that it names, and by no mandate over another', () => {
    const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const intent = { ...base.intent, payer }
    const from = (account: string) => base.mandates.map((m) => ({ ...m, account }))
    expect(codeFor({ intent, mandates: from(payer.toLowerCase()) })).toBe('READY_TO_SIGN')
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(codeFor({ intent, mandates: from(other) })).toBe('HOLD_APPROVAL_REQUIRED')
    expect(codeFor({ mandates: from(other) })).toBe('READY_TO_SIGN')
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'

type Clicked = (id: string, button?: number) => Promise<void>

const fake = vi.hoisted(() => ({
  clicked: new Set<unknown>(),
  pressed: new Set<unknown>(),
  added: new Set<(of: { permissions?: string[] }) => Promise<void>>(),
  isAllowed: true,
  late: { openNotice: vi.fn(), beginNews: vi.fn() },
  changeMandate: vi.fn(),
}))
const event = (listeners: Set<unknown>) => ({ addListener: (each: unknown) => void listeners.add(each) })
vi.mock('wxt/browser', () => ({
  browser: {
    get notifications() {
      return fake.isAllowed
        ? { onClicked: event(fake.clicked), onButtonClicked: event(fake.pressed) }
        : undefined
    },
    permissions: { onAdded: event(fake.added) },
  },
}))
vi.mock('@/lib/late/load', () => ({ late: async () => fake.late }))
vi.mock('@/lib/payments/mandates', () => ({ changeMandate: fake.changeMandate }))

import type { Wallet } from '@/lib/payments/wallet'

// The setup of the tests has loaded these with the browser that there is none of.
vi.resetModules()
const { admitNotices } = await import('./notices')

const wallet = { ready: Promise.resolve(), ledger: {} } as Wallet
const first = (listeners: Set<unknown>) => [...listeners][0] as Clicked

describe('clicks on notices', () => {
  beforeEach(() => {
    for (const all of [fake.clicked, fake.pressed, fake.added]) all.clear()
    for (const each of [fake.late.openNotice, fake.late.beginNews, fake.changeMandate]) each.mockReset()
  })

  it('open what the notice is about', async () => {
    fake.isAllowed = true
    admitNotices(wallet)
    await first(fake.clicked)('payment 1')
    expect(fake.late.openNotice).toHaveBeenCalledWith(wallet.ledger, 'payment 1', false)
    expect(fake.changeMandate).not.toHaveBeenCalled()
  })

  it('pause the mandate that the notice names, by its one button', async () => {
    fake.isAllowed = true
    admitNotices(wallet)
    await first(fake.pressed)('mandate m', 0)
    expect(fake.changeMandate).toHaveBeenCalledWith(wallet, { id: 'm', change: { kind: 'pause' } })
    expect(fake.late.openNotice).toHaveBeenCalledWith(wallet.ledger, 'mandate m', true)
  })

  it('are listened for once the permission is given, once each, and news begin with it', async () => {
    fake.isAllowed = false
    admitNotices(wallet)
    expect(fake.clicked.size).toBe(0)
    fake.isAllowed = true
    const [added] = [...fake.added]
    await added?.({ permissions: ['notifications'] })
    await added?.({ permissions: ['notifications'] })
    expect([fake.clicked.size, fake.pressed.size]).toEqual([1, 1])
    expect(fake.late.beginNews).toHaveBeenCalledWith(wallet.ledger)
  })

  it('another permission begins nothing', async () => {
    fake.isAllowed = false
    admitNotices(wallet)
    await [...fake.added][0]?.({ permissions: [] })
    expect(fake.late.beginNews).not.toHaveBeenCalled()
  })
})

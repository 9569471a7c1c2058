import { describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS, type Settings } from '@/lib/ledger/read/documents'
import { readSettingsFile, SETTING_NAMES, settingsText } from '@/lib/ledger/read/settings-file'
import { settingsDiff } from './settings-changes'

const rule = (id: string, limit: string) =>
  ({
    id,
    scope: { kind: 'site', value: null },
    unit: { kind: 'usd', testnet: false },
    limit,
    window: { kind: 'rolling', seconds: 3_600 },
  }) as const
const DAI = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const own: Settings = {
  ...DEFAULT_SETTINGS,
  perDayUsd: '20.00',
  budgets: [rule('a', '1'), rule('b', '2')],
  assets: [{ network: 'eip155:8453', asset: DAI, decimals: 18, name: 'Dai', version: '1', maxAmount: '5' }],
  blockedOrigins: ['https://bad.example'],
  rpc: { 'eip155:8453': ['https://node.example/'] },
  account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  backedUp: true,
}
const file = (settings: object) => JSON.stringify({ format: 'countersign-settings', version: 1, settings })

describe('a file of settings', () => {
  it('comes back as it went out, and holds no account', () => {
    const text = settingsText(own)
    expect(text).not.toContain('f39Fd6')
    const read = readSettingsFile(text)
    expect(read.ok && read.value).toEqual(Object.fromEntries(SETTING_NAMES.map((name) => [name, own[name]])))
    expect(read.ok && settingsDiff(own, read.value)).toEqual([])
  })

  it('is refused as a whole where anything in it is of the wrong shape, by name', () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ perDayUsd: 5 }, 'perDayUsd'],
      [{ perDayUsd: '-1' }, 'perDayUsd'],
      [{ perDayUsd: '1000001' }, 'perDayUsd'],
      [{ account: 'x' }, 'account'],
      [{ paused: false }, 'paused'],
      [{ assets: [{ network: 'eip155:8453', asset: DAI }] }, 'assets'],
      [{ budgets: [{ ...rule('a', '1'), window: { kind: 'rolling', seconds: 1 } }] }, 'budgets'],
      [{ rpc: { 'eip155:8453': ['http://node.example/'] } }, 'rpc'],
      [{ rpc: { 'eip155:8453': [] } }, 'rpc'],
      [{ autoLockMinutes: 481 }, 'autoLockMinutes'],
      [{ perPaymentUsd: '2', theme: 'pink' }, 'theme'],
    ]
    for (const [settings, field] of wrong)
      expect([field, readSettingsFile(file(settings))]).toEqual([
        field,
        { ok: false, error: { reason: 'bad-field', field } },
      ])
    expect(readSettingsFile('{')).toEqual({ ok: false, error: { reason: 'not-json', field: null } })
    expect(readSettingsFile('{"settings":{}}')).toEqual({
      ok: false,
      error: { reason: 'not-settings', field: null },
    })
  })
})

describe('what a file of settings would change', () => {
  it('says of each limit whether it is raised or lowered, and nothing of an equal number', () => {
    expect(settingsDiff(own, { perDayUsd: '20', perPaymentUsd: '2', perSiteDayUsd: '1.5' })).toEqual([
      { kind: 'limit', name: 'perPaymentUsd', from: '1.00', to: '2', raised: true },
      { kind: 'limit', name: 'perSiteDayUsd', from: '5.00', to: '1.5', raised: false },
    ])
  })

  it('counts own limits that come, go, get lower, or loosen; another window is no lower limit', () => {
    const wider = { ...rule('b', '1'), window: { kind: 'total' } } as const
    expect(settingsDiff(own, { budgets: [rule('a', '0.5'), wider, rule('c', '9')] })).toEqual([
      { kind: 'budgets', added: 1, removed: 0, lowered: 1, loosened: 1 },
    ])
    expect(settingsDiff(own, { budgets: [] })).toEqual([
      { kind: 'budgets', added: 0, removed: 2, lowered: 0, loosened: 0 },
    ])
  })

  it('names the sites and assets that come and go, and what is switched', () => {
    expect(settingsDiff(own, { blockedOrigins: ['https://c.example'], testnets: true, assets: [] })).toEqual([
      { kind: 'list', name: 'assets', added: [], removed: [`eip155:8453 ${DAI} 5`] },
      {
        kind: 'list',
        name: 'blockedOrigins',
        added: ['https://c.example'],
        removed: ['https://bad.example'],
      },
      { kind: 'flag', name: 'testnets', on: true },
    ])
  })
})

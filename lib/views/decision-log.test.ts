import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'

import { Ledger } from '@/lib/ledger/schema'
import { intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { bareUrl, decisionLog, LOG_LENGTH, withoutSecrets } from './decision-log'

const ledger = new Ledger('decision-log')
afterAll(() => ledger.delete())

describe('the log of quotes and decisions', () => {
  it('holds the newest hundred, the newest first, each with its quote', async () => {
    const all = Array.from({ length: LOG_LENGTH + 20 }, (_, i) => intentRow(`${i}`, { createdAt: i }))
    await ledger.intents.bulkAdd(all)
    await ledger.quotes.bulkAdd(all.map(({ id }) => quoteRow(id)))
    const log = await decisionLog(ledger)
    expect(log).toHaveLength(LOG_LENGTH)
    expect(log.map((entry) => entry.at)).toEqual(
      Array.from({ length: LOG_LENGTH }, (_, i) => LOG_LENGTH + 19 - i),
    )
    expect(log[0]?.quote).toMatchObject({ x402Version: 2 })
  })

  it('keeps the names of a query and none of its values, no user information and no fragment', () => {
    expect(bareUrl('https://me:pw@shop.example/a/b?token=abc&page=2&token=d#frag')).toBe(
      'https://shop.example/a/b?token=…&page=…',
    )
    expect(bareUrl('https://shop.example/a')).toBe('https://shop.example/a')
    expect(bareUrl('no url')).toBe('…')
  })

  it('lets no value through that stands under a name like a secret’s, however deep', () => {
    const name = fc.constantFrom(
      'apiKey',
      'access_token',
      'Authorization',
      'sessionId',
      'client_secret',
      'PASSWORD',
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'extra'), { maxLength: 8 }), name, (path, secret) => {
        const inner = { [secret]: 'the-secret-value', other: 1 }
        const value = path.reduce<unknown>((of, step) => ({ [step]: [of] }), inner)
        expect(JSON.stringify(withoutSecrets(value))).not.toContain('the-secret-value')
      }),
    )
  })

  it('makes URLs bare wherever they stand in a quote', () => {
    expect(withoutSecrets({ resource: { url: 'https://a.example/x?sig=abc' } })).toEqual({
      resource: { url: 'https://a.example/x?sig=…' },
    })
  })
})

import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'

import { balanceDocument } from '@/lib/ledger/balance-rows'
import { Ledger } from '@/lib/ledger/schema'
import { keepBalances } from './balances'

const NETWORK = 'eip155:8453'
const held = (amount: string | null) => [{ account: '0xa', asset: '0xc', amount }]
let ledger: Ledger

beforeEach(async () => {
  ledger = new Ledger(`balances-${Math.random()}`)
  await ledger.open()
})

const kept = async () => (await ledger.documents.get(balanceDocument(NETWORK)))?.value

describe('what was read of a balance', () => {
  it('is kept with when it was read', async () => {
    await keepBalances(ledger, NETWORK, held('5'), 1_000)
    expect(await kept()).toEqual({ '0xa/0xc': { amount: '5', readAt: 1_000 } })
  })

  it('stays with its age where it cannot be read any more', async () => {
    await keepBalances(ledger, NETWORK, held('5'), 1_000)
    await keepBalances(ledger, NETWORK, held(null), 900_000)
    expect(await kept()).toEqual({ '0xa/0xc': { amount: '5', readAt: 1_000 } })
  })

  it('is written again when it changed, or when its age would be told wrong', async () => {
    await keepBalances(ledger, NETWORK, held('5'), 1_000)
    await keepBalances(ledger, NETWORK, held('5'), 2_000)
    expect(await kept()).toEqual({ '0xa/0xc': { amount: '5', readAt: 1_000 } })
    await keepBalances(ledger, NETWORK, held('6'), 3_000)
    expect(await kept()).toEqual({ '0xa/0xc': { amount: '6', readAt: 3_000 } })
    await keepBalances(ledger, NETWORK, held('6'), 63_000)
    expect(await kept()).toEqual({ '0xa/0xc': { amount: '6', readAt: 63_000 } })
  })

  it('leaves no trace where nothing was read', async () => {
    await keepBalances(ledger, NETWORK, held(null), 1_000)
    expect(await kept()).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { err, ok } from '@/lib/core/result'
import type { Chain } from './chain'
import { costsByAll } from './costs'

type Says = { readonly gas: bigint; readonly base: bigint; readonly tip: bigint } | 'fails' | 'silent'

const GWEI = 10n ** 9n
const HONEST = { gas: 65_000n, base: GWEI, tip: 1_000_000n }
/** A quarter more gas, to thousands; twice the base fee and the tip. */
const GAS = 82_000n
const PRICE = 2n * GWEI + 1_000_000n
const LIMIT = 10n ** 15n
const TX = { from: '0x01', to: '0x02', value: 0n, data: '0x' }

const hex = (value: bigint) => `0x${value.toString(16)}`

function nodeOf(says: Says): Chain {
  return {
    call: async (method: string) => {
      if (says === 'silent') return err({ kind: 'network' as const })
      if (method === 'eth_estimateGas')
        return says === 'fails' ? err({ kind: 'rpc' as const, code: 3 }) : ok(hex(says.gas))
      const { base, tip } = says === 'fails' ? HONEST : says
      return ok(method === 'eth_maxPriorityFeePerGas' ? hex(tip) : { baseFeePerGas: hex(base) })
    },
  } as unknown as Chain
}

const by = (...said: readonly Says[]) => costsByAll(said.map(nodeOf), TX, 1_000_000n, LIMIT)
const honest = { ok: true, value: { gas: GAS, maxFeePerGas: PRICE, maxPriorityFeePerGas: 1_000_000n } }

describe('what a transaction costs by all nodes of its network', () => {
  it('is what the only one says', async () => {
    expect(await by(HONEST)).toEqual(honest)
  })

  it.each<[string, Says]>([
    ['asks nothing', { gas: 0n, base: 0n, tip: 0n }],
    ['asks less gas than any transaction takes', { ...HONEST, gas: 20_999n / 2n }],
    ['asks more than the owner lets a day cost', { gas: 65_000n, base: 1_000n * GWEI, tip: 900n * GWEI }],
    ['asks more gas than a transfer takes', { ...HONEST, gas: 5_000_000n }],
    ['is silent', 'silent'],
    ['says that it would fail', 'fails'],
  ])('is what the other says where one %s', async (_, lie) => {
    expect(await by(lie, HONEST)).toEqual(honest)
    expect(await by(HONEST, lie)).toEqual(honest)
  })

  it('is the highest of two that could both be right, so that it is mined', async () => {
    expect(await by(HONEST, { ...HONEST, base: 2n * GWEI, gas: 50_000n })).toMatchObject({
      value: { gas: GAS, maxFeePerGas: 4n * GWEI + 1_000_000n },
    })
  })

  it('takes no tip that one node alone names: it is paid whole', async () => {
    const greedy = { ...HONEST, tip: 3n * GWEI }
    expect(await by(HONEST, greedy)).toMatchObject({ value: { maxPriorityFeePerGas: 1_000_000n } })
    expect(await by(greedy, HONEST, HONEST)).toMatchObject({ value: { maxPriorityFeePerGas: 1_000_000n } })
  })

  it('leaves out the one of three that is many times the others, though it is within the limit', async () => {
    expect(await by({ ...HONEST, base: 800_000_000n, gas: 600_000n }, HONEST, HONEST)).toEqual(honest)
  })

  it('is unknown where none says what it could be, and fails where more say that it would', async () => {
    expect(await by('silent', 'silent')).toMatchObject({ ok: false, error: { kind: 'network' } })
    expect(await by({ gas: 0n, base: 0n, tip: 0n })).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    })
    expect(await by('fails', 'fails', HONEST)).toMatchObject({ ok: false, error: { kind: 'rpc' } })
    expect(await by({ ...HONEST, gas: 5_000_000n })).toMatchObject({ ok: false, error: { kind: 'rpc' } })
  })

  it('is at most the owner’s limit wherever one node stays within it, whatever the others say', async () => {
    const lie = fc.record({
      gas: fc.bigInt({ min: 0n, max: 10_000_000n }),
      base: fc.bigInt({ min: 0n, max: 10n ** 15n }),
      tip: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(lie, { maxLength: 4 }), fc.nat(4), async (lies, at) => {
        const answer = await by(...lies.slice(0, at), HONEST, ...lies.slice(at))
        if (!answer.ok) {
          expect(answer.error.kind).toBe('rpc')
          return
        }
        const { gas, maxFeePerGas, maxPriorityFeePerGas } = answer.value
        expect(gas * maxFeePerGas).toBeLessThanOrEqual(LIMIT)
        expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas)
      }),
    )
  })
})

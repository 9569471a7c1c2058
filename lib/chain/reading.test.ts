import { describe, expect, it } from 'vitest'

import { err, ok } from '@/lib/core/result'
import type { Answer } from './answer'
import type { Chain } from './chain'
import { openReading } from './reading'

const hashOf = (number: number, fork = 0): string =>
  `0x${(fork * 1_000_000 + number).toString(16).padStart(64, '0')}`

type Node = {
  readonly height?: number
  readonly late?: number
  readonly fork?: number
  readonly value?: string
  readonly fault?: Answer<never>
}

/** A node of a chain with a block each second. */
function node({ height = 100, late = 0, fork = 0, value = '0x01', fault }: Node = {}): Chain {
  const call: Chain['call'] = async (method, [tag]) => {
    if (fault !== undefined) return fault
    if (method !== 'eth_getBlockByNumber') return ok(value)
    const number = tag === 'latest' ? height : Number(tag)
    if (number > height) return ok(null)
    const hex = (n: number) => `0x${n.toString(16)}`
    return ok({ number: hex(number), timestamp: hex(1_000_000 + number - late), hash: hashOf(number, fork) })
  }
  return {
    call,
    batch: (requests) => Promise.all(requests.map(({ method, params }) => call(method, params))),
    ethCall: async () => err({ kind: 'timeout' }),
  }
}

const silent = node({ fault: err({ kind: 'network' }) })
const other = node({ fault: err({ kind: 'wrong-chain' }) })
const read = (value: unknown) => (typeof value === 'string' ? value : undefined)
const asked = async (...nodes: readonly Chain[]) => {
  const { reading, state } = await openReading(nodes, 5)
  return { state, answer: await reading?.ask({ method: 'eth_x', params: [] }, read) }
}

describe('a reading of a network', () => {
  it('of one node begins at its newest block less the confirmations, and takes its word', async () => {
    const { reading } = await openReading([node()], 5)
    expect(reading?.block.number).toBe(95n)
    expect(await asked(node({ value: '0x07' }))).toMatchObject({ answer: ok('0x07'), state: { kind: 'ok' } })
  })

  it('of several begins at the height that two of them reach', async () => {
    const { reading } = await openReading(
      [node({ height: 120 }), node({ height: 100 }), node({ height: 110 })],
      5,
    )
    expect(reading?.block.number).toBe(105n)
  })

  it('begins at the first block of a chain that is younger than the confirmations', async () => {
    expect((await openReading([node({ height: 3 })], 5)).reading?.block.number).toBe(0n)
  })

  it.each([
    ['the only one is silent', [silent], 'down'],
    ['one of two is silent', [node(), silent], 'down'],
    ['there is none', [], 'down'],
    ['one of two is on another chain', [node(), other], 'disagree'],
    ['one of two is ten minutes behind', [node({ height: 5_000 }), node({ height: 4_000 })], 'disagree'],
    ['they name different blocks', [node(), node({ fork: 1 })], 'disagree'],
    ['one of three names another block', [node(), node({ fork: 1 }), node()], 'disagree'],
  ] as const)('is none where %s', async (_title, nodes, kind) => {
    const { reading, state } = await openReading(nodes, 5)
    expect(reading).toBeNull()
    expect(state.kind).toBe(kind)
  })

  it('goes on without a third that is silent', async () => {
    expect(await asked(node(), silent, node())).toEqual({
      state: { kind: 'ok', nodes: ['ok', 'down', 'ok'] },
      answer: ok('0x01'),
    })
  })

  it('makes nobody late because one of three claims to be far ahead', async () => {
    const { state } = await openReading([node(), node({ height: 1_000_000 }), node()], 5)
    expect(state.kind).toBe('ok')
  })

  it('knows nothing of what two say differently, however many say one thing', async () => {
    expect((await asked(node(), node({ value: '0x02' }))).answer).toEqual(err('disagree'))
    expect((await asked(node(), node(), node({ value: '0x02' }))).answer).toEqual(err('disagree'))
  })

  it('stands no more once its block was replaced', async () => {
    let fork = 0
    const turning: Chain = { ...node(), call: (...args) => node({ fork }).call(...args) }
    const { reading } = await openReading([turning], 5)
    expect(await reading?.stands()).toBe(true)
    fork = 1
    expect(await reading?.stands()).toBe(false)
  })

  it('asks no more than it may', async () => {
    const { reading } = await openReading([node()], 5, { calls: 3 })
    const ask = () => reading?.ask({ method: 'eth_x', params: [] }, read)
    expect(await ask()).toEqual(ok('0x01'))
    expect(await ask()).toEqual(err('spent'))
  })
})

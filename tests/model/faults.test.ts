import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'

import {
  type Ending,
  FAULTS,
  type FaultName,
  REASONS,
  STEPS,
  type StepName,
  TABLE,
} from '@/tests/e2e/faults/table'
import { LIES } from './lies'
import type { Harm } from './life'
import { type Form, MOMENTS } from './moments'
import { type Buyer, type End, type Server, Story } from './story'
import { provedByReceipts } from './truth'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

/** Each form by each buyer in each way, minutes long: `COUNTERSIGN_ALL=1 vitest run tests/model/faults`. */
const ALL = process.env.COUNTERSIGN_ALL !== undefined
const DAY = 86_400
const BUYERS: readonly Buyer[] = ['fetch', 'navigation', 'mandate']

/** One way in which a fault can come, once its moment is there. */
type Way = { readonly name: string; readonly strikes: (story: Story) => Harm }

const skewed = (seconds: number): Way => ({
  name: `by ${seconds} s`,
  strikes: (story) => {
    story.setClock(seconds)
    return null
  },
})

const WAYS: Readonly<Partial<Record<FaultName, readonly Way[]>>> = {
  'network cut': [
    {
      name: 'servers and nodes',
      strikes: (story) => {
        story.online = false
        story.world.chain.up = false
        return null
      },
    },
  ],
  'RPC down': [
    {
      name: 'all of them',
      strikes: ({ world }) => {
        world.chain.up = false
        return null
      },
    },
  ],
  'RPC lying': Object.entries(LIES).map(([name, lie]) => ({
    name,
    strikes: ({ world }) => {
      world.chain.lie = lie
      return null
    },
  })),
  'clock set back': [skewed(-3_600), skewed(-30 * DAY)],
  'clock set forward': [skewed(3_600), skewed(DAY)],
}

let story: Story | null = null

afterEach(async () => {
  await story?.world.end()
  story = null
})

const endingOf = ({ paid, signed, delivered }: End): Ending =>
  paid > 0 ? (delivered ? 'paid' : 'kept') : signed > 0 ? 'freed' : 'nothing'

/** Plays one story in which this happens, and holds its end to what must be so whatever happens. */
async function play(step: StepName, [buyer, name, arrange]: Play): Promise<Ending> {
  story = new Story(buyer)
  story.strikesLate = step === 'proved'
  await story.begin()
  const happened = arrange(story)
  await story.goesOn()
  await story.triesAgain()
  const end = await story.ends()
  const { world } = story
  const where = `${buyer}, ${name}`
  expect([where, world.model.faults]).toEqual([where, []])
  expect([where, happened()]).toEqual([where, true])
  // Nothing was paid twice, and what the chain moved is what the receipts call proved.
  expect([where, end.paid <= 1]).toEqual([where, true])
  expect([where, await provedByReceipts(world)]).toEqual([where, world.chain.moved])
  for (const row of world.model.authorizations.values()) {
    const isUsed = world.chain.fateOf(row.nonce) === 'used'
    expect([where, row.state, row.proved]).toEqual([where, isUsed ? 'settled' : 'released', 1])
  }
  await world.end()
  story = null
  return endingOf(end)
}

/** Lets something happen at the first such moment. */
function at(form: Form, strike: (story: Story) => Harm) {
  return (of: Story) => {
    const isIt = form.begins()
    let happened = false
    of.watch = (moment) => {
      if (happened || !isIt(moment)) return null
      happened = true
      return strike(of)
    }
    return () => happened
  }
}

/** A request whose server does not answer as it should, and in which order the wallet hears of it. */
function served(server: Server, order: Story['order']) {
  return (of: Story) => {
    of.server = server
    of.order = order
    return () => of.servedOnce
  }
}

const ORDER: Readonly<Partial<Record<StepName, Story['order']>>> = {
  sent: 'answer first',
  followed: 'usual',
  proved: 'proof first',
}

/** From this moment on nothing can be written any more, until what went wrong is over. */
const fillsUp = (form: Form) => (of: Story) => {
  const isIt = form.begins()
  let isFull = false
  of.watch = (moment) => {
    isFull ||= isIt(moment)
    return isFull && moment.at === 'write' ? 'fail' : null
  }
  return () => isFull
}

const SLOW: readonly Server[] = ['answers late', 'settles late', 'acts late']

type Play = readonly [buyer: Buyer, name: string, arrange: (story: Story) => () => boolean]

/** All of them, or the one whose turn it is: over the whole table each has many turns. */
const turn = <T>(list: readonly T[], n: number): readonly T[] => {
  const one = list[n % Math.max(list.length, 1)]
  return ALL || one === undefined ? list : [one]
}

/** The ways to play a cell: each of its moments. */
function playsOf(step: StepName, fault: FaultName): readonly Play[] {
  const order = ORDER[step]
  const first = STEPS.indexOf(step) + FAULTS.indexOf(fault)
  if (fault === 'server cut after settling' && order !== undefined)
    return turn(BUYERS, first).map((buyer) => [buyer, order, served('cuts', order)] as const)
  if (fault === 'server slow past the window' && order !== undefined)
    return SLOW.flatMap((server, n) =>
      turn(BUYERS, first + n).map((buyer) => [buyer, `${server}, ${order}`, served(server, order)] as const),
    )
  return MOMENTS[step].flatMap((form, n) =>
    turn(form.of, first + n).flatMap((buyer) =>
      playsAt(form, fault, first + n).map(
        ([name, arrange]): Play => [buyer, `${form.name}, ${name}`, arrange],
      ),
    ),
  )
}

function playsAt(form: Form, fault: FaultName, n: number): readonly (readonly [string, Play[2]])[] {
  const isWrite = form.name.startsWith('before') && form.name.endsWith('written')
  switch (fault) {
    case 'worker killed':
      return [['once', at(form, () => 'kill')]]
    case 'browser killed':
      return [['once', at(form, (of) => of.browserDies())]]
    case 'write fails':
      return isWrite
        ? [
            ['once', at(form, () => 'fail')],
            ['and each after it', fillsUp(form)],
          ]
        : []
    case 'clock set back':
    case 'clock set forward':
      // A clock that jumps while a transaction is open was read before: that is the moment before it.
      if (isWrite) return []
  }
  return turn(WAYS[fault] ?? [], n).map(({ name, strikes }) => [name, at(form, strikes)] as const)
}

describe.each(STEPS)('a payment at the step %s', (step) => {
  for (const fault of FAULTS) {
    const cell = TABLE[step][fault]
    const plays = playsOf(step, fault)
    if ('cannot' in cell) {
      it(`cannot be met by "${fault}": ${REASONS[cell.cannot]}`, () => {
        expect(plays).toEqual([])
      })
      continue
    }
    it(`met by "${fault}" ends ${cell.ends.join(' or ')}`, async () => {
      const found = new Map<Ending, string>()
      for (const each of plays) {
        const [buyer, name] = each
        const ending = await play(step, each)
        found.set(ending, `${found.get(ending) ?? ''} | ${buyer}, ${name}`)
      }
      const expected = ALL ? [...cell.ends] : cell.ends.filter((end) => found.has(end))
      expect([...found.keys()].sort(), JSON.stringify([...found], null, 1)).toEqual(expected.sort())
    }, 120_000)
  }
})

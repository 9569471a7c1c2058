import fc from 'fast-check'

import type { BudgetWindow } from '@/lib/core/admission/types'
import type { WishShape } from './wishes'

/** What a server says, and how. */
export type AnswerKind =
  | 'settled'
  | 'settled-500'
  | 'again'
  | 'error'
  | 'nothing'
  | 'refused'
  | 'garbage'
  | 'plain'
  | 'plain-502'
  | 'pending'

/** One act of the world around the wallet. `n` picks one of those that there are, -1 the newest; without any the step does nothing. */
export type Step =
  | ({ readonly type: 'want' } & WishShape)
  | { readonly type: 'ask-again' | 'report-again'; readonly n: number }
  | { readonly type: 'look'; readonly n: number }
  | { readonly type: 'approve'; readonly n: number; readonly how: 'right' | 'stale' | 'twice' | 'unread' }
  | { readonly type: 'decline' | 'cancel'; readonly n: number }
  | {
      readonly type: 'answer'
      readonly n: number
      readonly kind: AnswerKind
      readonly settles: boolean
      readonly shown: boolean
    }
  | { readonly type: 'chain'; readonly n: number; readonly does: 'use' | 'cancel' }
  | { readonly type: 'node'; readonly up: boolean }
  | { readonly type: 'pace'; readonly node: number; readonly key: number }
  | { readonly type: 'tick' }
  | { readonly type: 'pass' | 'skew'; readonly seconds: number }
  | { readonly type: 'lock' | 'unlock' }
  | { readonly type: 'account'; readonly n: number }
  | {
      readonly type: 'budget'
      readonly scope: number
      readonly unit: number
      readonly window: number
      readonly cents: number
    }
  | { readonly type: 'rebudget'; readonly n: number; readonly cents: number }
  | { readonly type: 'unbudget'; readonly n: number }
  | { readonly type: 'daily'; readonly site: boolean; readonly cents: number }
  | {
      readonly type: 'mandate'
      readonly origin: number
      readonly payee: number
      readonly asset: number
      readonly max: number
      readonly cents: number
      readonly window: number
      readonly hours: number
      readonly own: boolean
      readonly mayRepeat: boolean
    }
  | {
      readonly type: 'remandate'
      readonly n: number
      readonly change: 'pause' | 'resume' | 'revoke' | 'extend'
    }
  | { readonly type: 'kill' }
  | { readonly type: 'kill-in'; readonly edges: number }
  | { readonly type: 'kill-after-commit'; readonly commits: number }
  | { readonly type: 'fail-in'; readonly writes: number }
  | { readonly type: 'together'; readonly steps: readonly Step[] }

/** Windows of limits and mandates, by number. */
export const WINDOWS: readonly BudgetWindow[] = [
  { kind: 'rolling', seconds: 3_600 },
  { kind: 'rolling', seconds: 86_400 },
  { kind: 'rolling', seconds: 7 * 86_400 },
  { kind: 'rolling', seconds: 30 * 86_400 },
  { kind: 'month' },
  { kind: 'total' },
]

const n = fc.nat(5)
const some = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const type = <const T extends string>(name: T): fc.Arbitrary<T> => fc.constant(name)

const offer = fc.record({
  asset: some(0, 0, 0, 1),
  payee: some(0, 0, 0, 1, 2),
  amount: fc.nat(6),
  window: fc.nat(2),
})

const want = fc.record({
  type: type('want'),
  doc: fc.nat(3),
  path: fc.nat(2),
  post: fc.boolean(),
  body: fc.nat(1),
  navigation: some(false, false, false, true),
  offers: fc.array(offer, { minLength: 1, maxLength: 2 }),
})

const askAgain = fc.record({ type: some('ask-again', 'ask-again', 'ask-again', 'report-again'), n })
const approve = fc.record({
  type: type('approve'),
  n,
  how: some('right', 'right', 'right', 'stale', 'twice', 'unread'),
})
const answer = fc.record({
  type: type('answer'),
  n,
  kind: some<AnswerKind>(
    'pending',
    'plain-502',
    'settled',
    'settled',
    'settled-500',
    'again',
    'error',
    'nothing',
    'refused',
    'garbage',
    'plain',
  ),
  settles: fc.boolean(),
  shown: fc.boolean(),
})
const chain = fc.record({ type: type('chain'), n, does: some('use', 'use', 'cancel') })
const tick = fc.record({ type: type('tick') })
const unlock = fc.record({ type: some('unlock', 'unlock', 'unlock', 'lock') })
const cents = some(0, 25, 50, 100, 150, 300, 500)
const budget = fc.record({
  type: type('budget'),
  scope: fc.nat(6),
  unit: fc.nat(3),
  window: fc.nat(5),
  cents,
})
const rebudget = fc.record({ type: type('rebudget'), n, cents })
const unbudget = fc.record({ type: type('unbudget'), n })
const mandate = fc.record({
  type: type('mandate'),
  origin: fc.nat(2),
  payee: fc.nat(3),
  asset: some(0, 0, 0, 1),
  max: fc.nat(6),
  cents: some(25, 50, 100, 200),
  window: fc.nat(5),
  hours: some(1, 24, 24 * 30),
  own: fc.boolean(),
  mayRepeat: fc.boolean(),
})
const remandate = fc.record({
  type: type('remandate'),
  n,
  change: some('pause', 'resume', 'revoke', 'extend'),
})

/** What can happen at the same time. */
const alone: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: want },
  { weight: 5, arbitrary: askAgain },
  { weight: 7, arbitrary: approve },
  { weight: 5, arbitrary: answer },
  { weight: 2, arbitrary: tick },
  { weight: 2, arbitrary: chain },
  { weight: 1, arbitrary: budget },
  { weight: 1, arbitrary: rebudget },
  { weight: 1, arbitrary: unbudget },
  { weight: 2, arbitrary: mandate },
  { weight: 2, arbitrary: remandate },
  { weight: 1, arbitrary: fc.record({ type: some('decline', 'cancel'), n }) },
)

const HOUR = 3_600

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: alone },
  {
    weight: 16,
    arbitrary: fc.record({ type: type('together'), steps: fc.array(alone, { minLength: 2, maxLength: 5 }) }),
  },
  { weight: 9, arbitrary: unlock },
  { weight: 1, arbitrary: fc.record({ type: type('look'), n }) },
  { weight: 1, arbitrary: fc.record({ type: type('node'), up: some(true, true, false) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: type('pace'), node: some(0, 5, 30), key: some(0, 5, 30, 90) }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('account'), n }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: type('daily'), site: fc.boolean(), cents: some(50, 100, 300, 1_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('pass'),
      seconds: some(1, 9, 70, 130, 400, 700, HOUR, 25 * HOUR, 8 * 24 * HOUR, 32 * 24 * HOUR),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('skew'),
      seconds: some(-HOUR, -26 * HOUR, -15 * 24 * HOUR, HOUR, 26 * HOUR, 15 * 24 * HOUR),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('kill') }) },
  { weight: 4, arbitrary: fc.record({ type: type('kill-in'), edges: fc.integer({ min: 1, max: 90 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: type('kill-after-commit'), commits: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: type('fail-in'), writes: fc.integer({ min: 1, max: 12 }) }) },
)

/** Mandates that pay for most of what is asked, so that much is paid without a person. */
const generous = fc.record({
  type: type('mandate'),
  origin: fc.nat(2),
  payee: some(0, 0, 1),
  asset: fc.constant(0),
  max: fc.integer({ min: 2, max: 4 }),
  cents: some(100, 150, 200),
  window: some(0, 1, 1, 2),
  hours: some(24, 24 * 30, 24 * 90),
  own: fc.boolean(),
  mayRepeat: fc.boolean(),
})

const clocks = some(-26 * HOUR, -15 * 24 * HOUR, 26 * HOUR)
const newest: Step = { type: 'approve', n: -1, how: 'right' }
const said = answer.map((one): Step => ({ ...one, n: -1 }))
const dear = fc.integer({ min: 1, max: 3 })

/** Acts that mean something in their order, which chance alone would rarely bring together. */
const scene: fc.Arbitrary<readonly Step[]> = fc.oneof(
  // The page gives up, a person approves, and the page comes back more than once.
  fc
    .tuple(want, said, said)
    .map(([wish, first, second]): readonly Step[] => [
      wish,
      { type: 'pass', seconds: 130 },
      newest,
      wish,
      first,
      wish,
      second,
      wish,
    ]),
  // The same thing is bought again, before or after the first answer.
  fc.tuple(want, said).map(([wish, first]): readonly Step[] => [wish, newest, wish, newest, first, wish]),
  // A limit is used up, the clock is moved, and it is asked for more.
  fc
    .tuple(want, clocks, dear)
    .map(([wish, seconds, amount]): readonly Step[] => [
      { type: 'unlock' },
      { ...wish, path: 0, offers: wish.offers.map((o) => ({ ...o, amount })) },
      { type: 'skew', seconds },
      { type: 'unlock' },
      { ...wish, path: 1, offers: wish.offers.map((o) => ({ ...o, amount })) },
      newest,
      { ...wish, path: 2, offers: wish.offers.map((o) => ({ ...o, amount })) },
    ]),
  // Everything is asked at once, and the worker dies in the middle of it.
  fc
    .tuple(fc.array(want, { minLength: 3, maxLength: 6 }), fc.integer({ min: 5, max: 120 }))
    .map(([steps, edges]): readonly Step[] => [
      { type: 'unlock' },
      { type: 'kill-in', edges },
      { type: 'together', steps },
      { type: 'ask-again', n: 0 },
      { type: 'ask-again', n: 1 },
    ]),
)

/** Programs of up to so many steps, after which everything must be as the chain says. */
export const programs = (most: number): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(
      fc.array(generous, { maxLength: 3 }),
      fc.array(
        fc.oneof(
          { weight: 8, arbitrary: step.map((one): readonly Step[] => [one]) },
          { weight: 1, arbitrary: scene },
        ),
        { minLength: 1, maxLength: most, size: 'max' },
      ),
    )
    .map(([first, rest]) => [...first, ...rest.flat()].slice(0, most))

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type AuthorizationEvent, type AuthorizationState, isLive, transition } from './transition'

const STATES: readonly AuthorizationState[] = [
  'reserved',
  'signed',
  'sent',
  'failed',
  'unknown',
  'settled',
  'released',
]
const EVENTS: readonly AuthorizationEvent['type'][] = [
  'signed',
  'sent',
  'settled',
  'failed',
  'unknown',
  'proved-used',
  'proved-cancelled',
  'proved-expired-unused',
]

const run = (events: readonly AuthorizationEvent['type'][], from: AuthorizationState = 'reserved') =>
  events.reduce((state, type) => {
    const next = transition(state, { type })
    return next.ok ? next.value : state
  }, from)

/** Where each event without proof may lead; what is not named here is an error. */
const MOVES: Readonly<
  Record<AuthorizationState, Partial<Record<AuthorizationEvent['type'], AuthorizationState>>>
> = {
  reserved: { signed: 'signed' },
  signed: { sent: 'sent', unknown: 'unknown' },
  sent: { settled: 'settled', failed: 'failed', unknown: 'unknown' },
  failed: { sent: 'sent', settled: 'settled', unknown: 'unknown' },
  unknown: { sent: 'sent', settled: 'settled', failed: 'failed' },
  settled: {},
  released: {},
}

describe('the lifecycle of an authorization', () => {
  it('goes from reserved to settled in order', () => {
    expect(run(['signed', 'sent', 'settled'])).toBe('settled')
  })

  it.each(
    STATES.flatMap((state) =>
      EVENTS.filter((e) => !e.startsWith('proved')).map((type) => [state, type] as const),
    ),
  )('from %s, the event %s leads where it should or is an error that names both', (state, type) => {
    const to = MOVES[state][type]
    expect(transition(state, { type })).toEqual(
      to === undefined ? { ok: false, error: { state, event: type } } : { ok: true, value: to },
    )
  })

  it.each(STATES.filter((s) => s !== 'released'))('a proof from the chain decides in state %s', (state) => {
    expect(run(['proved-used'], state)).toBe('settled')
    expect(run(['proved-cancelled'], state)).toBe('released')
    expect(run(['proved-expired-unused'], state)).toBe('released')
  })

  it('I6: without proof from the chain nothing is released, in any order of events', () => {
    const unproved = EVENTS.filter((e) => !e.startsWith('proved'))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...unproved), { maxLength: 30 }), (events) => {
        expect(run(events)).not.toBe('released')
      }),
    )
  })

  it('I6: what was released stays released', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 30 }), (events) => {
        expect(run(events, 'released')).toBe('released')
      }),
    )
  })

  it('I6: every state but settled and released is live, a reported failure too', () => {
    expect(STATES.filter(isLive)).toEqual(['reserved', 'signed', 'sent', 'failed', 'unknown'])
  })
})

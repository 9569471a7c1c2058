import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type AuthorizationEvent, type AuthorizationState, isLive, transition } from './transition'

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

describe('the lifecycle of an authorization', () => {
  it('goes from reserved to settled in order', () => {
    expect(run(['signed', 'sent', 'settled'])).toBe('settled')
    expect(transition('reserved', { type: 'sent' }).ok).toBe(false)
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

  it('a failure that the server reports stays live', () => {
    expect(isLive(run(['signed', 'sent', 'failed']))).toBe(true)
  })
})

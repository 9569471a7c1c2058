import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { mcpAction } from './action'

const call = (params: object, method = 'tools/call') => mcpAction({ method, params: { ...params } })

describe('what an MCP payment is for', () => {
  it('is the tool and a digest of method, name and arguments in canonical form', () => {
    const text = '{"arguments":{"a":1,"b":[true,null]},"method":"tools/call","name":"tides"}'
    expect(call({ name: 'tides', arguments: { b: [true, null], a: 1 } })).toEqual({
      tool: 'tides',
      argumentsDigest: `0x${createHash('sha256').update(text).digest('hex')}`,
    })
  })

  it('is a prompt or a resource likewise', () => {
    expect(call({ name: 'poem' }, 'prompts/get')).toMatchObject({ tool: 'poem' })
    expect(call({ uri: 'file:///tides' }, 'resources/read')).toMatchObject({ tool: 'file:///tides' })
  })

  it('differs between two tools, two methods and two lists of arguments (case-087)', () => {
    const digests = [
      call({ name: 'tides' }),
      call({ name: 'tides' }, 'prompts/get'),
      call({ name: 'tides', arguments: {} }),
      call({ name: 'tides', arguments: { day: 1 } }),
      call({ name: 'tides', arguments: { day: '1' } }),
      call({ name: 'winds', arguments: { day: 1 } }),
    ].map((action) => action?.argumentsDigest)
    expect(new Set(digests).size).toBe(digests.length)
  })

  it.each<[string, string, object]>([
    ['other methods', 'initialize', { name: 'tides' }],
    ['names inherited from objects', 'constructor', { name: 'tides' }],
    ['a missing name', 'tools/call', { arguments: {} }],
    ['a name that is no text', 'tools/call', { name: 1 }],
    ['a URI for a tool', 'tools/call', { uri: 'x' }],
    ['arguments that JSON cannot hold', 'tools/call', { name: 'tides', arguments: { day: Number.NaN } }],
    ['half a character', 'tools/call', { name: 'tides', arguments: { words: '\ud800' } }],
  ])('is nothing for %s', (_title, method, params) => {
    expect(call(params, method)).toBeNull()
  })

  it('does not depend on the order of members, on _meta or on the id', () => {
    const member = fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer())
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ([name]) => name }), (members) => {
        const there = call({ name: 'tides', arguments: Object.fromEntries(members) })
        const back = mcpAction({
          id: 9,
          method: 'tools/call',
          params: { _meta: { x: 1 }, arguments: Object.fromEntries(members.toReversed()), name: 'tides' },
        })
        expect(there).not.toBeNull()
        expect(back).toEqual(there)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'

import { intentKey } from './envelope'

const wish = {
  asker: 'https://page.example',
  method: 'POST',
  url: 'https://agent.example/a2a',
  bodyDigest: '0xaa',
  action: { kind: 'a2a', taskId: 'task-1', card: 'one' },
}

describe('the key of a purchase', () => {
  it('is the same for a task of an agent, whatever else is said of it: asked again, a person decides', () => {
    const again = { ...wish, action: { ...wish.action, card: 'another', again: 'true' } }
    expect(intentKey(again)).toBe(intentKey(wish))
  })

  it('is another for another task, agent or asker', () => {
    for (const other of [
      { bodyDigest: '0xbb' },
      { url: 'https://other.example/a2a' },
      { asker: 'https://other.example' },
    ])
      expect(intentKey({ ...wish, ...other })).not.toBe(intentKey(wish))
  })

  it('binds every word of any other action', () => {
    const tool = (name: string) => ({ ...wish, action: { kind: 'mcp', tool: name } })
    expect(intentKey(tool('a'))).not.toBe(intentKey(tool('b')))
  })
})

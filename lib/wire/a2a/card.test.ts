import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { onOrigin, readCard } from './card'
import { extensionHeader, extensionVersion, withExtension, X402_V01, X402_V02 } from './extension'

const capabilities = {
  extensions: [
    { uri: 'https://other.example/ext', required: true },
    { uri: X402_V01, description: 'Payments', required: true },
    { uri: X402_V02 },
  ],
}
const skills = [{ id: 'a', name: 'Tides', description: 'Tables' }, { id: 'b' }, 7]
const x402 = [
  { version: '0.1', required: true },
  { version: '0.2', required: false },
]

describe('readCard', () => {
  it('reads a card of 0.3', () => {
    const card = readCard({
      name: 'Harbour',
      description: 'Sells tides',
      protocolVersion: '0.3.0',
      url: 'https://harbour.example/a2a',
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [{ url: 'https://harbour.example/rest', transport: 'HTTP+JSON' }],
      capabilities,
      skills,
    })
    expect(card).toEqual({
      name: 'Harbour',
      skills: ['Tides'],
      x402,
      urls: ['https://harbour.example/a2a', 'https://harbour.example/rest'],
    })
  })

  it('reads a card of 1.0', () => {
    const interfaces = [
      { url: 'https://harbour.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]
    expect(readCard({ name: 'Harbour', supportedInterfaces: interfaces, capabilities })).toMatchObject({
      x402,
      urls: ['https://harbour.example/a2a'],
    })
  })

  it('bounds what it keeps, and takes nothing for a card that has no name', () => {
    const many = readCard({ name: 'n'.repeat(1_000), skills: Array(50).fill(skills[0]) })
    expect(many?.name).toHaveLength(120)
    expect(many?.skills).toHaveLength(20)
    for (const other of [null, 'card', [], {}, { name: 7 }, { name: '' }]) expect(readCard(other)).toBeNull()
    fc.assert(fc.property(fc.anything(), (json) => void readCard(json)))
  })
})

describe('onOrigin', () => {
  const at = (...urls: string[]) => {
    const card = readCard({ name: 'Harbour', supportedInterfaces: urls.map((url) => ({ url })) })
    if (!card) throw new Error('it has a name')
    return onOrigin(card, 'https://harbour.example')
  }

  it('holds where every interface is on the origin, compared whole', () => {
    expect(at('https://harbour.example/a2a', 'https://harbour.example:443/rest')).toBe(true)
    for (const url of [
      'http://harbour.example/a2a',
      'https://harbour.example:8443/a2a',
      'https://harbour.example.evil.example/a2a',
      'https://harbour.example@evil.example/a2a',
      '/a2a',
      'data:text/plain,x',
    ]) {
      expect(at('https://harbour.example/a2a', url)).toBe(false)
    }
  })

  it('does not hold for a card that says nowhere', () => {
    expect(at()).toBe(false)
  })
})

describe('the extension', () => {
  it('is known under its two names, and as sellers write them', () => {
    expect([X402_V01, X402_V02].map(extensionVersion)).toEqual(['0.1', '0.2'])
    expect(extensionVersion('https://github.com/google-agentic-commerce/a2a-x402/tree/main/spec/v0.1/')).toBe(
      '0.1',
    )
    for (const other of ['', 7, null, X402_V01.replace('https', 'http'), 'https://github.com/x/a2a/v0.1']) {
      expect(extensionVersion(other)).toBeNull()
    }
    expect(extensionVersion(X402_V01.replace('0.1', '0.3'))).toBeNull()
    expect(extensionVersion(X402_V01.replace('0.1', '0.11'))).toBeNull()
  })

  it('is named in the header that the version of A2A has', () => {
    expect(extensionHeader('0.3')).toBe('X-A2A-Extensions')
    expect(extensionHeader('1.0')).toBe('A2A-Extensions')
  })

  it('is added beside what the page names, and not twice', () => {
    expect(withExtension(null, X402_V01)).toBe(X402_V01)
    expect(withExtension('https://other.example/ext ,', X402_V01)).toBe(
      `https://other.example/ext, ${X402_V01}`,
    )
    expect(withExtension(`a, ${X402_V02}`, X402_V01)).toBe(`a, ${X402_V02}`)
  })
})

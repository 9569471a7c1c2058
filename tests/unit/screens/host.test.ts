import { describe, expect, it } from 'vitest'

import { hostParts, hostText, pathText, placeText } from '@/components/text/host'

describe('the host of an asker', () => {
  it.each([
    ['https://news.example', '', 'news.example', ''],
    ['https://api.weather.co.uk', 'api.', 'weather.co.uk', ''],
    ['https://paypal.com.secure.attacker.com:8443', 'paypal.com.secure.', 'attacker.com', ':8443'],
    ['https://someone.github.io', '', 'someone.github.io', ''],
    ['https://192.0.2.7:4021', '', '192.0.2.7', ':4021'],
    ['https://[2001:db8::1]', '', '[2001:db8::1]', ''],
  ])('%s belongs to its registrable part', (origin, before, owner, port) => {
    expect(hostParts(origin)).toMatchObject({ before, owner, port, scheme: '' })
  })

  it('names a scheme that is not https', () => {
    expect(hostText('http://localhost:4021')).toBe('http://localhost:4021')
  })

  it('atk-029: keeps a look-alike encoded and says that it is', () => {
    const parts = hostParts('https://\u0430pple.test')
    expect(parts).toMatchObject({ encoded: true })
    expect(`${parts?.before}${parts?.owner}`).toBe('xn--pple-43d.test')
  })

  it('does not call a plain host encoded', () => {
    expect(hostParts('https://xn.example')?.encoded).toBe(false)
  })

  it('is unknown for the opaque origin', () => {
    expect(hostParts('null')).toBeNull()
  })

  it('shows a place with its query, and a path alone beside a host', () => {
    expect(placeText('https://news.example:8443/a?b=c')).toBe('news.example:8443/a?b=c')
    expect(pathText('https://news.example/a?b=c')).toBe('/a?b=c')
  })
})

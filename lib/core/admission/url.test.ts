import { describe, expect, it } from 'vitest'

import { isSecure, sameTarget } from './url'

describe('isSecure', () => {
  it.each([
    'https://seller.test/',
    'http://localhost:3000/',
    'http://shop.localhost/',
    'http://127.0.0.1/',
    'http://127.255.1.2:8080/',
    'http://[::1]:4021/',
    'http://0x7f.1/',
  ])('admits %s', (url) => {
    expect(isSecure(new URL(url))).toBe(true)
  })

  it.each([
    'http://api.seller.test/',
    'http://localhost.evil.test/',
    'http://127.0.0.1.evil.test/',
    'http://notlocalhost/',
    'http://128.0.0.1/',
    'http://192.168.0.1/',
    'http://[::2]/',
    'ws://localhost/',
    'ftp://localhost/',
    'data:text/plain,x',
  ])('refuses %s (atk-033)', (url) => {
    expect(isSecure(new URL(url))).toBe(false)
  })
})

describe('sameTarget', () => {
  it('takes no notice of a fragment, nor of spellings that mean the same', () => {
    expect(sameTarget('https://a.test/x?q=1#top', 'https://a.test/x?q=1')).toBe(true)
    expect(sameTarget('HTTPS://A.test:443/x', 'https://a.test/x')).toBe(true)
  })

  it('tells apart everything that reaches the server', () => {
    for (const other of [
      'https://a.test/x?q=2',
      'https://a.test/X?q=1',
      'http://a.test/x?q=1',
      'https://a.test:8443/x?q=1',
      'https://a.test/x',
    ])
      expect(sameTarget('https://a.test/x?q=1', other)).toBe(false)
  })

  it('takes what is no URL for the same as nothing', () => {
    expect(sameTarget('', '')).toBe(false)
    expect(sameTarget('/x', '/x')).toBe(false)
  })
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { getDomain } from 'tldts'
import { describe, expect, it } from 'vitest'

import { parseSuffixes, siteOf } from './registrable'

const text = readFileSync('public/suffixes.txt', 'utf8')
const suffixes = parseSuffixes(text)
const oracle = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host

describe('siteOf', () => {
  it.each([
    ['news.example', 'news.example'],
    ['a.b.news.example', 'news.example'],
    ['shop.co.uk', 'shop.co.uk'],
    ['www.shop.co.uk', 'shop.co.uk'],
    ['alice.github.io', 'alice.github.io'],
    ['x.www.ck', 'www.ck'],
    ['a.b.c.ck', 'b.c.ck'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['good.test.evil.test', 'evil.test'],
  ])('says that %s belongs to %s', (host, site) => {
    expect(siteOf(host, suffixes)).toBe(site)
  })

  it('agrees with tldts below every rule of the list', () => {
    for (const rule of text.split('\n').filter((line) => line !== '')) {
      const name = rule.replace(/^!/, '').replace(/^\*/, 'w')
      for (const host of [name, `a.${name}`, `b.a.${name}`])
        expect([host, siteOf(host, suffixes)]).toEqual([host, oracle(host)])
    }
  })

  it('agrees with tldts on any domain', () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        expect(siteOf(host, suffixes)).toBe(oracle(host))
      }),
    )
  })
})

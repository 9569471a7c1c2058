import { readFileSync } from 'node:fs'

import { wordlist } from '@scure/bip39/wordlists/english'
import { describe, expect, it } from 'vitest'

import { createWords, deriveAccount, parsePrivateKey, parseWords } from './mnemonic'
import { JUNK, JUNK_ADDRESSES, JUNK_KEY } from './testing'

describe('words', () => {
  it('come from the list of BIP-39, which the extension carries as a file', () => {
    const file = readFileSync(new URL('../../public/words.txt', import.meta.url), 'utf8')
    expect(file.trim().split('\n')).toEqual(wordlist)
  })

  it('makes twelve words that read back, and others each time', () => {
    const words = createWords(wordlist)
    expect(words.split(' ')).toHaveLength(12)
    expect(parseWords(words, wordlist)).toEqual({ ok: true, value: words })
    expect(createWords(wordlist)).not.toBe(words)
  })

  it.each([
    ['any case and spaces', '  Test TEST test test test test\n test test test test  test junk ', JUNK],
    ['24 words', `${'abandon '.repeat(23)}art`, `${'abandon '.repeat(23)}art`],
    ['15 words', `${'abandon '.repeat(14)}address`, `${'abandon '.repeat(14)}address`],
  ])('admits %s', (_, typed, words) => {
    expect(parseWords(typed, wordlist)).toEqual({ ok: true, value: words })
  })

  it.each([
    ['a wrong checksum', `${'test '.repeat(11)}test`],
    ['eleven words', `${'test '.repeat(10)}junk`],
    ['27 words', `${'abandon '.repeat(26)}about`],
    ['a word that is not on the list', `${'test '.repeat(11)}junks`],
    ['nothing', ''],
  ])('refuses %s', (_, typed) => {
    expect(parseWords(typed, wordlist)).toEqual({ ok: false, error: 'bad-words' })
  })
})

describe('accounts', () => {
  it.each(JUNK_ADDRESSES.map((address, i) => [i, address] as const))(
    "derives m/44'/60'/0'/0/%i as %s",
    async (i, address) => {
      expect((await deriveAccount(JUNK, i)).address).toBe(address)
    },
  )

  it('derives the key that anvil publishes', async () => {
    expect((await deriveAccount(JUNK, 0)).key).toBe(JUNK_KEY)
  })

  it('derives the published account of the BIP-39 zero entropy words', async () => {
    expect((await deriveAccount(`${'abandon '.repeat(11)}about`, 0)).address).toBe(
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    )
  })
})

describe('private keys', () => {
  it.each([
    ['with 0x', JUNK_KEY],
    ['bare', JUNK_KEY.slice(2)],
    ['in upper case with spaces around', ` ${JUNK_KEY.slice(2).toUpperCase()}\n`],
  ])('reads one %s', (_, typed) => {
    expect(parsePrivateKey(typed)).toEqual({ ok: true, value: { address: JUNK_ADDRESSES[0], key: JUNK_KEY } })
  })

  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  it.each([
    ['zero', '0'.repeat(64)],
    ['the order of the curve', order],
    ['63 digits', JUNK_KEY.slice(3)],
    ['65 digits', `${JUNK_KEY}0`],
    ['other characters', JUNK_KEY.replace('ac', 'zz')],
  ])('refuses %s', (_, typed) => {
    expect(parsePrivateKey(typed)).toEqual({ ok: false, error: 'bad-key' })
  })

  it('admits the last number below the order', () => {
    expect(parsePrivateKey(order.replace(/41$/, '40')).ok).toBe(true)
  })
})

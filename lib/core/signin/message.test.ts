import { formatSIWEMessage } from '@x402/extensions/sign-in-with-x'
import fc from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'

import { checkSignIn, readSignIn, type SignIn } from './message'

/** Anvil's first account, a public test key's. */
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NOW = Date.UTC(2026, 0, 1) / 1000
const date = (seconds: number) => new Date(seconds * 1000)

const fields = {
  domain: 'shop.test',
  address: ADDRESS,
  statement: 'Sign in to read the article.',
  uri: 'https://shop.test/login',
  version: '1',
  chainId: 8453,
  nonce: 'abcdef1234',
  issuedAt: date(NOW),
} as const

const text = createSiweMessage(fields)

function read(message: string): SignIn {
  const found = readSignIn(message)
  if (found === null || found === 'malformed') throw new Error(`not read: ${String(found)}`)
  return found
}

const wrong = (message: string, origin = 'https://shop.test', account: string = ADDRESS, now = NOW) =>
  checkSignIn(read(message), origin, account, now).map(({ field, refuse }) => `${field}${refuse ? '!' : ''}`)

describe('reading a sign-in message', () => {
  it('finds every field', () => {
    const whole = createSiweMessage({
      ...fields,
      scheme: 'https',
      expirationTime: date(NOW + 600),
      notBefore: date(NOW - 60),
      requestId: 'one-two',
      resources: ['https://shop.test/a', 'ipfs://bafy/b?c#d'],
    })
    expect(read(whole)).toEqual({
      scheme: 'https',
      domain: 'shop.test',
      address: ADDRESS,
      statement: fields.statement,
      uri: fields.uri,
      version: '1',
      chainId: '8453',
      nonce: fields.nonce,
      issuedAt: '2026-01-01T00:00:00.000Z',
      expirationTime: '2026-01-01T00:10:00.000Z',
      notBefore: '2025-12-31T23:59:00.000Z',
      requestId: 'one-two',
      resources: ['https://shop.test/a', 'ipfs://bafy/b?c#d'],
    })
  })

  it('says null for what is not there', () => {
    const { statement: _, ...bare } = fields
    expect(read(createSiweMessage(bare))).toMatchObject({
      scheme: null,
      statement: null,
      expirationTime: null,
      notBefore: null,
      requestId: null,
      resources: [],
    })
  })

  it('takes an empty list of resources and an empty statement, as the grammar does', () => {
    expect(read(`${text}\nResources:`).resources).toEqual([])
    expect(read(text.replace(fields.statement, '')).statement).toBe('')
  })

  it('reads what the published x402 client signs in with', () => {
    const info = {
      domain: 'api.shop.test',
      uri: 'https://api.shop.test/data',
      version: '1',
      chainId: 'eip155:8453',
      type: 'eip191' as const,
      nonce: 'a1b2c3d4e5f60718',
      issuedAt: '2026-01-01T00:00:00.000Z',
      statement: 'Sign in',
    }
    expect(read(formatSIWEMessage(info, ADDRESS))).toMatchObject({ domain: info.domain, chainId: '8453' })
  })

  it('finds what another reader finds, in every message that a library writes', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/)
    const some = fc.record(
      {
        scheme: fc.constantFrom('https', 'http'),
        domain: fc.tuple(word, fc.integer({ min: 1, max: 65535 })).map(([w, p]) => `${w}.test:${p}`),
        statement: fc.stringMatching(/^[A-Za-z0-9 .,:;?!/-]{1,60}$/),
        chainId: fc.integer({ min: 1, max: 2 ** 31 }),
        nonce: fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
        expirationTime: fc.integer({ min: 1, max: 4e9 }).map(date),
        notBefore: fc.integer({ min: 1, max: 4e9 }).map(date),
        requestId: word,
        resources: fc.array(
          word.map((w) => `https://${w}.test/${w}`),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: ['domain', 'nonce', 'chainId'] },
    )
    fc.assert(
      fc.property(some, (change) => {
        const { statement: _, ...bare } = fields
        const message = createSiweMessage({ ...bare, ...change } as Parameters<typeof createSiweMessage>[0])
        const theirs = parseSiweMessage(message)
        const ours = read(message)
        expect({
          domain: ours.domain,
          address: ours.address,
          uri: ours.uri,
          nonce: ours.nonce,
          chainId: Number(ours.chainId),
          requestId: ours.requestId ?? undefined,
          resources: ours.resources,
        }).toEqual({
          domain: theirs.domain,
          address: theirs.address,
          uri: theirs.uri,
          nonce: theirs.nonce,
          chainId: theirs.chainId,
          requestId: theirs.requestId,
          resources: theirs.resources ?? [],
        })
        expect(ours.statement).toBe(change.statement ?? null)
      }),
    )
  })

  it.each([
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['a missing nonce', text.replace(/Nonce: .*\n/, '')],
    ['a short nonce', text.replace(fields.nonce, 'abc')],
    ['a nonce with a sign', text.replace(fields.nonce, 'abcdef-1234')],
    ['lines in another order', text.replace(/(Version: 1)\n(Chain ID: \d+)/, '$2\n$1')],
    ['a second statement line', text.replace(fields.statement, 'one\ntwo')],
    ['a statement that is no ASCII', text.replace(fields.statement, 'Bienvenue à bord')],
    ['no empty line after the address', text.replace(`${ADDRESS}\n\n`, `${ADDRESS}\n`)],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['something before it', `Hello!\n${text}`],
    ['something behind it', `${text}\nand more`],
    ['a line feed at the end', `${text}\n`],
    ['an address that is none', text.replace(ADDRESS, ADDRESS.slice(0, -1))],
    ['no domain', text.replace('shop.test wants', ' wants')],
    ['a space in the domain', text.replace('shop.test wants', 'shop.test evil.test wants')],
    ['a day that does not exist', text.replace('2026-01-01', '2026-02-30')],
    ['an hour that does not exist', text.replace('T00:00', 'T24:00')],
    ['a time that is no time', text.replace('2026-01-01T00:00:00.000Z', 'yesterday')],
    ['a relative URI', text.replace(fields.uri, '/login')],
    ['another spelling of the phrase', text.replace('wants you to sign in', 'Wants  you to sign in')],
    ['letters of another script in the phrase', text.replace('wants', 'w\u0430nts')],
    ['nothing but the phrase', 'shop.test wants you to sign in with your Ethereum account:'],
  ])('calls it malformed with %s', (_, message) => {
    expect(readSignIn(message)).toBe('malformed')
  })

  it.each(['', 'Hello', 'I agree to the terms. Nonce: 12345678', '0x00'])('leaves %o alone', (message) => {
    expect(readSignIn(message)).toBeNull()
  })
})

describe('holding a sign-in against who asks', () => {
  it('finds nothing wrong with a site that asks for itself', () => {
    expect(wrong(text)).toEqual([])
  })

  it.each([
    ['https://evil.test', 'shop.test'],
    ['https://evil.test', 'shop.test@evil.test'],
    ['https://shop.test', 'shop.test:8443'],
    ['https://shop.test:8443', 'shop.test'],
    ['https://shop.test.evil.test', 'shop.test'],
    ['https://evilshop.test', 'shop.test'],
    ['https://shop.test', '%73hop.test'],
    ['https://shop.test', 'www.shop.test'],
    ['null', 'shop.test'],
  ])('refuses on %s a sign-in to %s (atk-028)', (origin, domain) => {
    expect(wrong(text.replace('shop.test wants', `${domain} wants`), origin)).toContain('domain!')
  })

  it.each([
    ['https://shop.test', 'SHOP.test'],
    ['https://shop.test', 'shop.test:443'],
    ['http://localhost:3000', 'localhost:3000'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('takes on %s a sign-in to %s', (origin, domain) => {
    expect(wrong(text.replace('shop.test wants', `${domain} wants`), origin)).not.toContain('domain!')
  })

  it('refuses another scheme than the asker has', () => {
    expect(wrong(`http://${text}`)).toEqual(['scheme!'])
    expect(wrong(`https://${text}`)).toEqual([])
  })

  it('refuses another account than the one that signs, whatever the case of its letters', () => {
    expect(wrong(text, 'https://shop.test', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toEqual([
      'address!',
    ])
    expect(wrong(text, 'https://shop.test', ADDRESS.toLowerCase())).toEqual([])
  })

  it.each(['https://evil.test/login', 'did:key:z6Mk'])('shows that the URI is %s', (uri) => {
    expect(wrong(text.replace(fields.uri, uri))).toEqual(['uri'])
  })

  it('refuses it from its expiration on', () => {
    const until = createSiweMessage({ ...fields, expirationTime: date(NOW + 60) })
    expect(wrong(until, 'https://shop.test', ADDRESS, NOW + 59)).toEqual([])
    expect(wrong(until, 'https://shop.test', ADDRESS, NOW + 60)).toEqual(['expirationTime!'])
  })

  it('shows that it is not valid yet, or from the future', () => {
    expect(wrong(createSiweMessage({ ...fields, notBefore: date(NOW + 1) }))).toEqual(['notBefore'])
    expect(wrong(createSiweMessage({ ...fields, issuedAt: date(NOW + 300) }))).toEqual([])
    expect(wrong(createSiweMessage({ ...fields, issuedAt: date(NOW + 301) }))).toEqual(['issuedAt'])
  })

  it('reads a time with an offset as the moment it is', () => {
    const later = text.replace('2026-01-01T00:00:00.000Z', '2026-01-01t01:00:00+01:00')
    expect(wrong(later)).toEqual([])
  })
})

import { createSIWxMessage } from '@x402/extensions/sign-in-with-x'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { answerChallenge, type Challenge, readChallenge } from './challenge'

/** Anvil's first account, a public test key's. */
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NOW = Date.UTC(2026, 0, 1) / 1_000
const at = (seconds: number) => new Date((NOW + seconds) * 1_000).toISOString()
const URL = 'https://shop.test:8443/articles/one?page=2'
const BASE = 'eip155:8453'
const paid = { account: ACCOUNT, network: BASE }

const info = {
  domain: 'shop.test:8443',
  uri: URL,
  version: '1',
  nonce: 'abcdef1234567890',
  issuedAt: at(0),
  resources: [URL],
}
const chain = (chainId: string, more: object = {}) => ({ chainId, type: 'eip191', ...more })
const quoteOf = (change: object = {}, chains: readonly unknown[] = [chain(BASE)]) => ({
  x402Version: 2,
  extensions: { 'sign-in-with-x': { info: { ...info, ...change }, supportedChains: chains, schema: {} } },
})

function challengeOf(change: object = {}, chains?: readonly unknown[]): Challenge {
  const read = readChallenge(quoteOf(change, chains))
  if (read === null) throw new Error('not read')
  return read
}

const answer = (change: object = {}, url = URL, now = NOW) =>
  answerChallenge(challengeOf(change), paid, url, now)

describe('the challenge of a quote (x402 sign-in-with-x)', () => {
  it('is read with what the server said and no more', () => {
    expect(challengeOf({ statement: 'Welcome back.', other: 1 })).toEqual({
      ...info,
      statement: 'Welcome back.',
      chains: [BASE],
    })
  })

  it.each<[string, unknown]>([
    ['no object', 'text'],
    ['no extensions', { x402Version: 2 }],
    ['no info', { extensions: { 'sign-in-with-x': { supportedChains: [chain(BASE)] } } }],
    ['no list of chains', { extensions: { 'sign-in-with-x': { info, supportedChains: {} } } }],
    ['a nonce that is a number', quoteOf({ nonce: 12345678 })],
    ['no nonce', quoteOf({ nonce: undefined })],
    ['a statement that is a list', quoteOf({ statement: ['a'] })],
    ['resources that are no texts', quoteOf({ resources: [1] })],
    ['a member of its prototype alone', { extensions: Object.create(quoteOf().extensions) as object }],
    ['only Solana', quoteOf({}, [{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', type: 'ed25519' }])],
    ['only the signature of a contract', quoteOf({}, [chain(BASE, { signatureScheme: 'eip1271' })])],
    ['a chain that is none', quoteOf({}, [chain('eip155:x'), chain('base'), null])],
  ])('is none with %s', (_, quote) => {
    expect(readChallenge(quote)).toBeNull()
  })
})

describe('the text of a sign-in', () => {
  it('is what the official extension makes of the same challenge', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcXYZ 019.,-:?!'.split('')), minLength: 1 })
    const path = fc.stringMatching(/^[a-z0-9/._-]{0,20}$/).map((p) => `https://shop.test:8443/${p}`)
    const word = fc.stringMatching(/^[A-Za-z0-9]{8,40}$/)
    fc.assert(
      fc.property(
        fc.record(
          {
            statement: text,
            uri: path,
            nonce: word,
            expirationTime: fc.integer({ min: 1, max: 9_999 }).map(at),
            notBefore: fc.integer({ min: -9_999, max: 0 }).map(at),
            requestId: word,
            resources: fc.array(path, { maxLength: 3 }),
          },
          { requiredKeys: [] },
        ),
        (change) => {
          const { resources: _, ...plain } = info
          const said = { ...plain, ...change }
          const quote = { extensions: { 'sign-in-with-x': { info: said, supportedChains: [chain(BASE)] } } }
          const challenge = readChallenge(quote)
          const official = createSIWxMessage({ ...said, chainId: BASE, type: 'eip191' }, ACCOUNT)
          expect(challenge && answerChallenge(challenge, paid, URL, NOW)?.message).toBe(official)
        },
      ),
    )
  })

  it('names the chain of the payment, and the server’s first where it does not take that one', () => {
    const chains = [chain('eip155:137'), chain(BASE)]
    expect(answerChallenge(challengeOf({}, chains), paid, URL, NOW)?.chain).toBe(BASE)
    const elsewhere = { account: ACCOUNT, network: 'eip155:10' }
    expect(answerChallenge(challengeOf({}, chains), elsewhere, URL, NOW)).toMatchObject({
      chain: 'eip155:137',
      message: expect.stringContaining('\nChain ID: 137\n') as string,
    })
  })

  it.each<[string, object, string?]>([
    ['the domain is another site', { domain: 'bank.test' }],
    ['the domain lacks the port', { domain: 'shop.test' }],
    ['the domain has a user name', { domain: 'bank.test@shop.test:8443' }],
    ['the domain is another spelling of the host', { domain: 'SHOP.test:8443' }],
    ['the 402 came from another site', {}, 'https://evil.test/articles/one'],
    ['the URI is of another site', { uri: 'https://bank.test/login' }],
    ['the URI is of another scheme', { uri: 'http://shop.test:8443/articles/one' }],
    ['the URI is no URL', { uri: '/articles/one' }],
    ['a statement has lines of its own', { statement: 'Hi\n\nURI: https://bank.test/' }],
    ['a statement is no ASCII', { statement: 'Bonjour à tous' }],
    ['a nonce has a line of its own', { nonce: 'abcdef12\nIssued At: x' }],
    ['a nonce is short', { nonce: 'abc' }],
    ['a resource has a line of its own', { resources: ['https://shop.test:8443/\n- https://bank.test/'] }],
    ['the version is another', { version: '2' }],
    ['the time is no time', { issuedAt: 'now' }],
    ['the challenge is older than five minutes', { issuedAt: at(-301) }],
    ['the challenge is from the future', { issuedAt: at(301) }],
    ['the challenge is over', { expirationTime: at(0) }],
    ['the challenge is not valid yet', { notBefore: at(1) }],
  ])('is none where %s (atk-028)', (_, change, url = URL) => {
    expect(answer(change, url)).toBeNull()
  })

  it('lives as long as a server takes it', () => {
    expect(answer({ issuedAt: at(-300) })).not.toBeNull()
    expect(answer({ expirationTime: at(1) })).not.toBeNull()
  })
})

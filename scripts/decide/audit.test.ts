import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OTHER, quote, usdc } from '@/lib/core/admission/testing'
import { encodeBase64Text } from '@/lib/wire/http/base64'
import { officialGate } from '@/tests/devnet/merchants/official-gate'
import { listen, type Running } from '@/tests/devnet/server'

import { audit, auditAnswer, type UrlAudit } from './audit'
import { auditLines } from './audit-lines'
import { fetchAnswer } from './fetch-answer'

const URL_ = 'https://api.seller.test/item/1'
const real = { testnets: false }

/** The audit of an answer with these offers in its header. */
const auditOf = (...offers: unknown[]): UrlAudit => auditQuote(quote(...offers))

const auditQuote = (value: unknown, body = ''): UrlAudit =>
  auditAnswer(
    URL_,
    {
      url: URL_,
      status: 402,
      headers: [['payment-required', encodeBase64Text(JSON.stringify(value))]],
      body,
    },
    real,
  )

const first = ({ offers }: UrlAudit) => {
  const [offer] = offers
  if (offer === undefined) throw new Error('there is no offer')
  return offer
}

describe('auditAnswer', () => {
  it('calls a plain offer within the default limits ok', () => {
    const report = auditOf(usdc)
    expect(report.payable).toBe(true)
    expect(first(report)).toMatchObject({
      index: 0,
      symbol: 'USDC',
      networkName: 'Base',
      usd: '0.01',
      windowSeconds: 60,
      code: 'READY_TO_SIGN',
      standing: 'automatic',
    })
  })

  it.each([
    ['a price of exactly the limit', { amount: '1000000' }, 'automatic', 'READY_TO_SIGN', true],
    [
      'a price over the limit of a payment',
      { amount: '1000001' },
      'password',
      'HOLD_OVER_PAYMENT_LIMIT',
      false,
    ],
    ['a price over the limit of a day', { amount: '5000001' }, 'refused', 'HOLD_OVER_BUDGET', false],
    ['a window of a week', { maxTimeoutSeconds: 604_800 }, 'click', 'HOLD_WINDOW_TOO_LONG', true],
    [
      'a test network',
      { network: 'eip155:84532', asset: OTHER },
      'refused',
      'BLOCK_UNSUPPORTED_NETWORK',
      false,
    ],
    ['the name of another token', { extra: { name: 'USDC' } }, 'refused', 'BLOCK_TOKEN_IDENTITY', false],
    ['dollars for atomic units', { amount: '0.01' }, 'refused', 'BLOCK_AMOUNT', false],
    ['no window', { maxTimeoutSeconds: undefined }, 'refused', 'BLOCK_MALFORMED_QUOTE', false],
    ['an unknown token', { asset: OTHER }, 'refused', 'BLOCK_ASSET_NOT_ALLOWED', false],
    ['an unknown scheme', { scheme: 'subscription' }, 'refused', 'BLOCK_UNSUPPORTED_SCHEME', false],
    ['no payee', { payTo: `0x${'0'.repeat(40)}` }, 'refused', 'BLOCK_PAYEE', false],
  ])('says of %s what a new wallet does, and what to change', (_, change, standing, code, payable) => {
    const report = auditOf({ ...usdc, ...change })
    expect(report.payable).toBe(payable)
    const offer = first(report)
    expect(offer).toMatchObject({ standing, code })
    if (standing === 'automatic') return
    expect(offer.reasons[0]?.reason).toMatch(/\.$/)
    expect(offer.reasons[0]?.reason).not.toContain('undefined')
    expect(offer.reasons[0]?.remedy).toMatch(/\.$/)
  })

  it('says everything that stands against one offer', () => {
    const offer = first(auditOf({ ...usdc, amount: '2000000', maxTimeoutSeconds: 604_800 }))
    expect(offer.reasons.map((r) => r.code)).toEqual(['HOLD_WINDOW_TOO_LONG', 'HOLD_OVER_PAYMENT_LIMIT'])
    expect(offer.standing).toBe('password')
  })

  it('names a resource of another host', () => {
    const report = auditQuote({ ...quote(usdc), resource: { url: 'http://10.0.0.3:8080/item/1' } })
    expect(first(report)).toMatchObject({ standing: 'click', code: 'HOLD_RESOURCE_MISMATCH' })
    expect(first(report).reasons[0]?.reason).toContain('10.0.0.3:8080')
  })

  it('judges each offer alone: one that is payable is enough', () => {
    const report = auditOf({ ...usdc, amount: '1e3' }, usdc)
    expect(report.offers.map((o) => o.standing)).toEqual(['refused', 'automatic'])
    expect(report.payable).toBe(true)
  })

  it.each([
    ['an empty list', { x402Version: 2, accepts: [] }, 'BLOCK_MALFORMED_QUOTE'],
    ['a version as text', { ...quote(usdc), x402Version: '2' }, 'BLOCK_UNSUPPORTED_VERSION'],
    [
      'an extension that it requires',
      { ...quote(usdc), extensions: { 'sign-in-with-x': { info: { required: true } } } },
      'BLOCK_EXTENSION_REQUIRED',
    ],
    ['a header past 16 kB', { ...quote(usdc), error: 'x'.repeat(20_000) }, 'too-large'],
  ])('refuses the whole quote for %s', (_, value, code) => {
    const report = auditQuote(value)
    expect(report.faults.map((f) => f.code)).toEqual([code])
    expect(report.faults[0]?.remedy).toMatch(/\.$/)
    expect(report.payable).toBe(false)
  })

  it('tells an answer without a quote from one that asks for nothing', () => {
    const answer = { url: URL_, headers: [], body: '' }
    expect(auditAnswer(URL_, { ...answer, status: 402 }, real).faults[0]?.code).toBe('none')
    expect(auditAnswer(URL_, { ...answer, status: 200 }, real).faults[0]?.code).toBe('no-402')
  })

  it('notes what other clients stumble over', () => {
    const body = JSON.stringify(quote({ ...usdc, amount: '20000' }))
    expect(auditQuote(quote(usdc), body).notes.map((n) => n.code)).toEqual(['header-and-body-disagree'])
    const inBody = auditAnswer(URL_, { url: URL_, status: 402, headers: [], body }, real)
    expect(inBody.notes.map((n) => n.code)).toEqual(['v2-in-body'])
    expect(inBody.payable).toBe(true)
  })

  it('shows the control characters that a server writes, in bounded lines', () => {
    const lines = auditLines(auditOf({ ...usdc, scheme: `a\u202Eb\u001B[2J${'x'.repeat(5_000)}` }))
    const text = lines.join('')
    expect(text).toContain('<U+202E>')
    expect(text).not.toContain('\u001B')
    expect(Math.max(...lines.map((l) => l.length))).toBeLessThan(600)
  })
})

describe('audit of the published express middleware', () => {
  const stops: Running[] = []
  let shop: Running

  beforeAll(async () => {
    const kinds = ['exact', 'upto'].map((scheme) => ({
      x402Version: 2,
      scheme,
      network: 'eip155:84532',
      ...(scheme === 'upto' ? { extra: { facilitatorAddress: OTHER } } : {}),
    }))
    const facilitator = await listen(
      express().get('/supported', (_req, res) => {
        res.json({ kinds, extensions: [], signers: {} })
      }),
    )
    const routes = [
      { route: 'GET /cheap', price: '$0.01', description: 'One article' },
      { route: 'GET /dear', price: '$2.00', description: 'A year of articles' },
    ]
    const app = express()
    app.use(await officialGate(facilitator.url, OTHER, routes))
    app.get('/moved', (_req, res) => res.redirect('/cheap'))
    app.get('/free', (_req, res) => res.send('nothing to pay'))
    shop = await listen(app)
    stops.push(facilitator, shop)
  })

  afterAll(async () => {
    await Promise.all(stops.map((s) => s.stop()))
  })

  it('is payable where test networks are on, and refused by a new wallet', async () => {
    const on = await audit(`${shop.url}/cheap`, { testnets: true })
    expect(on).toMatchObject({ status: 402, faults: [], payable: true })
    expect(first(on)).toMatchObject({ standing: 'automatic', usd: '0.01', networkName: 'Base Sepolia' })
    const off = await audit(`${shop.url}/cheap`, { testnets: false })
    expect(first(off)).toMatchObject({ standing: 'refused', code: 'BLOCK_UNSUPPORTED_NETWORK' })
    expect(off.payable).toBe(false)
  })

  it('follows a redirect, and judges by the address that answered', async () => {
    const report = await audit(`${shop.url}/moved`, { testnets: true })
    expect(report).toMatchObject({ answeredUrl: `${shop.url}/cheap`, payable: true })
  })

  it('finds the price that needs the password, and the page that asks for nothing', async () => {
    expect(first(await audit(`${shop.url}/dear`, { testnets: true })).standing).toBe('password')
    expect((await audit(`${shop.url}/free`, { testnets: true })).faults[0]?.code).toBe('no-402')
  })
})

describe('fetchAnswer', () => {
  const servers: Server[] = []
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  afterAll(() => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  })

  const codeOf = async (url: string, timeoutMs?: number) => {
    const answer = await fetchAnswer(url, timeoutMs)
    return answer.ok ? 'ok' : answer.error.code
  }

  it('asks for http of this machine alone, also after a redirect', async () => {
    expect(await codeOf('http://seller.example/')).toBe('insecure')
    const away = await serve((_req, res) => res.writeHead(302, { location: 'http://seller.example/' }).end())
    expect(await codeOf(away)).toBe('insecure')
  })

  it('refuses what is no address of the web', async () => {
    for (const url of ['', 'seller', 'file:///etc/hosts', 'ftp://seller.example/'])
      expect(await codeOf(url)).toBe('not-a-url')
  })

  it('stops after ten redirects', async () => {
    const loop = await serve((_req, res) => res.writeHead(307, { location: '/' }).end())
    expect(await codeOf(loop)).toBe('too-many-redirects')
  })

  it('says that nothing answers', async () => {
    const silent = await serve(() => undefined)
    expect(await codeOf(silent, 50)).toBe('unreachable')
    const cut = await serve((req) => req.socket.destroy())
    expect(await codeOf(cut)).toBe('unreachable')
  })

  it('sends no cookie that it was given', async () => {
    let cookie: string | undefined = 'none yet'
    const url = await serve((req, res) => {
      cookie = req.headers.cookie
      if (req.url === '/') res.writeHead(302, { location: '/next', 'set-cookie': 'a=1' })
      res.end()
    })
    expect(await codeOf(url)).toBe('ok')
    expect(cookie).toBeUndefined()
  })

  it('reads a header longer than Node admits by itself, and no more of a body than a quote may have', async () => {
    const url = await serve((_req, res) => {
      res.writeHead(402, { 'payment-required': 'A'.repeat(40_000) })
      const fill = () => {
        while (res.write('x'.repeat(65_536)));
      }
      res.on('drain', fill)
      fill()
    })
    const answer = await fetchAnswer(url)
    if (!answer.ok) throw new Error(answer.error.detail)
    expect([...answer.value.headers].find(([name]) => name === 'payment-required')?.[1]).toHaveLength(40_000)
    expect(answer.value.body.length).toBeLessThan(500_000)
  })
})

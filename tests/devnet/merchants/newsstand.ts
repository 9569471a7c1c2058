import { HTTPFacilitatorClient } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import {
  paymentMiddlewareFromHTTPServer,
  setSettlementOverrides,
  x402HTTPResourceServer,
  x402ResourceServer,
} from '@x402/express'
import express, { type RequestHandler } from 'express'
import { network } from '../chain'
import type { Recorder } from '../seen'
import { listen, type Running } from '../server'
import { type Article, articles } from './articles'
import { gate } from './gate'
import { page, trialPage } from './page'

/** What every merchant needs to start. */
export interface MerchantInput {
  facilitatorUrl: string
  /** Who is paid. */
  payTo: string
  recorder: Recorder
}

const summaryPrice = '$0.02'
const meteredPrice = '$0.10'
const largeChunks = 64
const largeChunk = `${'The tide tables of Marren, set again in full. '.repeat(360)}\n`

/**
 * Starts the newsstand, which is gated by the published express middleware.
 *
 * Free: `/`, `/free`, `/app`, `/prefetch`. Paid: `/articles/:id` (HTML), `/api/articles/:id` (JSON),
 * `/api/summaries` (JSON POST, echoes what it received), `/empty/:id` (its 402 has an empty body),
 * `/permit2/:id` and `/metered` (Permit2 exact and upto), `/upfront/:id` (paid before the handler, which
 * fails), `/cached/:id` (its 402 may be cached for ten minutes), `/large` (1 MB, sent piece by piece).
 *
 * @param crossOriginUrl another merchant, which `/app` also asks
 */
export async function startNewsstand(input: MerchantInput, crossOriginUrl: string): Promise<Running> {
  const app = express()
  app.use(input.recorder.middleware('newsstand'))
  addHandWritten(app, input)
  app.use('/empty', emptyWhenUnpaid)
  app.use(await officialGate(input))

  app.get('/', (_req, res) => res.type('html').send(frontPage()))
  app.get('/free', (_req, res) => res.type('html').send(page('Free page', '<h1>This page is free</h1><p>It never asks.</p>')))
  app.get('/app', (_req, res) => res.type('html').send(appPage(crossOriginUrl)))
  app.get('/prefetch', (_req, res) => res.type('html').send(prefetchPage()))
  for (const article of articles) {
    app.get(`/articles/${article.id}`, (_req, res) => res.type('html').send(articlePage(article)))
    app.get(`/empty/${article.id}`, (_req, res) => res.type('html').send(articlePage(article)))
    app.get(`/permit2/${article.id}`, (_req, res) => res.json(asJson(article)))
    app.get(`/api/articles/${article.id}`, (_req, res) => res.json(asJson(article)))
    app.get(`/upfront/${article.id}`, (_req, res) => res.status(500).json({ error: 'The press is broken.' }))
  }
  app.post('/api/summaries', (req, res) => {
    res.json({ summary: 'All quiet in the harbour.', received: req.body, type: req.get('content-type') ?? null })
  })
  app.get('/metered', (_req, res) => {
    setSettlementOverrides(res, { amount: '30000' })
    res.json({ charged: '30000' })
  })
  return listen(app)
}

async function officialGate({ facilitatorUrl, payTo }: MerchantInput): Promise<RequestHandler> {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }))
    .register(network, new ExactEvmScheme())
    .register(network, new UptoEvmScheme())
  const exact = (price: string, extra?: Record<string, unknown>) => ({
    scheme: 'exact',
    network: network as 'eip155:84532',
    payTo,
    price,
    ...(extra && { extra }),
  })
  const routes = Object.fromEntries([
    ...articles.flatMap(({ id, price, title }) => [
      [`GET /articles/${id}`, { accepts: exact(price), description: title, mimeType: 'text/html' }],
      [`GET /empty/${id}`, { accepts: exact(price), description: title, mimeType: 'text/html' }],
      [`GET /api/articles/${id}`, { accepts: exact(price), description: title, mimeType: 'application/json' }],
      [`GET /permit2/${id}`, { accepts: exact(price, { assetTransferMethod: 'permit2' }), description: title }],
      [`GET /upfront/${id}`, { accepts: exact(price, { paymentFlow: 'upfront' }), description: title }],
    ]),
    ['POST /api/summaries', { accepts: exact(summaryPrice), description: 'A summary of what you send' }],
    [
      'GET /metered',
      { accepts: { ...exact(meteredPrice), scheme: 'upto' }, description: 'Charged by use, up to ten cents' },
    ],
  ])
  const http = new x402HTTPResourceServer(server, routes)
  await http.initialize()
  return paymentMiddlewareFromHTTPServer(http, { appName: 'The Harbour Courier', testnet: true }, undefined, false)
}

/** Routes that the published middleware cannot play: it forbids caching, and holds an answer back whole. */
function addHandWritten(app: express.Express, { facilitatorUrl, payTo }: MerchantInput): void {
  for (const article of articles) {
    app.get(`/cached/${article.id}`, async (req, res) => {
      const terms = { amount: article.amount.toString(), payTo, description: article.title }
      const paid = await gate(req, res, facilitatorUrl, terms)
      res.set('cache-control', paid ? 'private, no-store' : 'public, max-age=600')
      res.type('html').send(paid ? articlePage(article) : page('Payment required', '<h1>Payment required</h1>'))
    })
  }
  app.get('/large', async (req, res) => {
    if (!(await gate(req, res, facilitatorUrl, { amount: '50000', payTo, description: 'The large tide tables' }))) {
      res.json({})
      return
    }
    res.type('text/plain')
    for (let i = 0; i < largeChunks && !res.destroyed; i++) {
      res.write(`${i} ${largeChunk}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    res.end()
  })
}

const emptyWhenUnpaid: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res)
  res.send = (body) => {
    if (res.statusCode !== 402) return send(body)
    res.removeHeader('content-type')
    return res.end()
  }
  next()
}

function frontPage(): string {
  const items = articles
    .map(
      (a) =>
        `<li><h2><a href="/articles/${a.id}">${a.title}</a></h2><p>${a.teaser}</p><span class="price">${a.price}</span></li>`,
    )
    .join('\n')
  return page(
    'Front page',
    `<h1>Today</h1>
<ul class="articles">
${items}
</ul>
<p class="meta"><a href="/free">A free page</a> · <a href="/app">Requests from a page’s script</a></p>`,
  )
}

function articlePage({ title, price, paragraphs }: Article): string {
  return page(
    title,
    `<article id="article"><h1>${title}</h1><p class="meta">Paid: ${price}</p>${paragraphs.map((p) => `<p>${p}</p>`).join('\n')}</article>`,
  )
}

function prefetchPage(): string {
  return page(
    'A page that prefetches',
    `<h1>A page that prefetches</h1><p>It tells the browser to load a paid article before anybody asks for it.</p>
<p><a id="follow" href="/articles/tide-clock">Read the article</a></p>`,
    '<link rel="prefetch" href="/articles/tide-clock">',
  )
}

function appPage(crossOriginUrl: string): string {
  const json = `JSON.stringify({ text: 'Fog until noon.' })`
  const post = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${json} }`
  return trialPage('Requests from a page’s script', 'Each button asks for something that is paid for.', [
    { id: 'fetch-get', label: 'fetch GET', run: `return show(await fetch('/api/articles/bread-ledger'))` },
    { id: 'fetch-post', label: 'fetch POST', run: `return show(await fetch('/api/summaries', ${post}))` },
    { id: 'xhr-get', label: 'XHR GET', run: `return viaXhr('GET', '/api/articles/quiet-signal')` },
    { id: 'xhr-post', label: 'XHR POST', run: `return viaXhr('POST', '/api/summaries', ${json})` },
    {
      id: 'fetch-five',
      label: 'five equal fetches',
      run: `const all = await Promise.all([1, 2, 3, 4, 5].map(() => fetch('/api/articles/paper-bridge')))
return (await Promise.all(all.map(show))).join('\\n')`,
    },
    {
      id: 'post-five',
      label: 'five equal POSTs',
      run: `const all = await Promise.all([1, 2, 3, 4, 5].map(() => fetch('/api/summaries', ${post})))
return (await Promise.all(all.map(show))).join('\\n')`,
    },
    { id: 'fetch-cached', label: 'fetch of a cached 402', run: `return show(await fetch('/cached/quiet-signal'))` },
    {
      id: 'fetch-large',
      label: 'fetch, streamed',
      run: `const response = await fetch('/large'); let bytes = 0, chunks = 0
const reader = response.body.getReader()
for (;;) { const { done, value } = await reader.read(); if (done) break; bytes += value.length; chunks++ }
return response.status + ' ' + bytes + ' bytes in ' + (chunks > 1 ? 'pieces' : 'one piece')`,
    },
    {
      id: 'fetch-stream-body',
      label: 'fetch POST of a stream',
      run: `const body = new Blob([${json}]).stream()
return show(await fetch('/api/summaries', { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }))`,
    },
    { id: 'fetch-cross', label: 'fetch, other origin', run: `return show(await fetch('${crossOriginUrl}/api/quotes/oats'))` },
    {
      id: 'fetch-cross-post',
      label: 'fetch POST, other origin',
      run: `return show(await fetch('${crossOriginUrl}/api/quotes', ${post}))`,
    },
    { id: 'fetch-dear', label: 'fetch, dearer than the limit', run: `return show(await fetch('/api/articles/whole-archive'))` },
    { id: 'fetch-free', label: 'fetch, free', run: `return (await fetch('/free')).status + ' free'` },
  ])
}

function asJson({ id, title, paragraphs }: Article) {
  return { id, title, text: paragraphs.join('\n\n') }
}

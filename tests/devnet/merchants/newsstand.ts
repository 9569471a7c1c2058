import { setSettlementOverrides } from '@x402/express'
import express, { type Express, type RequestHandler } from 'express'
import type { Recorder } from '../seen'
import { listen, type Running } from '../server'
import { type Article, articles } from './articles'
import { gate } from './gate'
import { appPage, articlePage, framedPage, freePage, frontPage, prefetchPage } from './newsstand-pages'
import { officialGate, type PaidRoute } from './official-gate'

/** What every merchant needs to start. */
export interface MerchantInput {
  facilitatorUrl: string
  /** Who is paid. */
  payTo: string
  recorder: Recorder
}

/** Prices of the newsstand that are not an article's, in atomic USDC. */
export const newsstandAmounts = {
  summary: 20_000n,
  large: 50_000n,
  /** The most that `/metered` may charge, and what it does charge. */
  meteredMost: 100_000n,
  metered: 30_000n,
} as const

const largePieces = 64
const largePiece = `${'The tide tables of Marren, set again in full. '.repeat(360)}\n`

/**
 * Starts the newsstand, which is gated by the published express middleware.
 *
 * Free: `/`, `/free`, `/app`, `/framed`, `/prefetch`. Paid, with `:id` an article's: `/articles/:id` (HTML),
 * `/api/articles/:id` (JSON), `/api/summaries` (JSON POST, echoes what it received), `/empty/:id` (its 402 has
 * an empty body), `/permit2/:id` and `/metered` (exact and upto by Permit2; `?use=all` or `none` of the most),
 * `/sponsored/:id` and `/sponsored/metered` (the same, and the facilitator hands in a signed allowance),
 * `/upfront/:id` (paid before the handler, which then fails), `/cached/:id` (its 402 may be cached for ten minutes), `/large` (1 MB in pieces).
 *
 * @param crossOriginUrl another merchant, which the pages also ask
 */
export async function startNewsstand(input: MerchantInput, crossOriginUrl: string): Promise<Running> {
  const app = express()
  app.use(input.recorder.middleware('newsstand'))
  addHandWritten(app, input)
  app.use('/empty', emptyWhenUnpaid)
  app.use(await officialGate(input.facilitatorUrl, input.payTo, paidRoutes()))
  addPages(app, crossOriginUrl)
  addGoods(app)
  return listen(app)
}

function paidRoutes(): PaidRoute[] {
  return [
    ...articles.flatMap(({ id, price, title: description }) => [
      { route: `GET /articles/${id}`, price, description, mimeType: 'text/html' },
      { route: `GET /empty/${id}`, price, description, mimeType: 'text/html' },
      { route: `GET /api/articles/${id}`, price, description },
      { route: `GET /permit2/${id}`, price, description, extra: { assetTransferMethod: 'permit2' } },
      {
        route: `GET /sponsored/${id}`,
        price,
        description,
        extra: { assetTransferMethod: 'permit2' },
        sponsored: true,
      },
      { route: `GET /upfront/${id}`, price, description, extra: { paymentFlow: 'upfront' } },
    ]),
    { route: 'POST /api/summaries', price: '$0.02', description: 'A summary of what you send' },
    { route: 'GET /metered', price: '$0.10', description: 'Charged by use, up to ten cents', scheme: 'upto' },
    {
      route: 'GET /sponsored/metered',
      price: '$0.10',
      description: 'Charged by use, up to ten cents',
      scheme: 'upto',
      sponsored: true,
    },
  ]
}

function addPages(app: Express, crossOriginUrl: string): void {
  const html = (path: string, text: string) => app.get(path, (_req, res) => res.type('html').send(text))
  html('/', frontPage())
  html('/free', freePage())
  html('/app', appPage(crossOriginUrl))
  html('/framed', framedPage(crossOriginUrl))
  html('/prefetch', prefetchPage())
}

function addGoods(app: Express): void {
  for (const article of articles) {
    app.get([`/articles/${article.id}`, `/empty/${article.id}`], (_req, res) => {
      res.type('html').send(articlePage(article))
    })
    const inJson = ['api/articles', 'permit2', 'sponsored'].map((under) => `/${under}/${article.id}`)
    app.get(inJson, (_req, res) => {
      res.json(asJson(article))
    })
    app.get(`/upfront/${article.id}`, (_req, res) => {
      res.status(500).json({ error: 'The press is broken.' })
    })
  }
  app.post('/api/summaries', (req, res) => {
    res.json({ summary: 'All quiet in the harbour.', received: req.body ?? null })
  })
  app.get(['/metered', '/sponsored/metered'], (req, res) => {
    const { use } = req.query
    const { metered, meteredMost } = newsstandAmounts
    const charged = (use === 'all' ? meteredMost : use === 'none' ? 0n : metered).toString()
    setSettlementOverrides(res, { amount: charged })
    res.json({ charged })
  })
}

/** Routes that the published middleware cannot play: it forbids caching, and holds an answer back whole. */
function addHandWritten(app: Express, { facilitatorUrl, payTo }: MerchantInput): void {
  for (const article of articles) {
    app.get(`/cached/${article.id}`, async (req, res) => {
      const terms = { amount: article.amount.toString(), payTo, description: article.title }
      const paid = await gate(req, res, facilitatorUrl, terms)
      res.set('cache-control', paid ? 'private, no-store' : 'public, max-age=600')
      res.type('html').send(paid ? articlePage(article) : '<!doctype html><title>Payment required</title>')
    })
  }
  app.get('/large', async (req, res) => {
    const terms = { amount: newsstandAmounts.large.toString(), payTo, description: 'The large tide tables' }
    if (!(await gate(req, res, facilitatorUrl, terms))) {
      res.json({})
      return
    }
    res.type('text/plain')
    for (let i = 0; i < largePieces && !res.destroyed; i++) {
      res.write(`${i} ${largePiece}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    res.end()
  })
}

/** The published middleware always sends a body with its 402; some servers send none. */
const emptyWhenUnpaid: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res)
  res.send = (body) => {
    if (res.statusCode !== 402) return send(body)
    res.removeHeader('content-type')
    return res.end()
  }
  next()
}

function asJson({ id, title, paragraphs }: Article) {
  return { id, title, text: paragraphs.join('\n\n') }
}

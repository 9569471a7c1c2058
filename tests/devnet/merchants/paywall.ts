import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PaywallProvider } from '@x402/express'
import express from 'express'
import { paywallModule } from '../compile'
import { listen, type Running } from '../server'
import { articles } from './articles'
import type { MerchantInput } from './newsstand'
import { articlePage } from './newsstand-pages'
import { officialGate } from './official-gate'
import { page } from './page'

/** A merchant that shows the official paywall page to browsers. */
export interface PaywallMerchant extends Running {
  /** False where that page was not fetched: the middleware's plain page is served instead. */
  official: boolean
  /** asks this many dollars for everything from here on: also of who was told another price */
  raise(price: `$${number}`): void
  /** the next answer to a request with a payment is lost, after it was settled */
  loseNext(): void
  /** goes back to the first prices */
  reset(): void
}

interface PaywallHandler {
  generateHtml: (
    offer: unknown,
    ...rest: Parameters<PaywallProvider['generateHtml']>
  ) => ReturnType<PaywallProvider['generateHtml']>
}

/** Starts it. Free: `/`. Paid: `/articles/:id` (HTML). */
export async function startPaywall({
  facilitatorUrl,
  payTo,
  recorder,
}: MerchantInput): Promise<PaywallMerchant> {
  const official = existsSync(paywallModule)
  const app = express()
  let raised: string | null = null
  let isLost = false
  app.use(recorder.middleware('paywall'))
  app.use((req, res, next) => {
    // The published middleware settles before it lets the answer out by this function.
    if (isLost && (req.get('payment-signature') ?? req.get('x-payment')) !== undefined) {
      isLost = false
      res.end = () => {
        res.socket?.destroy()
        return res
      }
    }
    next()
  })
  const routes = articles.map(({ id, price, title }) => ({
    route: `GET /articles/${id}`,
    price: () => raised ?? price,
    description: title,
    mimeType: 'text/html',
  }))
  app.use(await officialGate(facilitatorUrl, payTo, routes, official ? officialPaywall : undefined))
  const links = articles.map((a) => `<li><h2><a href="/articles/${a.id}">${a.title}</a></h2></li>`).join('\n')
  app.get('/', (_req, res) => {
    res.type('html').send(page('Behind the official paywall', `<ul class="articles">\n${links}\n</ul>`))
  })
  for (const article of articles) {
    app.get(`/articles/${article.id}`, (_req, res) => {
      res.type('html').send(articlePage(article))
    })
  }
  return {
    ...(await listen(app)),
    official,
    raise: (price) => {
      raised = price
    },
    loseNext: () => {
      isLost = true
    },
    reset: () => {
      raised = null
      isLost = false
    },
  }
}

const officialPaywall: PaywallProvider = {
  generateHtml(paymentRequired, config) {
    // The module has 2.3 MB, so it is loaded when a browser first asks. It is required, not imported: a test
    // runner that transforms what it imports would spend seconds on it.
    const { evmPaywall } = createRequire(import.meta.url)(paywallModule) as { evmPaywall: PaywallHandler }
    return evmPaywall.generateHtml(paymentRequired.accepts[0], paymentRequired, config)
  },
}

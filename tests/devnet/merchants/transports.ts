import express, { type Request, type RequestHandler, type Response } from 'express'
import { network, usdc } from '../chain'
import { listen, type Running } from '../server'
import { gate, offerOf, paymentOf, quote, receipt, settle, type Terms } from './gate'
import type { MerchantInput } from './newsstand'
import { page } from './page'

/** Price of everything that this merchant sells, in atomic USDC. */
export const transportsAmount = 15_000n

const goods = 'The harbour bell rings at dusk.'
/** Words of several scripts, and characters outside the basic plane. */
export const foreignText = 'Prüfbericht ✓ 日本語 Ціна ₮ 🧾'

/**
 * Starts a merchant that sells in every way that HTTP has, and quotes in every way that servers have been seen
 * to quote.
 *
 * Paid by any method, with JSON: `/goods` and whatever follows it. With a quote of another form:
 * `/form/body` (version 2 in the body only), `/form/both` (header and body name different prices),
 * `/form/base64url`, `/form/unpadded`, `/form/spaced`, `/form/json` (no base64), `/form/large` (a header of
 * 27 kB), `/form/foreign` (text of many scripts), `/form/several` (offers on networks that nobody has first),
 * `/form/charge` (an advertised price beside the real one).
 *
 * `/file` is paid, and is then a file to be saved. `/part` is paid, and answers a Range with 206. `/moved/302`
 * and `/moved/307` lead to `/goods/moved`. `/allowance` answers every payment 412. `/form-post` is a page with a
 * form that posts to `/goods/form`.
 *
 * Pages: `/page?run=SCRIPT` runs a script without anybody's doing, `/frames?of=ORIGIN` holds one frame of each
 * kind, `/worker.js` fetches what it is told, `/ruled` is ruled by a service worker that lets everything
 * through.
 */
export async function startTransports(input: MerchantInput): Promise<Running> {
  const { facilitatorUrl, payTo, recorder } = input
  const app = express()
  addPages(app)
  app.use(recorder.middleware('transports'))
  app.use((req, res, next) => {
    res.set({
      'access-control-allow-origin': req.get('origin') ?? '*',
      'access-control-allow-headers': '*, range',
      'access-control-allow-methods': '*',
    })
    if (req.method === 'OPTIONS') res.status(204).end()
    else next()
  })
  const terms: Terms = { amount: transportsAmount.toString(), payTo, description: 'A bell' }
  const sell = (req: Request, res: Response) => gate(req, res, facilitatorUrl, terms)

  app.get('/file', async (req, res) => {
    if (await sell(req, res)) res.attachment('bell.txt').type('text/plain').send(goods)
    else res.type('html').send(page('To be paid', '<h1>To be paid</h1>'))
  })
  app.get('/part', async (req, res) => {
    if (!(await sell(req, res))) return void res.json({})
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.get('range') ?? '') ?? []
    if (from === undefined || to === undefined) return void res.send(goods)
    const part = Buffer.from(goods).subarray(Number(from), Number(to) + 1)
    res.status(206).set('content-range', `bytes ${from}-${to}/${goods.length}`).type('text/plain').send(part)
  })
  for (const status of [302, 307] as const)
    app.all(`/moved/${status}`, (_req, res) => res.redirect(status, '/goods/moved'))
  app.get('/allowance', (req, res) => {
    quote(req, res, terms, 'permit2_allowance_required')
    if (paymentOf(req)) res.status(412)
    res.json({ error: 'permit2_allowance_required' })
  })
  app.get('/form/:form', formed(facilitatorUrl, terms))
  app.all(/^\/goods/, async (req, res) => {
    const paid = await sell(req, res)
    const text = paid ? goods : 'To be paid'
    if ((req.get('accept') ?? '').includes('text/html')) {
      res
        .type('html')
        .send(page(text, `<h1 id="answer">${text}</h1><p id="received">${String(req.body)}</p>`))
    } else res.json(paid ? { goods, received: req.body ?? null } : {})
  })
  return listen(app)
}

/** Sells like any other, but quotes in the form that the path names. */
function formed(facilitatorUrl: string, terms: Terms): RequestHandler {
  return async (req, res) => {
    const form = String(req.params.form)
    const payment = paymentOf(req)
    if (payment) {
      const settled = await settle(facilitatorUrl, payment, terms)
      receipt(res, settled)
      return void res.status(settled.success ? 200 : 402).json({ goods })
    }
    const offer = offerOf(terms)
    if (form === 'foreign') offer.extra = { ...offer.extra, label: foreignText }
    const plain = {
      x402Version: 2,
      error: 'Payment required',
      resource: {
        url: `http://${req.get('host')}${req.originalUrl}`,
        description: form === 'foreign' ? foreignText : 'A bell',
        mimeType: 'application/json',
      },
      accepts: [offer],
    }
    const json = JSON.stringify(
      form === 'large'
        ? { ...plain, error: 'x'.repeat(20_000) }
        : form === 'several'
          ? { ...plain, accepts: [...elsewhere(terms), offer] }
          : plain,
    )
    const base64 = Buffer.from(json, 'utf8').toString('base64')
    const header: Record<string, string | undefined> = {
      base64url: Buffer.from(json, 'utf8').toString('base64url'),
      unpadded: base64.replace(/=+$/, ''),
      spaced: `${base64.slice(0, 40)} ${base64.slice(40)} `,
      json,
      body: undefined,
    }
    const value = form in header ? header[form] : base64
    if (value !== undefined) res.set('payment-required', value)
    if (form === 'charge')
      res.set('x-access-pass-tiers', Buffer.from('{"tiers":[{"price":"0.001"}]}').toString('base64'))
    res.status(402)
    if (form === 'body') res.json(plain)
    else if (form === 'both') res.json({ ...plain, accepts: [{ ...offer, amount: '14000' }] })
    else res.json({})
  }
}

/** Offers that no wallet of this network takes, each for another reason. */
function elsewhere({ amount, payTo }: Terms) {
  const exact = { scheme: 'exact', amount, payTo, maxTimeoutSeconds: 300 }
  return [
    { ...exact, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', asset: usdc, extra: {} },
    { ...exact, network: 'eip155:987654321', asset: usdc, extra: { name: 'USDC', version: '2' } },
    { ...exact, scheme: 'barter', network, asset: usdc, extra: { name: 'USDC', version: '2' } },
    { ...exact, network, asset: usdc, amount: 'a few', extra: { name: 'USDC', version: '2' } },
  ]
}

const workerScript = `onmessage = async ({ data }) => {
  const answer = await fetch(data)
  postMessage(answer.status + ' ' + (await answer.text()))
}`

const throughScript = `oninstall = () => skipWaiting()
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => event.respondWith(fetch(event.request))`

/** Pages are not recorded: what a test counts is what was for sale. */
function addPages(app: express.Express): void {
  const script = (path: string, text: string) =>
    app.get(path, (_req, res) => {
      res.type('text/javascript').send(text)
    })
  script('/worker.js', workerScript)
  script('/through.js', throughScript)
  app.get('/page', (req, res) => {
    const run = typeof req.query.run === 'string' ? req.query.run : ''
    res.type('html').send(page('A page', `<h1>A page</h1><output id="out"></output><script>${run}</script>`))
  })
  app.get('/strict', (_req, res) => {
    res.set('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
    res.type('html').send('<!doctype html><title>Strict</title><h1>A strict page</h1>')
  })
  app.get('/ruled', (_req, res) => {
    const run = `navigator.serviceWorker.register('/through.js')
navigator.serviceWorker.ready.then(() => { document.title = 'ruled' })`
    res.type('html').send(page('A page', `<h1>A ruled page</h1><script>${run}</script>`))
  })
  app.get('/form-post', (_req, res) => {
    const form = `<form method="post" action="/goods/form"><input name="what" value="a bell"><button>Order</button></form>`
    res.type('html').send(page('An order', form))
  })
  app.get('/links', (req, res) => {
    const to = String(req.query.to ?? '/goods')
    const links = `<a id="link" href="${to}">link</a> <a id="save" href="${to}" download>save</a>
<a id="tab" href="${to}" target="_blank">new tab</a> <button id="script" onclick="location.href = '${to}'">go</button>`
    res.type('html').send(page('Links', links))
  })
  app.get('/inside', (req, res) => {
    res.type('html').send(inside(String(req.query.to ?? '/goods')))
  })
  app.get('/frames', (req, res) => {
    const of = typeof req.query.of === 'string' ? req.query.of : ''
    res.type('html').send(framesPage(`http://${req.get('host')}`, of))
  })
}

/** A document with one button that fetches. */
const inside = (to: string): string =>
  `<!doctype html><button>fetch</button><output></output><script>
document.querySelector('button').onclick = async () => {
  const output = document.querySelector('output')
  output.textContent = 'waiting'
  try {
    const answer = await fetch('${to}')
    output.textContent = answer.status + ' ' + (await answer.text())
  } catch (error) {
    output.textContent = String(error)
  }
}
</script>`

function framesPage(here: string, of: string): string {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return page(
    'Frames',
    `<h1>Frames</h1>
<iframe id="same" src="/inside?to=/goods/same"></iframe>
<iframe id="other" src="${of}/inside?to=/goods/other"></iframe>
<iframe id="srcdoc" srcdoc="${quoted(inside(`${here}/goods/srcdoc`))}"></iframe>
<iframe id="blank"></iframe>
<iframe id="sandboxed" sandbox="allow-scripts" src="/inside?to=/goods/sandboxed"></iframe>
<iframe id="sandboxed-srcdoc" sandbox="allow-scripts" srcdoc="${quoted(inside(`${here}/goods/sandboxed-srcdoc`))}"></iframe>
<script>
const blank = document.getElementById('blank').contentDocument
blank.body.innerHTML = '<button>fetch</button><output></output>'
blank.querySelector('button').onclick = async () => {
  const answer = await blank.defaultView.fetch('${here}/goods/blank')
  blank.querySelector('output').textContent = answer.status + ' ' + (await answer.text())
}
</script>`,
  )
}

import { type Article, articles } from './articles'
import { page, trialPage } from './page'

/** The list of articles, each with its price. */
export function frontPage(): string {
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

/** A page that costs nothing. */
export function freePage(): string {
  return page(
    'A free page',
    '<h1>This page is free</h1>\n<p>It asks for nothing, and loads nothing that does.</p>',
  )
}

/** A whole article, in the element `#article`. */
export function articlePage({ title, price, paragraphs }: Article): string {
  const text = paragraphs.map((p) => `<p>${p}</p>`).join('\n')
  return page(
    title,
    `<article id="article">\n<h1>${title}</h1>\n<p class="meta">Paid: ${price}</p>\n${text}\n</article>`,
  )
}

/** A page that tells the browser to load a paid article before anybody asks for it. */
export function prefetchPage(): string {
  return page(
    'A page that prefetches',
    `<h1>A page that prefetches</h1>
<p>It tells the browser to load a paid article before anybody asks for it.</p>
<p><a id="follow" href="/articles/tide-clock">Read the article</a></p>`,
    '<link rel="prefetch" href="/articles/tide-clock">',
  )
}

/** A page and a frame of another origin which ask for the same URL. The frame's button is `#frame-fetch`. */
export function framedPage(crossOriginUrl: string): string {
  const run = `return show(await fetch('${crossOriginUrl}/api/quotes/oats'))`
  return trialPage(
    'A page with a frame',
    'This page and the frame below, which is of another origin, ask for the same URL.',
    [{ id: 'top-fetch', label: 'fetch by the page', run }],
    `<iframe id="frame" title="The other origin" src="${crossOriginUrl}/frame"></iframe>`,
  )
}

/** Buttons that ask for paid things from the page's own script, in every way that the wallet must serve. */
export function appPage(crossOriginUrl: string): string {
  const json = `JSON.stringify({ text: 'Fog until noon.' })`
  const post = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${json} }`
  return trialPage('Requests from a page’s script', 'Each button asks for something that is paid for.', [
    { id: 'fetch-get', label: 'fetch GET', run: `return show(await fetch('/api/articles/bread-ledger'))` },
    { id: 'fetch-post', label: 'fetch POST', run: `return show(await fetch('/api/summaries', ${post}))` },
    { id: 'xhr-get', label: 'XHR GET', run: `return viaXhr('GET', '/api/articles/quiet-signal')` },
    { id: 'xhr-post', label: 'XHR POST', run: `return viaXhr('POST', '/api/summaries', ${json})` },
    { id: 'get-five', label: 'Five equal GETs', run: five(`fetch('/api/articles/paper-bridge')`) },
    { id: 'post-five', label: 'Five equal POSTs', run: five(`fetch('/api/summaries', ${post})`) },
    {
      id: 'fetch-cached',
      label: 'fetch, cached 402',
      run: `return show(await fetch('/cached/quiet-signal'))`,
    },
    { id: 'fetch-large', label: 'fetch, streamed', run: readInPieces },
    {
      id: 'fetch-cross',
      label: 'fetch, other origin',
      run: `return show(await fetch('${crossOriginUrl}/api/quotes/oats'))`,
    },
    {
      id: 'fetch-cross-post',
      label: 'fetch POST, other origin',
      run: `return show(await fetch('${crossOriginUrl}/api/quotes', ${post}))`,
    },
    {
      id: 'fetch-dear',
      label: 'fetch, $2.50',
      run: `return show(await fetch('/api/articles/whole-archive'))`,
    },
    { id: 'fetch-free', label: 'fetch, free', run: `return (await fetch('/free')).status + ' free'` },
  ])
}

const readInPieces = `const response = await fetch('/large')
let bytes = 0, pieces = 0
const reader = response.body.getReader()
for (;;) {
  const { done, value } = await reader.read()
  if (done) break
  bytes += value.length
  pieces++
}
return response.status + ' ' + bytes + ' bytes in ' + (pieces > 1 ? 'pieces' : 'one piece')`

function five(call: string): string {
  return `const all = await Promise.all([1, 2, 3, 4, 5].map(() => ${call}))
return (await Promise.all(all.map(show))).join('\\n')`
}

/** Everything that a merchant's pages share. Text given to these functions is trusted: it is our own. */

const style = `
  :root { color-scheme: light; --ink: #1d2329; --soft: #5b6570; --line: #d9d5ca; --paper: #fbf9f4; --accent: #8a3324; }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 Georgia, 'Times New Roman', serif; }
  header, main, footer { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
  header { padding-top: 2rem; padding-bottom: .75rem; border-bottom: 3px double var(--line); }
  header a { color: inherit; text-decoration: none; }
  header .name { font-size: 1.9rem; font-weight: bold; letter-spacing: .01em; }
  header .motto, .meta, footer { color: var(--soft); font: .85rem/1.5 system-ui, sans-serif; }
  main { padding-top: 1.5rem; padding-bottom: 2rem; }
  h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }
  h2 { font-size: 1.2rem; line-height: 1.3; margin: 0; }
  ul.articles { list-style: none; margin: 0; padding: 0; }
  ul.articles li { padding: 1rem 0; border-bottom: 1px solid var(--line); }
  ul.articles p { margin: .25rem 0; }
  .price { display: inline-block; padding: 0 .5rem; border: 1px solid var(--accent); border-radius: 1rem; color: var(--accent); font: .8rem/1.6 system-ui, sans-serif; }
  a { color: var(--accent); }
  button { font: .95rem system-ui, sans-serif; padding: .5rem .9rem; border: 1px solid var(--ink); border-radius: .4rem; background: #fff; color: var(--ink); cursor: pointer; }
  button:hover { background: #f0ece2; }
  button:focus-visible, a:focus-visible { outline: 3px solid #3b74c4; outline-offset: 2px; }
  .trial { display: grid; grid-template-columns: 14rem 1fr; gap: .75rem; align-items: start; padding: .75rem 0; border-bottom: 1px solid var(--line); }
  .trial button { width: 100%; text-align: left; }
  .trial output { min-height: 2.4rem; padding: .45rem .7rem; background: #fff; border: 1px solid var(--line); border-radius: .4rem; font: .85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
  iframe { width: 100%; height: 22rem; margin-top: 1.5rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff; }
  @media (max-width: 36rem) { .trial { grid-template-columns: 1fr; } }
`

/** A whole page with the newsstand's head and style. */
export function page(title: string, main: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Harbour Courier</title>
<link rel="icon" href="data:,">
<style>${style}</style>
${head}
</head>
<body>
<header><a href="/"><span class="name">The Harbour Courier</span></a><div class="motto">Invented news, paid by the page</div></header>
<main>
${main}
</main>
<footer>A shop on the local test network. Nothing here costs real money.</footer>
</body>
</html>`
}

/** One row of a page of trials: a button, and the place where its answer is shown. */
export interface Trial {
  /** Id of the button; the output has the same with `-out` behind it. */
  id: string
  label: string
  /** Body of an async function that returns what to show. `show` and `viaXhr` are at hand. */
  run: string
}

/**
 * A page whose buttons make requests from the page's own script.
 *
 * An output holds `STATUS BODY` when the request is over, and `failed: MESSAGE` when the call rejected. Its
 * `data-state` is idle, busy or done.
 *
 * @param after what stands below the buttons, as HTML
 */
export function trialPage(title: string, lead: string, trials: readonly Trial[], after = ''): string {
  const rows = trials
    .map(
      (t) =>
        `<div class="trial"><button type="button" id="${t.id}">${t.label}</button><output id="${t.id}-out" for="${t.id}" data-state="idle"></output></div>`,
    )
    .join('\n')
  const handlers = trials.map((t) => `on('${t.id}', async () => { ${t.run} })`).join('\n')
  return page(
    title,
    `<h1>${title}</h1>
<p>${lead}</p>
${rows}
${after}
<script>
const show = async (response) => response.status + ' ' + (await response.text())
const viaXhr = (method, url, body) => new Promise((resolve) => {
  const xhr = new XMLHttpRequest()
  const states = []
  xhr.open(method, url)
  if (body !== undefined) xhr.setRequestHeader('content-type', 'application/json')
  xhr.onreadystatechange = () => states.push(xhr.readyState + ':' + xhr.status)
  xhr.onload = () => resolve(xhr.status + ' ' + xhr.responseText)
  xhr.onerror = () => resolve('failed: error event')
  xhr.onabort = () => resolve('failed: abort event')
  xhr.onloadend = () => { document.body.dataset.xhrStates = states.join(' ') }
  xhr.send(body)
})
const on = (id, run) => {
  const output = document.getElementById(id + '-out')
  document.getElementById(id).addEventListener('click', async () => {
    output.dataset.state = 'busy'
    output.textContent = 'waiting'
    try {
      output.textContent = await run()
    } catch (error) {
      output.textContent = 'failed: ' + error.message
    }
    output.dataset.state = 'done'
  })
}
${handlers}
</script>`,
  )
}

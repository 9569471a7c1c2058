import { build } from 'esbuild'
import express from 'express'

import { listen, type Running } from '../../devnet/server'

/** What a person does on such a page: what the test put into `window.next` is done with a click. */
const BUTTON = `
  document.getElementById('go').onclick = () => {
    const out = document.getElementById('out')
    out.dataset.state = 'asking'
    window.next().then((answer) => {
      out.textContent = JSON.stringify(answer)
      out.dataset.state = 'done'
    })
  }
`

/**
 * A page that bundles an official client, served from an origin of its own, with a button that does what a
 * test put into `window.next`.
 *
 * @param script the page's own part; it may import packages
 */
export async function startClientPage(title: string, script: string): Promise<Running> {
  const { outputFiles } = await build({
    stdin: { contents: script + BUTTON, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    write: false,
  })
  const app = express()
  app.get('/client.js', (_, res) => {
    res.type('text/javascript').send(outputFiles[0]?.text ?? '')
  })
  app.get('/', (_, res) => {
    res.send(
      `<!doctype html><meta charset="utf-8"><title>${title}</title><button id="go">Go</button><pre id="out"></pre><script src="/client.js"></script>`,
    )
  })
  return await listen(app)
}

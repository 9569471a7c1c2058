import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sources = globSync('{lib,entrypoints}/**/*.ts').filter((f) => !/\.(test|bench)\.ts$/.test(f))
const listening = sources.filter((f) => /\bbrowser\.[\w.]+\.addListener\(/.test(readFileSync(f, 'utf8')))

/** Every file of the background that listens, and whom it admits. A new listener is declared here first. */
const DOORS: Record<string, string> = {
  'lib/doors/clock.ts': 'alarms of our own, and the lock',
  'lib/doors/external-door.ts': 'other extensions, each under the id the browser names',
  'lib/doors/navigations.ts': 'the browser: windows',
  'lib/doors/notices.ts': 'the browser: clicks on our own notices, and the permission for them',
  'lib/doors/page-door.ts': 'our content scripts, each for the document the browser names',
  'lib/doors/screen-door.ts': 'our own pages',
  'lib/doors/watch.ts': 'the browser: requests, documents, tabs',
}

describe('doors', () => {
  it('are the only places that listen', () => {
    expect(listening.sort()).toEqual(Object.keys(DOORS).sort())
  })

  it('admit messages only after they looked at the sender', () => {
    const messaging = listening.filter((f) =>
      /onMessage(External)?\.addListener/.test(readFileSync(f, 'utf8')),
    )
    expect(messaging.sort()).toEqual([
      'lib/doors/external-door.ts',
      'lib/doors/page-door.ts',
      'lib/doors/screen-door.ts',
    ])
    for (const file of messaging)
      expect(readFileSync(file, 'utf8')).toMatch(/(isOwnScreen|askerOf|extensionOf)\(sender\)/)
  })

  it('hear other extensions at one door only, which names no web page', async () => {
    const config = readFileSync('wxt.config.ts', 'utf8')
    expect(config).toContain("externally_connectable: { ids: ['*'] }")
    expect(config).not.toContain('matches')
    const external = sources.filter((f) => readFileSync(f, 'utf8').includes('onMessageExternal'))
    expect(external).toEqual(['lib/doors/external-door.ts'])
  })
})

/** Every place of the background that asks the network, or its own files, for something. */
const ASKING: Record<string, string> = {
  'lib/chain/rpc.ts': 'the node that the owner named',
  'lib/payments/sites.ts': 'a file of our own',
  'lib/payments/wallet.ts': 'a file of our own',
}

describe('the background', () => {
  it('asks no address that a page names: a page’s purchase is asked for by the page itself (atk-041)', () => {
    const code = sources.filter((f) => !f.startsWith('lib/page/'))
    const asks = /\bfetch\(|\bnew (XMLHttpRequest|WebSocket|EventSource)\b|\bsendBeacon\(/
    const asking = code.filter((f) => asks.test(readFileSync(f, 'utf8').replace(/^\s*(\*|\/\/).*$/gm, '')))
    expect(asking.sort()).toEqual(Object.keys(ASKING).sort())
    for (const file of asking.filter((f) => ASKING[f] === 'a file of our own'))
      expect(readFileSync(file, 'utf8')).toMatch(/fetch\(browser\.runtime\.getURL\('/)
  })
})

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sources = globSync('{lib,entrypoints}/**/*.ts').filter((f) => !/\.(test|bench)\.ts$/.test(f))
const listening = sources.filter((f) => /\bbrowser\.[\w.]+\.addListener\(/.test(readFileSync(f, 'utf8')))

/** Every file of the background that listens, and whom it admits. A new listener is declared here first. */
const DOORS: Record<string, string> = {
  'lib/doors/clock.ts': 'alarms of our own',
  'lib/doors/navigations.ts': 'the browser: windows',
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
    expect(messaging.sort()).toEqual(['lib/doors/page-door.ts', 'lib/doors/screen-door.ts'])
    for (const file of messaging)
      expect(readFileSync(file, 'utf8')).toMatch(/isOwnScreen\(sender\)|askerOf\(sender\)/)
  })

  it('are closed to other extensions and to web pages', () => {
    const config = readFileSync('wxt.config.ts', 'utf8')
    expect(config).not.toContain('externally_connectable')
    for (const file of sources)
      expect([file, readFileSync(file, 'utf8').includes('onMessageExternal')]).toEqual([file, false])
  })
})

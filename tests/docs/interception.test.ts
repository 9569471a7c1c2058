import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

import { type Named, namedTests, tableAfter, titleIn } from './named-tests'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')

const page = read('docs/interception.md')

/** The files that the page's names stand for. */
const FILES: Readonly<Record<string, string>> = {
  fetch: 'tests/unit/page/fetch.test.ts',
  xhr: 'tests/unit/page/xhr.test.ts',
  join: 'tests/unit/page/join.test.ts',
  bridge: 'tests/unit/page/bridge.test.ts',
  footprint: 'tests/unit/page/footprint.test.ts',
  frames: 'tests/e2e/chromium/http-frames.spec.ts',
  navigation: 'tests/e2e/chromium/http-navigation.spec.ts',
  forms: 'tests/e2e/chromium/http-forms.spec.ts',
  calls: 'tests/e2e/chromium/page-calls.spec.ts',
  paywall: 'tests/e2e/chromium/navigation.spec.ts',
  faults: 'tests/e2e/chromium/faults.spec.ts',
  firefox: 'tests/e2e/firefox/http.test.ts',
  payment: 'tests/e2e/firefox/payment.test.ts',
  access: 'tests/e2e/firefox/access.test.ts',
  observations: 'lib/payments/observations.test.ts',
  encoding: 'tests/interop/encoding.test.ts',
  quote: 'lib/wire/http/find-quote.test.ts',
  outcome: 'lib/wire/http/outcome.test.ts',
}

const namedIn = (text: string): Named[] => namedTests(text, Object.keys(FILES))
const has = ({ file, title }: Named): boolean => titleIn(title, read(FILES[file] ?? ''))

const named = namedIn(page)

describe('docs/interception.md', () => {
  it('names tests of every file that it lists, and of no other', () => {
    expect(named.length).toBeGreaterThan(60)
    const used = new Set(named.map(({ file }) => file))
    expect([...used].toSorted()).toEqual(Object.keys(FILES).toSorted())
  })

  it.each(named)('names a test that exists: $file: $title', (one) => {
    expect(has(one)).toBe(true)
  })

  it('says of every way what each browser does, and which test shows it', () => {
    const rows = tableAfter(page, '## Every way, and what becomes of it')
    expect(rows.length).toBeGreaterThan(20)
    for (const [what = '', chromium = '', firefox = '', tests = ''] of rows) {
      expect([what, chromium !== '', firefox !== '', namedIn(tests).length > 0]).toEqual([
        what,
        true,
        true,
        true,
      ])
      // What is said to hold in Firefox too has a test there, or says that it has none.
      const isTried = namedIn(tests).some(({ file }) => ['firefox', 'payment', 'access'].includes(file))
      expect([what, isTried || /not tried|not run|by hand|nothing was/.test(firefox)]).toEqual([what, true])
    }
  })

  it('finds no test by a title that nobody gave it', () => {
    expect(has({ file: 'fetch', title: 'pays by itself whatever is asked' })).toBe(false)
  })
})

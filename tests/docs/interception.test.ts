import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

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
  observations: 'lib/payments/observations.test.ts',
  encoding: 'tests/interop/encoding.test.ts',
  quote: 'lib/wire/http/find-quote.test.ts',
  outcome: 'lib/wire/http/outcome.test.ts',
}

type Named = { readonly file: string; readonly title: string }

/** Every test that a piece of text names: `name: *title*; *title*`, or `name and name: *title*`. */
function namedIn(text: string): Named[] {
  let names: readonly string[] = []
  const words = Object.keys(FILES).join('|')
  const parts = text.matchAll(
    new RegExp(`\\b((?:${words})(?: and (?:${words}))*):\\s|(?<!\\*)\\*((?:\\\\\\*|[^*])+)\\*`, 'g'),
  )
  return [...parts].flatMap(([, prefix, title]) => {
    if (prefix !== undefined) names = prefix.split(' and ')
    if (title === undefined) return []
    return names.map((file) => ({ file, title: title.replaceAll('\\*', '*').replace(/\s+/g, ' ') }))
  })
}

/** Whether a file has a test of this title; `…` stands for what the file fills in itself. */
function has({ file, title }: Named): boolean {
  const literal = title
    .split('…')
    .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^\\n]*')
  return new RegExp(`['"\`]${literal}['"\`]`).test(read(FILES[file] ?? ''))
}

/** A heading, and the rows of the table that follows. */
function tableAfter(heading: string): string[][] {
  const lines = (page.split(`\n${heading}\n`)[1] ?? '').split('\n')
  const from = lines.findIndex((line) => line.startsWith('|--'))
  const rows = lines.slice(from + 1)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => line.slice(2, -2).split(' | '))
}

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
    const rows = tableAfter('## Every way, and what becomes of it')
    expect(rows.length).toBeGreaterThan(20)
    for (const [what = '', chromium = '', firefox = '', tests = ''] of rows) {
      expect([what, chromium !== '', firefox !== '', namedIn(tests).length > 0]).toEqual([
        what,
        true,
        true,
        true,
      ])
      // What is said to hold in Firefox too has a test there, or says that it has none.
      const isTried = namedIn(tests).some(({ file }) => ['firefox', 'payment'].includes(file))
      expect([what, isTried || /not tried|not run|by hand|nothing was/.test(firefox)]).toEqual([what, true])
    }
  })

  it('finds no test by a title that nobody gave it', () => {
    expect(has({ file: 'fetch', title: 'pays by itself whatever is asked' })).toBe(false)
  })
})

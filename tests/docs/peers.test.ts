import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

import { type Named, namedTests, tableAfter, titleIn } from './named-tests'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')

const page = read('docs/peers.md')

/** The files that the page's names stand for. */
const FILES: Readonly<Record<string, string>> = {
  calls: 'tests/e2e/chromium/page-calls.spec.ts',
  paywall: 'tests/e2e/chromium/navigation.spec.ts',
  faults: 'tests/e2e/chromium/faults.spec.ts',
  restart: 'tests/e2e/chromium/restart.spec.ts',
  page: 'tests/e2e/chromium/paywall.spec.ts',
  signer: 'tests/e2e/chromium/x402-fetch.spec.ts',
  mcp: 'tests/e2e/chromium/mcp.spec.ts',
  a2a: 'tests/e2e/chromium/a2a.spec.ts',
  wire: 'tests/interop/mcp.test.ts',
  tasks: 'tests/interop/a2a.test.ts',
}

const named = namedTests(page, Object.keys(FILES))
const has = ({ file, title }: Named) => titleIn(title, read(FILES[file] ?? ''))
const rows = tableAfter(page, '## Every peer, and each outcome')

describe('docs/peers.md', () => {
  it('names tests of every file that it lists, and of no other', () => {
    expect([...new Set(named.map(({ file }) => file))].toSorted()).toEqual(Object.keys(FILES).toSorted())
  })

  it.each(named)('names a test that exists: $file: $title', (one) => {
    expect(has(one)).toBe(true)
  })

  it('says of every peer how each of the five outcomes was seen', () => {
    expect(rows.length).toBeGreaterThanOrEqual(9)
    for (const [peer = '', ...outcomes] of rows)
      expect([peer, outcomes.map((cell) => namedTests(cell, Object.keys(FILES)).length > 0)]).toEqual([
        peer,
        Array.from({ length: 5 }, () => true),
      ])
  })

  it.each([
    '@x402/express',
    'version 1',
    '@x402/paywall',
    '@x402/fetch',
    '@modelcontextprotocol/sdk',
    'agents',
    '@a2a-js/sdk',
    'a2a-x402',
  ])('has a row for %s', (peer) => {
    expect(rows.some(([first = '']) => first.includes(peer))).toBe(true)
  })
})

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { LEFT_OUT } from '../e2e/left-out'

const specs = globSync('tests/e2e/chromium/*.spec.ts').map((file) => readFileSync(file, 'utf8'))

/** A title as far as it stands in the source: a number or a name in it may be put in there. */
const written = (title: string): string =>
  title.replace(/ \(?(\d+|same|blank)\)?( .*)?$/, '').replace(/^relayed: /, '')

it.each(LEFT_OUT)('a test "%s" exists', (title) => {
  const words = written(title).replace(/^an XHR GET |^a fetch POST with its body /, '')
  expect(specs.some((text) => text.includes(words))).toBe(true)
})

import { browser } from 'wxt/browser'

import { parseSuffixes, type Suffixes, siteOf } from '@/lib/core/sites/registrable'

let suffixes: Promise<Suffixes> | null = null

/** The site of an origin; the rules are read once a life of the worker, and only where a 402 was seen. */
export async function siteOfOrigin(origin: string): Promise<string> {
  if (!URL.canParse(origin)) return origin
  suffixes ??= fetch(browser.runtime.getURL('/suffixes.txt'))
    .then((answer) => answer.text())
    .then(parseSuffixes)
    .catch((error: unknown) => {
      suffixes = null
      throw error
    })
  return siteOf(new URL(origin).hostname, await suffixes)
}

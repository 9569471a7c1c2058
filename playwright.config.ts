import { defineConfig } from '@playwright/test'

import { LEFT_OUT } from './tests/e2e/left-out'

const containing = (text: string): RegExp => new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))

/**
 * End-to-end tests in Chromium, on the build in .output/chrome-mv3 (`npm run e2e:chromium` makes it first).
 * A retry would hide a payment made twice, so there is none; what `npm test` does with a test that failed among
 * others is in docs/decisions/0014.
 */
export default defineConfig({
  testDir: 'tests/e2e/chromium',
  outputDir: 'test-results',
  fullyParallel: false,
  // `npm test` leaves out what tests/e2e/left-out.ts names, and each further `variant`.
  ...(process.env.COUNTERSIGN_ALL ? {} : { grepInvert: ['@all', ...LEFT_OUT].map(containing) }),
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // A trace of every test would cost a third of the whole run, to be thrown away: `--trace on` makes one of a test.
  use: { trace: 'off', screenshot: 'only-on-failure' },
})

import { defineConfig } from 'vitest/config'

/** End-to-end tests in Firefox: real browsers and a real chain, so one file at a time and with patience. */
export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['tests/e2e/firefox/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
  },
})

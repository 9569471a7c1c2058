import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: [
      '{lib,components,entrypoints,scripts,tests/unit,tests/interop,tests/bench,tests/model,tests/docs,tests/differential}/**/*.test.{ts,tsx}',
    ],
    environment: 'node',
    // A machine that is busy with other things is no fault of the code.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    setupFiles: ['tests/setup/late.setup.ts'],
    coverage: { provider: 'v8', include: ['lib/**/*.ts'], reporter: ['text-summary', 'json-summary'] },
  },
})

import { defineConfig } from '@playwright/test'

/** Journeys against the built product, one at a time: each runs the real engine, and two of those would only wait for each other. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../.cache/e2e',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // A drawn label is sometimes as hard to read as a real one; the seed of a failed try is printed and can be replayed.
  retries: 2,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/e2e.json' }]],
})

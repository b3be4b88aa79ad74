import { defineConfig } from '@playwright/test'
import { LAUNCH } from './fixtures/browser.ts'

/** Not a test: draws the screens that `docs/screens/` and the README show. */
export default defineConfig({
  globalSetup: './fixtures/run.ts',
  testDir: './screens',
  testMatch: 'gallery.ts',
  outputDir: '../.cache/screens/failed',
  workers: 1,
  // Many failures have one cause.
  maxFailures: 12,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: { launchOptions: LAUNCH },
  reporter: [['line']],
})

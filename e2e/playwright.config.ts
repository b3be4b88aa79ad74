import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { IS_THOROUGH, THOROUGH } from '#testing/thorough.ts'
import { LAUNCH } from './fixtures/browser.ts'

/** Journeys against the built product, side by side on one server. Each signs in as somebody else. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../.cache/e2e',
  globalSetup: './fixtures/run.ts',
  // Other tests run beside the journeys and keep the cores busy: more at a time would only wait for each other.
  workers: Math.min(4, availableParallelism()),
  fullyParallel: true,
  ...(!IS_THOROUGH && { grepInvert: new RegExp(THOROUGH.tag) }),
  // Ceilings for a busy machine: a journey that works ends long before.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Installing the app stores all its files, once per context: as much work as the rest of a short journey. Journeys of what
  // the service worker does allow it.
  use: { launchOptions: LAUNCH, serviceWorkers: 'block' },
  // The second try tells a flaky journey from a broken one; both fail the run.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.cache/e2e.json' }]],
})

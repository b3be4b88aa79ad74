import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './web/language/messages-plugin.ts'

/** What needs a database; the project's name is the database (see testing/database-setup.ts). */
const integration = {
  environment: 'node',
  globalSetup: ['testing/database-setup.ts'],
  setupFiles: ['testing/fixed-seed.ts', 'testing/close-database.ts'],
  // As in the unit tests: each file has a database of its own, and shares nothing else.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const

const INTEGRATION = ['server/**/*.db.test.ts']
/**
 * Where PostgreSQL and PGlite could differ: schema, locks, leases, the one connection, bulk writes. Journeys run on
 * the embedded database, too.
 */
const DIALECT = [
  'server/adapters/db/{backup,database,keep-connections,migrations,owners}.db.test.ts',
  'server/adapters/jobs/*.db.test.ts',
  'server/adapters/http/{disk-full,fuzz,hostile-input,saturation}.db.test.ts',
  'server/features/scan/{scan-queue,scan-waiter,scans}.db.test.ts',
  'server/features/imports/{untappd,uploaded-files}.db.test.ts',
  'server/core/ingest/*.db.test.ts',
]

/** Unit tests are beside the code; integration tests (`*.db.test.ts`) need a database, engine tests (`*.slow.test.ts`) need the built product or read pictures. */
export default defineConfig({
  test: {
    // Tests wait for timers, processes and databases a third of their time: one worker more than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // A busy machine must not fail a test that is merely slow.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contracts,catalogue,vision,recognition,server,scripts,testing,bench}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.slow.test.ts', '**/node_modules/**'],
          environment: 'node',
          setupFiles: ['testing/fixed-seed.ts'],
          // These files share no state, and importing the same modules anew for each costs a fifth of their time.
          isolate: false,
          // A busy machine must not fail a test that is merely slow, nor a hook that starts processes.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [compileMessages()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A navigation that a test starts would end during a later one, with its page gone.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
          // Setting up window, mock network and React anew for each file takes longer than its tests. `web/testing/setup.ts`
          // leaves nothing behind.
          isolate: false,
          setupFiles: ['testing/fixed-seed.ts', 'web/testing/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'postgres', include: INTEGRATION, ...integration },
      },
      {
        extends: true,
        test: { name: 'embedded', include: process.env.TEST_ALL ? INTEGRATION : DIALECT, ...integration },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['{vision,recognition,server,bench}/**/*.slow.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Each file starts processes of its own, and waits for them.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

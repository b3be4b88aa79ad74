import { defineConfig } from 'vitest/config'

/** Unit tests stand beside the code; integration tests (`*.db.test.ts`) need a database and run once per dialect. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contracts,catalogue,vision,recognition,server,scripts,testing,bench}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.slow.test.ts', '**/node_modules/**'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/**/*.db.test.ts'],
          environment: 'node',
          globalSetup: ['testing/database-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engine',
          include: ['{vision,recognition,server}/**/*.slow.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

import { defineConfig } from '@playwright/test'

/** Not a test: draws the picture of the running app that the README shows. */
export default defineConfig({
  testDir: './screens',
  testMatch: '*.ts',
  outputDir: '../.cache/screens',
  workers: 1,
  timeout: 120_000,
  reporter: [['list']],
})

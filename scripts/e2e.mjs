/** Runs the browser tests against the built product: `npm run e2e -- [playwright arguments]`. */
import { spawnSync } from 'node:child_process'
import { isBuilt, ROOT } from './sources.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { keepTemporaryFilesInMemory } from './temporary-folder.mjs'

await ensureSystemPackages()
keepTemporaryFilesInMemory()
if (!isBuilt()) await (await import('./build.mjs')).build()
const args = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'e2e/playwright.config.ts',
  ...process.argv.slice(2),
]
process.exit(spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1)

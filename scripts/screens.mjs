/** Draws the picture of the running app that the README shows: `npm run screens`. */
import { spawnSync } from 'node:child_process'
import { isBuilt, ROOT } from './sources.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

ensureSystemPackages()
if (!isBuilt()) await (await import('./build.mjs')).build()
const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens.config.ts']
process.exit(spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1)

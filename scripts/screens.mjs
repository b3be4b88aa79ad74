/**
 * Takes screenshots of every screen for `docs/screens/` and the README: `npm run screens`. Arguments are passed to
 * Playwright: `npm run screens -- -g History` only replaces the screenshots that match.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { isBuilt, ROOT } from './sources.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const args = process.argv.slice(2)
ensureSystemPackages()
if (!isBuilt()) await (await import('./build.mjs')).build()
if (args.length === 0) rmSync(`${ROOT}/.cache/screens`, { recursive: true, force: true })
run('node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens.config.ts', ...args)
run('node_modules/tsx/dist/cli.mjs', 'e2e/screens/contact-sheet.ts')

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

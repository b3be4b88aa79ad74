/**
 * Takes screenshots of every screen for `docs/screens/` and the README: `npm run screens`. Arguments are passed to
 * Playwright: `npm run screens -- -g History` only replaces the screenshots that match.
 *
 * `npm run screens -- --widths 320,1280 -g History` draws the screens at these widths into `.cache/screens/widths/`, a few to
 * a sheet and large enough to read, and leaves the documents as they are.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { isBuilt, ROOT } from './sources.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const args = process.argv.slice(2)
const widthsAt = args.indexOf('--widths')
const [, widths] = widthsAt === -1 ? [] : args.splice(widthsAt, 2)
if (widthsAt !== -1 && !widths) throw new Error('--widths takes numbers: --widths 320,1280')

await ensureSystemPackages()
if (!isBuilt()) await (await import('./build.mjs')).build()
const drawn = widths ? `${ROOT}/.cache/screens/widths` : `${ROOT}/.cache/screens/tiles`
if (args.length === 0) rmSync(drawn, { recursive: true, force: true })
const env = { ...process.env, ...(widths && { SCREEN_WIDTHS: widths }) }
run('node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens.config.ts', ...args)
run('node_modules/tsx/dist/cli.mjs', widths ? 'e2e/screens/width-sheets.ts' : 'e2e/screens/contact-sheet.ts')

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

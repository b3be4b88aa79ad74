/**
 * Measures recognition: every target with its figure, `npm run bench -- [photos|scene|drawn|load] [folder] [--json file]`; how fast
 * beers are matched: `-- matcher`; what the catalogue promises: `-- catalogue`; which beers are told to be alike: `--
 * similar`; the web app on a slow phone: `-- web`; whether the rows of the specification are really proven: `-- spec`.
 */
import { spawnSync } from 'node:child_process'
import { isBuilt, ROOT } from './sources.mjs'

if (!isBuilt()) await (await import('./build.mjs')).build()
const [first, ...rest] = process.argv.slice(2)
const named = {
  catalogue: 'bench/catalogue.ts',
  matcher: 'bench/matcher-speed.ts',
  similar: 'bench/similar.ts',
  spec: 'scripts/spec-mutations.mjs',
  web: 'bench/web.ts',
}[first ?? '']
const args = named ? [named, ...rest] : ['bench/run.ts', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', ...args], {
  cwd: ROOT,
  stdio: 'inherit',
})
process.exit(status ?? 1)

/**
 * Runs the benchmarks. Recognition on labelled photos: `npm run bench -- [photos|scene|drawn|scans] [folder] [--json file]`,
 * with `--help` for all options. Others: `-- matcher` (matching speed), `-- catalogue` (search, duplicates, ABV), `-- similar`
 * (similar beers), `-- ratings [file]` (expected ratings), `-- taste` (personal ratings), `-- fuzz` (hostile input), `-- load` (many people at once), `-- cost` (processor time of a call),
 * `-- queries` (plans and times with a million scans), `-- soak` (an hour under load), `-- reliability` (crashes, power cuts, a full disk,
 * cut migrations and a rolling restart), `-- web` (the web app on a slow phone), `-- spec` (mutates specified numbers and texts).
 */
import { spawnSync } from 'node:child_process'
import { isBuilt, ROOT } from './sources.mjs'

const PROGRAMS = {
  catalogue: 'bench/catalogue/run.ts',
  fuzz: 'bench/fuzz/run.ts',
  cost: 'bench/load/cost.ts',
  load: 'bench/load/run.ts',
  reliability: 'bench/reliability/run.ts',
  matcher: 'bench/catalogue/matcher-speed.ts',
  queries: 'bench/queries/run.ts',
  ratings: 'bench/ratings/run.ts',
  similar: 'bench/catalogue/similar.ts',
  soak: 'bench/load/soak.ts',
  taste: 'bench/taste/run.ts',
  spec: 'scripts/specification/mutate.mjs',
  web: 'bench/web/run.ts',
}

if (!isBuilt()) await (await import('./build.mjs')).build()
const [first = '', ...rest] = process.argv.slice(2)
const program = Object.entries(PROGRAMS).find(([name]) => name === first)?.[1]
const args = program ? [program, ...rest] : ['bench/recognition/run.ts', first, ...rest].filter((arg) => arg !== '')
const { status } = spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', ...args], {
  cwd: ROOT,
  stdio: 'inherit',
})
process.exit(status ?? 1)

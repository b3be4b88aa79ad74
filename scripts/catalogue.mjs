/** Imports data sources into the catalogue: `npm run catalogue -- import <source> <file>`; see docs/operating.md. */
import { spawnSync } from 'node:child_process'
import { DIST, isBuilt, ROOT } from './sources.mjs'

/** Most objects of an import are short-lived: a small young generation takes no longer and halves peak memory. */
const MEMORY_FLAGS = ['--optimize-for-size', '--max-semi-space-size=2']

const entry = isBuilt()
  ? ['--enable-source-maps', `${DIST}/server/catalogue.js`]
  : [`${ROOT}/node_modules/tsx/dist/cli.mjs`, `${ROOT}/server/catalogue.ts`]
const { status } = spawnSync(process.execPath, [...MEMORY_FLAGS, ...entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

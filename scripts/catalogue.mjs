/** Grows the catalogue from data sources: `npm run catalogue -- import <source> <file>`; see docs/operating.md. */
import { spawnSync } from 'node:child_process'
import { DIST, isBuilt, ROOT } from './sources.mjs'

/** An import makes much garbage and keeps little; collecting it early takes no longer and needs half the memory. */
const FRUGAL = ['--optimize-for-size', '--max-semi-space-size=2']

const entry = isBuilt()
  ? ['--enable-source-maps', `${DIST}/server/catalogue.js`]
  : [`${ROOT}/node_modules/tsx/dist/cli.mjs`, `${ROOT}/server/catalogue.ts`]
const { status } = spawnSync(process.execPath, [...FRUGAL, ...entry, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)

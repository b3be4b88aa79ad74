/** Backs up, restores and moves all data: `npm run backup -- <file>`; see docs/operating.md. */
import { spawnSync } from 'node:child_process'
import { DIST, isBuilt, ROOT } from './sources.mjs'

const entry = isBuilt()
  ? ['--enable-source-maps', `${DIST}/server/data.js`]
  : [`${ROOT}/node_modules/tsx/dist/cli.mjs`, `${ROOT}/server/data.ts`]
const { status } = spawnSync(process.execPath, [...entry, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)

/** Checks an installation: `npm run doctor`; see docs/operating.md. */
import { spawnSync } from 'node:child_process'
import { DIST, isBuilt, ROOT } from './sources.mjs'

const entry = isBuilt()
  ? ['--enable-source-maps', `${DIST}/server/doctor.js`]
  : [`${ROOT}/node_modules/tsx/dist/cli.mjs`, `${ROOT}/server/doctor.ts`]
const { status } = spawnSync(process.execPath, [...entry, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)

/** For tests: opens a reader of scans, prints its priority, and ends, which ends the reader. */
import { getPriority } from 'node:os'
import { openReader } from './reader-process.ts'
import { BATCH_SETUP } from './reader-setup.fixture.ts'

const [script = ''] = process.argv.slice(2)
const reader = openReader(script, BATCH_SETUP, { onReady() {}, onEnd() {} })
console.log(getPriority(reader.pid ?? 0))
process.exit()

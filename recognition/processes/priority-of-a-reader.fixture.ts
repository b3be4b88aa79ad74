/** For tests: opens a reader of scans, prints its priority, and ends, which ends the reader. */
import { getPriority } from 'node:os'
import { openReader } from './reader-process.ts'

const [script = ''] = process.argv.slice(2)
const setup = {
  lane: 'batch',
  engine: { name: 'under-test' },
  fallback: null,
  frameEngine: null,
  lexicons: null,
} as const
const reader = openReader(script, setup, { onReady() {}, onEnd() {} })
console.log(getPriority(reader.pid ?? 0))
process.exit()

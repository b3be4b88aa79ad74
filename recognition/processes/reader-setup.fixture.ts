/** The setup of a reader of scans whose program is `reader-under-test.ts`. */
import type { ReaderSetup } from './messages.ts'

export const BATCH_SETUP: ReaderSetup = {
  lane: 'batch',
  engine: { name: 'under-test' },
  fallback: null,
  frameEngine: null,
  lexicons: null,
}

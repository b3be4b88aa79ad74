/**
 * The built product with readers that answer from recordings, in a folder of its own.
 * `E2E_RECORD=1 npm run e2e` records anew what the recordings lack.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from '#testing/bundle.ts'
import { BUILT, RECORDED, ROOT } from '../fixtures/product.ts'

const FILE = join(ROOT, 'e2e/recorded/recordings.jsonl')

export async function buildRecorded(): Promise<void> {
  rmSync(RECORDED, { recursive: true, force: true })
  cpSync(BUILT, RECORDED, { recursive: true })
  const recordings = { file: FILE, isRecording: process.env.E2E_RECORD === '1' }
  await bundleProgram(new URL('./reader.ts', import.meta.url), join(RECORDED, 'server/reader.js'), {
    RECORDINGS: JSON.stringify(recordings),
  })
}

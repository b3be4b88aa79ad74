import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { byteFiles } from './byte-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bg-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('erases all orphans although one is erased by a request at the same time', async () => {
  const names = ['first', 'second', 'third']
  const idsInRows = async () => {
    rmSync(join(folder, 'first'))
    return ['third']
  }
  const files = byteFiles(folder, idsInRows, { now: Date.now })
  for (const name of names) {
    await files.write(name, new Uint8Array([1]))
    utimesSync(join(folder, name), 0, 0)
  }
  await files.eraseOrphans()
  expect(await readdir(folder)).toEqual(['third'])
})

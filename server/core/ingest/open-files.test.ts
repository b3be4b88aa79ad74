import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { CommandRefused } from '../../adapters/commands/command-refused.ts'
import { openFiles } from './open-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bg-open-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(path: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for (const file of openFiles([path], /./u).files) for await (const chunk of file.bytes()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('decompresses a .gz file, and refuses by its name one that is damaged', async () => {
  const path = join(folder, 'beers.csv.gz')
  const whole = gzipSync('name,brewery\nOrval,Orval\n')
  writeFileSync(path, whole)
  expect(await read(path)).toBe('name,brewery\nOrval,Orval\n')
  for (const damaged of [whole.subarray(0, -10), Buffer.from('name,brewery\n')]) {
    writeFileSync(path, damaged)
    const failure = await read(path).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CommandRefused)
    expect(String(failure)).toMatch(/beers\.csv\.gz is not a whole \.gz file \((?:unexpected end|incorrect header)/u)
  }
})

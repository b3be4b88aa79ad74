/** Reads import files in a process, as the built server does: the program is bundled once, because loading TypeScript takes longer than most files. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileReader, type ReadFile } from '#server/features/imports/read-file-in-process.ts'
import { temporaryProgram } from './bundle.ts'

let bundled: Promise<ReadFile> | undefined

export const readImportFile: ReadFile = async function* (...file) {
  bundled ??= bundle()
  yield* (await bundled)(...file)
}

async function bundle(): Promise<ReadFile> {
  const { path } = await temporaryProgram(new URL('../server/features/imports/file-reader.ts', import.meta.url))
  process.once('exit', () => rmSync(dirname(path), { recursive: true, force: true }))
  return fileReader({ script: path })
}

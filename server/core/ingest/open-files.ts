/** Opens local files for the import parsers: walks folders, decompresses .gz files and counts the bytes read. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { ImportFile } from '#catalogue/import'
import { CommandRefused } from '../../adapters/commands/command-refused.ts'

export interface OpenedFiles {
  files: ImportFile[]
  /** The base names of the paths, for the list of imports. */
  name: string
  /** Share of the bytes read so far, 0-1. */
  share(): number
}

/** @throws CommandRefused if no file matches `pattern`; Error if a path does not exist */
export function openFiles(paths: readonly string[], pattern: RegExp): OpenedFiles {
  const found = paths.flatMap((path) => filesUnder(resolve(path), pattern))
  if (found.length === 0) throw new CommandRefused(`No matching files in ${paths.join(', ')}.`)
  const total = found.reduce((sum, { size }) => sum + size, 0)
  let read = 0
  const files = found.map(({ path, name }) => ({
    path: name.replace(/\.gz$/iu, ''),
    async *bytes() {
      const compressed = createReadStream(path, { highWaterMark: 256 * 1024 })
      compressed.on('data', (chunk) => {
        read += chunk.length
      })
      yield* /\.gz$/iu.test(path) ? decompressed(compressed, path) : compressed
    },
  }))
  return {
    files,
    name: paths.map((path) => basename(resolve(path))).join(', '),
    share: () => (total === 0 ? 1 : read / total),
  }
}

/** @throws CommandRefused if the file is damaged */
async function* decompressed(
  compressed: NodeJS.ReadableStream & { destroy(): void },
  path: string,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  compressed.on('error', (error) => gunzip.destroy(error))
  try {
    yield* compressed.pipe(gunzip)
  } catch (error) {
    if (!isZlibError(error)) throw error
    throw new CommandRefused(`${path} is not a whole .gz file (${error.message}).`, { cause: error })
  } finally {
    compressed.destroy()
    gunzip.destroy()
  }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

interface FoundFile {
  path: string
  name: string
  size: number
}

function filesUnder(root: string, pattern: RegExp): FoundFile[] {
  const stats = statSync(root)
  if (!stats.isDirectory()) return [{ path: root, name: basename(root), size: stats.size }]
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, name: relative(root, path).split(sep).join('/'), size: statSync(path).size }))
}

/** Files on this machine as readers of the catalogue take them: folders looked through, packed files unpacked, bytes counted. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { ImportFile } from '#catalogue'

export interface OpenedFiles {
  files: ImportFile[]
  /** What was given, for the list of imports. */
  name: string
  /** Share of the bytes that were read, 0-1. */
  share(): number
}

/** @throws Error naming a path that is not there, or that holds nothing of the wanted names. */
export function openFiles(given: readonly string[], wanted: RegExp): OpenedFiles {
  const found = given.flatMap((path) => filesUnder(resolve(path), wanted))
  if (found.length === 0) throw new Error(`Nothing to read in ${given.join(', ')}.`)
  const total = found.reduce((sum, { size }) => sum + size, 0)
  let read = 0
  const files = found.map(({ path, shown }) => ({
    path: shown.replace(/\.gz$/iu, ''),
    async *bytes() {
      const packed = createReadStream(path, { highWaterMark: 256 * 1024 })
      packed.on('data', (chunk) => {
        read += chunk.length
      })
      yield* /\.gz$/iu.test(path) ? unpacked(packed) : packed
    },
  }))
  return {
    files,
    name: given.map((path) => basename(resolve(path))).join(', '),
    share: () => (total === 0 ? 1 : read / total),
  }
}

async function* unpacked(packed: NodeJS.ReadableStream & { destroy(): void }): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  packed.on('error', (error) => gunzip.destroy(error))
  try {
    yield* packed.pipe(gunzip)
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}

interface Found {
  path: string
  shown: string
  size: number
}

function filesUnder(given: string, wanted: RegExp): Found[] {
  const stats = statSync(given, { throwIfNoEntry: false })
  if (!stats) throw new Error(`There is no ${given}.`)
  if (!stats.isDirectory()) return [{ path: given, shown: basename(given), size: stats.size }]
  return readdirSync(given, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path, shown: relative(given, path).split(sep).join('/'), size: statSync(path).size }))
}

/**
 * Puts a disk together as a power cut may leave it: of the writes to a file since its last sync each is there, missing or torn,
 * in any combination. Creating, renaming and removing keep their order, as with a journal: a sync of any file makes earlier ones
 * last, and of later ones a number is there.
 */
import { closeSync, cpSync, mkdirSync, openSync, renameSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '#testing/pictures/random.ts'
import type { DiskOperation } from './recorded-disk.ts'

/** What a disk writes as a whole. */
const SECTOR_BYTES = 512

interface Recorded {
  /** The folder before the first operation, and its files by path. */
  before: string
  files: ReadonlyMap<string, number>
  operations: readonly DiskOperation[]
}

/** Writes to `folder` what is there if the power fails after this many operations. */
export function writeDiskAfterCut(recorded: Recorded, count: number, folder: string, random: Random): void {
  cpSync(recorded.before, folder, { recursive: true })
  const operations = recorded.operations.slice(0, count)
  const lastSync = operations.findLastIndex(({ kind }) => kind === 'sync')
  const lastSyncOf = new Map<number, number>()
  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'sync') lastSyncOf.set(operation.file, index)
  }
  const namesUntil = random.whole(lastSync, count)
  const paths = new Map([...recorded.files].map(([path, file]) => [file, path]))

  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'sync') continue
    if (operation.kind === 'write' || operation.kind === 'truncate') {
      const path = paths.get(operation.file)
      const isSynced = index < (lastSyncOf.get(operation.file) ?? -1)
      if (path === undefined) continue
      if (operation.kind === 'truncate') {
        if (isSynced || index < namesUntil) truncateSync(join(folder, path), operation.size)
        continue
      }
      const bytes = isSynced ? operation.bytes : survivingPart(operation.bytes, random)
      if (bytes.length > 0) writeAt(join(folder, path), operation.position, bytes)
    } else if (index < namesUntil) changeNames(operation, folder, paths)
  }
}

type NameOperation = Extract<DiskOperation, { kind: 'create' | 'folder' | 'rename' | 'remove' }>

function changeNames(operation: NameOperation, folder: string, paths: Map<number, string>): void {
  if (operation.kind === 'folder') mkdirSync(join(folder, operation.path), { recursive: true })
  else if (operation.kind === 'create') {
    paths.set(operation.file, operation.path)
    closeSync(openSync(join(folder, operation.path), 'w'))
  } else if (operation.kind === 'remove') {
    forget(operation.path, paths)
    rmSync(join(folder, operation.path), { recursive: true, force: true })
  } else {
    forget(operation.to, paths)
    for (const [file, path] of paths) if (path === operation.from) paths.set(file, operation.to)
    renameSync(join(folder, operation.from), join(folder, operation.to))
  }
}

function forget(removed: string, paths: Map<number, string>): void {
  for (const [file, path] of paths) if (path === removed) paths.delete(file)
}

/** All of it, nothing, or its first sectors. */
function survivingPart(bytes: Buffer, random: Random): Buffer {
  const sectors = Math.ceil(bytes.length / SECTOR_BYTES)
  return bytes.subarray(0, random.pick([0, sectors, random.whole(0, sectors)]) * SECTOR_BYTES)
}

function writeAt(path: string, position: number, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, position)
  closeSync(file)
}

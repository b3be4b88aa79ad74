/**
 * Puts a disk together as a power cut may leave it. Of what was written to a file since its last sync, each sector is there or not, in any
 * combination, and a file may have its new size without its bytes. Names of files last either in order, as with a journal, where a sync
 * of any file makes all earlier names last; or each for itself, once its file or its folder is synced.
 */
import {
  closeSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '#testing/pictures/random.ts'
import type { DiskOperation } from './recorded-disk.ts'

/** What a disk writes as a whole. A page of PostgreSQL has sixteen. */
const SECTOR_BYTES = 512

export interface Recorded {
  /** The folder before the first operation, and its files by path. */
  before: string
  files: ReadonlyMap<string, number>
  operations: readonly DiskOperation[]
}

/** After how many operations, from `start` on, the power fails: rare kinds of operations are hit as often as writes. */
export function someCut(operations: readonly DiskOperation[], start: number, random: Random): number {
  if (random.chance(0.3)) return random.whole(start, operations.length)
  const places = new Map<string, number[]>()
  for (let index = start; index < operations.length; index++) {
    const kind = operations[index]?.kind ?? ''
    places.set(kind, [...(places.get(kind) ?? []), index])
  }
  const [first = [start], ...rest] = places.values()
  const [place = start, ...others] = random.pick([first, ...rest])
  // Before or after it.
  return random.pick([place, ...others]) + random.whole(0, 1)
}

/** Writes to `folder` what is there if the power fails after this many operations. */
export function writeDiskAfterCut(recorded: Recorded, count: number, folder: string, random: Random): void {
  cpSync(recorded.before, folder, { recursive: true })
  const operations = recorded.operations.slice(0, count)
  const syncs = new Map<number, number>()
  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'sync') syncs.set(operation.file, index)
  }
  const lasting = random.chance(0.5) ? namesInOrder(operations, random) : namesApart(operations, random)
  const paths = new Map([...recorded.files].map(([path, file]) => [file, path]))

  for (const [index, operation] of operations.entries()) {
    if (operation.kind === 'sync') continue
    if (operation.kind === 'write' || operation.kind === 'truncate') {
      const path = paths.get(operation.file)
      if (path !== undefined) {
        const isSynced = index < (syncs.get(operation.file) ?? -1)
        changeBytes(join(folder, path), operation, isSynced || lasting(index), isSynced ? undefined : random)
      }
    } else if (lasting(index)) changeNames(operation, folder, paths)
  }
}

type NameOperation = Extract<DiskOperation, { kind: 'create' | 'folder' | 'rename' | 'remove' }>
/** Whether a change of names, or of a size, is there. */
type Lasting = (index: number) => boolean

function namesInOrder(operations: readonly DiskOperation[], random: Random): Lasting {
  const lastSync = operations.findLastIndex(({ kind }) => kind === 'sync')
  const until = random.whole(lastSync, operations.length)
  return (index) => index < until
}

/** A change that is there brings along earlier ones of the same names, and the folders that it is in. */
function namesApart(operations: readonly DiskOperation[], random: Random): Lasting {
  const there = new Set<number>()
  const names = new Set<string>()
  const [syncedFiles, syncedPaths] = [new Set<number>(), new Set<string>()]
  for (let index = operations.length - 1; index >= 0; index--) {
    const operation = operations[index]
    if (operation === undefined || operation.kind === 'write') continue
    if (operation.kind === 'sync') {
      syncedFiles.add(operation.file)
      syncedPaths.add(operation.path)
    } else if (operation.kind === 'truncate') {
      if (random.chance(0.5)) there.add(index)
    } else {
      const own = operation.kind === 'rename' ? [operation.from, operation.to] : [operation.path]
      const isSynced =
        own.some((path) => syncedPaths.has(dirname(path))) ||
        (operation.kind === 'create' && syncedFiles.has(operation.file)) ||
        (operation.kind === 'rename' && syncedPaths.has(operation.to))
      if (isSynced || own.some((path) => names.has(path)) || random.chance(0.5)) {
        there.add(index)
        for (const path of own) names.add(path).add(dirname(path))
      }
    }
  }
  return (index) => there.has(index)
}

function changeNames(operation: NameOperation, folder: string, paths: Map<number, string>): void {
  if (operation.kind === 'folder') mkdirSync(join(folder, operation.path), { recursive: true })
  else if (operation.kind === 'create') {
    forget(operation.path, paths)
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

type BytesOperation = Extract<DiskOperation, { kind: 'write' | 'truncate' }>

/** `random`: of what is not synced; undefined if it is. */
function changeBytes(path: string, operation: BytesOperation, hasSize: boolean, random: Random | undefined): void {
  const file = openSync(path, 'r+')
  if (operation.kind === 'truncate') {
    if (hasSize) ftruncateSync(file, operation.size)
  } else {
    const { position, bytes } = operation
    const end = position + bytes.length
    for (const [from, to] of random ? survivingParts(position, end, random) : [[position, end] as const]) {
      writeSync(file, bytes, from - position, to - from, from)
    }
    if (random?.chance(0.3) && fstatSync(file).size < end) ftruncateSync(file, end)
  }
  closeSync(file)
}

/** All of it, nothing, its first sectors, or any of them. */
function survivingParts(start: number, end: number, random: Random): [from: number, to: number][] {
  const ends: number[] = []
  for (let at = start - (start % SECTOR_BYTES) + SECTOR_BYTES; at < end; at += SECTOR_BYTES) ends.push(at)
  const sectors = [...ends, end].map((to, index): [number, number] => [ends[index - 1] ?? start, to])
  return random.pick([
    () => sectors,
    () => [],
    () => sectors.slice(0, random.whole(0, sectors.length)),
    () => sectors.filter(() => random.chance(0.5)),
  ])()
}

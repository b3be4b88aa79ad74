/** Where an operator's command writes: checked before it runs, so that no work is lost. */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** @throws Error that says what to do if no file can be written there */
export function assertWritableFile(file: string): void {
  const path = resolve(file)
  if (isFolder(path)) throw new Error(`${path} is a folder. Name the file to write in it.`)
  if (!isFolder(dirname(path))) throw new Error(`There is no folder ${dirname(path)}. Create it first.`)
}

/** @throws Error if it is a file */
export function assertWritableFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path) && !isFolder(path)) throw new Error(`${path} is a file. Name a folder.`)
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

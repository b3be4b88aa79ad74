/** Creates folders, and tells who may open them. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Permissions of the group and of everyone else. */
const OF_OTHERS = 0o077

/**
 * Creates the folder with those above it; one that exists keeps its permissions. Not by `mkdir` with `recursive`: it never returns where
 * nobody can create a folder, as in /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (isFolder(path)) return
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Whether other users of this machine may open the folder; false if it does not exist. */
export function isOpenToOthers(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0
}

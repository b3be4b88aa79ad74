/**
 * For tests, preloaded into a process and its threads: the operation on open files that the file BROKEN_DISK names, `fsyncSync` or
 * `writeSync`, fails from the moment on at which that file exists. JavaScript, because threads do not run TypeScript.
 */
import fs, { existsSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { BROKEN_DISK = '' } = process.env
const STANDARD_STREAMS = [0, 1, 2]

/** @param {'fsyncSync' | 'writeSync'} operation @param {number} file */
function failIfBroken(operation, file) {
  if (STANDARD_STREAMS.includes(file) || !existsSync(BROKEN_DISK)) return
  if (readFileSync(BROKEN_DISK, 'utf8') === operation) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
}

for (const operation of /** @type {const} */ (['fsyncSync', 'writeSync'])) {
  const original = /** @type {(...args: any[]) => number} */ (fs[operation])
  Object.assign(fs, {
    /** @param {[file: number, ...rest: unknown[]]} args */
    [operation](...args) {
      failIfBroken(operation, args[0])
      return original(...args)
    },
  })
}
syncBuiltinESMExports()

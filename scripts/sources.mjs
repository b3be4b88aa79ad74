/** Where things are, and a hash of all that the build depends on. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
export const DIST = `${ROOT}/dist`
export const STAMP = `${DIST}/build-stamp`

const BUILT_FROM = [
  'contracts',
  'vision',
  'catalogue',
  'recognition',
  'server',
  'web',
  'scripts/build.mjs',
  'scripts/compile-catalogue.ts',
  'package.json',
  'package-lock.json',
]

export function sourceHash() {
  const hash = createHash('sha256')
  for (const path of BUILT_FROM.flatMap((start) => filesUnder(join(ROOT, start)))) {
    hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash()
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : isSource(entry.name) ? [join(path, entry.name)] : [],
      )
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path]
    throw error
  }
}

/** @param {string} name */
const isSource = (name) => !/\.test\.tsx?$/.test(name)

/** Prints how long a piece of work took. @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
export async function step(name, work) {
  const start = performance.now()
  const result = await work()
  console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

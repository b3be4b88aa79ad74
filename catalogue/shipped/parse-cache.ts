/**
 * Caches the compiled data files. Parsing 45,000 lines of YAML takes seconds, which every test file, benchmark and development server
 * would pay again; reading the compiled form takes a tenth. The built product ships its own compiled file and does not use this cache.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CATALOGUE = fileURLToPath(new URL('..', import.meta.url))
const CACHE = fileURLToPath(new URL('../../.cache/catalogue', import.meta.url))

/**
 * Returns the compiled data from the cache, or compiles and stores it. The key is a hash of the data files and the code of the
 * catalogue, so that a change to either invalidates the entry.
 */
export function cachedCompilation(compile: () => string): string {
  const name = `${sourceHash()}.json`
  try {
    return readFileSync(join(CACHE, name), 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const compiled = compile()
  store(name, compiled)
  return compiled
}

/** Renames a temporary file, because several test processes may write at once. Removes older entries. */
function store(name: string, compiled: string): void {
  try {
    mkdirSync(CACHE, { recursive: true })
    const partial = join(CACHE, `${process.pid}.partial`)
    writeFileSync(partial, compiled)
    for (const other of readdirSync(CACHE)) if (other.endsWith('.json')) rmSync(join(CACHE, other), { force: true })
    renameSync(partial, join(CACHE, name))
  } catch (error) {
    // Without write access every start compiles again.
    if (!hasCode(error, 'EACCES', 'EROFS', 'EPERM')) throw error
  }
}

function sourceHash(): string {
  const hash = createHash('sha256')
  const files = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((file) => /\.(ts|yaml)$/.test(file) && !file.endsWith('.test.ts')).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(CATALOGUE, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 32)
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/**
 * Finds damaged pages in the files of a PostgreSQL database by their checksums, as `pg_checksums --check` does. The computation is that of
 * `src/include/storage/checksum_impl.h`: 32 sums in parallel, in the manner of FNV-1a.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const PAGE_BYTES = 8_192
const PAGE_WORDS = PAGE_BYTES / 4
/** A file of the largest size would take a gigabyte of memory. */
const PAGES_AT_ONCE = 512
/** Of a file; a larger relation has further files. */
const PAGES_MAX = 131_072
/** In the header of a page. The second field is 0 only in a page that was never used. */
const [CHECKSUM_AT, UPPER_AT] = [8, 14]
const FNV_PRIME = 16_777_619
const CHECKSUMS = 65_535
// biome-ignore format: as in the source
const BASES = Uint32Array.of(
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c,
  0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb,
  0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4,
  0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
)
/** A relation or one of its maps; the number of the file, if it has several. */
const RELATION = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/u

/** In the folder of the database, and so in its copies: the files that `noteUnused` found. */
const UNUSED = 'unused-files'

/**
 * Notes the files of relations that were being made when the power failed: PostgreSQL neither reads nor mends nor removes them. Call it before anything
 * makes a relation. `used`: the paths of all relations, as `pg_relation_filepath` returns them.
 */
export function noteUnused(databaseDir: string, used: ReadonlySet<string>): void {
  const folders = new Set([...used].map(dirname).filter((folder) => folder !== 'global'))
  const unused = [...folders].flatMap((folder) =>
    readdirSync(join(databaseDir, folder))
      .map((name) => join(folder, name))
      .filter((path) => RELATION.test(basename(path)) && !used.has(mainFileOf(path))),
  )
  const list = join(databaseDir, UNUSED)
  if (unused.length > 0) writeFileSync(list, unused.join('\n'))
  else rmSync(list, { force: true })
}

/** A relation has maps and further files beside the one that its path names. */
const mainFileOf = (path: string) => join(dirname(path), /^\d+/u.exec(basename(path))?.[0] ?? '')

function unusedIn(databaseDir: string): ReadonlySet<string> {
  const list = join(databaseDir, UNUSED)
  return new Set(existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [])
}

/** Names the first damaged page, or what is missing; undefined if all is well, or if the database was made without checksums. */
export function findDamage(databaseDir: string): string | undefined {
  const missing = ['base', 'global/pg_control'].find((part) => !existsSync(join(databaseDir, part)))
  if (missing) return `${missing} is missing`
  const unused = unusedIn(databaseDir)
  const read = Buffer.alloc(PAGES_AT_ONCE * PAGE_BYTES)
  let damaged: string | undefined
  let hasChecksums = false
  for (const folder of ['base', 'global']) {
    for (const entry of readdirSync(join(databaseDir, folder), { recursive: true, withFileTypes: true })) {
      const part = entry.isFile() ? RELATION.exec(entry.name) : null
      if (!part) continue
      const path = join(entry.parentPath, entry.name)
      if (unused.has(relative(databaseDir, path))) continue
      const first = Number(part[1] ?? 0) * PAGES_MAX
      for (const { page, isIntact } of pagesOf(path, first, read)) {
        hasChecksums ||= isIntact
        if (!isIntact) damaged ??= `page ${page} of ${relative(databaseDir, path)}`
      }
    }
  }
  return hasChecksums ? damaged : undefined
}

/** Yields the used pages. A crash may truncate the last one; PostgreSQL ignores an incomplete page. */
function* pagesOf(path: string, first: number, read: Buffer): Generator<{ page: number; isIntact: boolean }> {
  const file = openSync(path, 'r')
  try {
    for (let at = first, pages = PAGES_AT_ONCE; pages === PAGES_AT_ONCE; at += pages) {
      pages = Math.floor(readSync(file, read) / PAGE_BYTES)
      for (let index = 0; index < pages; index++) {
        const page = new Uint32Array(read.buffer, read.byteOffset + index * PAGE_BYTES, PAGE_WORDS)
        const isUnused = read.readUInt16LE(index * PAGE_BYTES + UPPER_AT) === 0
        const isIntact = isUnused ? page.every((word) => word === 0) : hasOwnChecksum(page, at + index)
        if (!isUnused || !isIntact) yield { page: at + index, isIntact }
      }
    }
  } finally {
    closeSync(file)
  }
}

function hasOwnChecksum(page: Uint32Array, number: number): boolean {
  const at = CHECKSUM_AT / 4
  const field = page[at] ?? 0
  // The checksum is that of the page without it.
  page[at] = field & 0xffff_0000
  const computed = (((sumOf(page) ^ number) >>> 0) % CHECKSUMS) + 1
  return computed === (field & 0xffff)
}

function sumOf(page: Uint32Array): number {
  const sums = BASES.slice()
  const lanes = sums.length
  // Two rounds of zeroes mix what came last.
  for (let at = 0; at < PAGE_WORDS + 2 * lanes; at += lanes) {
    for (let lane = 0; lane < lanes; lane++) {
      const mixed = (sums[lane] ?? 0) ^ (page[at + lane] ?? 0)
      sums[lane] = Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17)
    }
  }
  return sums.reduce((all, sum) => all ^ sum, 0)
}

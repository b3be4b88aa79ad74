/** Work on the embedded database with everything it acknowledged, and whether a database holds it. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { openSyncedPGlite } from '#server/adapters/db/synced-fs.ts'
import type { Random } from '#testing/pictures/random.ts'
import { type DiskOperation, RecordedFS } from './recorded-disk.ts'

/** Larger than what fits a page, so that some are stored beside the table. */
const TEXT_MAX = 12_000
/** Work that moves whole files, by the number of the commit before it. */
const MAINTENANCE: Readonly<Record<number, string>> = {
  8: 'checkpoint',
  14: 'vacuum notes',
  20: 'reindex table notes',
  26: 'vacuum full pg_class',
  32: 'checkpoint',
  38: 'vacuum full notes',
}

interface Note {
  id: number
  text: string
}

export interface RecordedWork {
  before: string
  files: ReadonlyMap<string, number>
  operations: readonly DiskOperation[]
  /** What the database held after each commit, and how many operations it had taken by the time it said so. */
  commits: { operations: number; notes: Note[] }[]
}

/** Makes a database in the folder, writes and changes rows, and records it. */
export async function recordWork(folder: string, commits: number, random: Random): Promise<RecordedWork> {
  const [before, during] = [join(folder, 'before'), join(folder, 'during')]
  const first = await openSyncedPGlite(before)
  await first.pglite.exec('create table notes (id int primary key, text text not null)')
  await first.pglite.close()
  cpSync(before, during, { recursive: true })

  const fs = new RecordedFS(during)
  const { pglite } = await openSyncedPGlite(during, {}, fs)
  const work: RecordedWork = { before, files: fs.files, operations: fs.operations, commits: [] }
  const held = new Map<number, string>()
  const note = () => {
    const notes = [...held].map(([id, text]) => ({ id, text })).sort((a, b) => a.id - b.id)
    work.commits.push({ operations: fs.operations.length, notes })
  }
  note()
  for (let commit = 1; commit <= commits; commit++) {
    await change(pglite, held, commit, random)
    note()
    const maintenance = MAINTENANCE[commit]
    if (maintenance !== undefined) await pglite.exec(maintenance)
  }
  await pglite.close()
  return work
}

async function change(pglite: PGlite, held: Map<number, string>, id: number, random: Random): Promise<void> {
  const text = String.fromCharCode(97 + random.whole(0, 25)).repeat(random.whole(0, TEXT_MAX)) + random.between(0, 1)
  const old = random.pick([id, ...held.keys()])
  if (old === id || random.chance(0.5)) {
    await pglite.query('insert into notes values ($1, $2)', [id, text])
    held.set(id, text)
  } else if (random.chance(0.7)) {
    await pglite.query('update notes set text = $2 where id = $1', [old, text])
    held.set(old, text)
  } else {
    await pglite.query('delete from notes where id = $1', [old])
    held.delete(old)
  }
}

/** Opens the database of a disk after a cut. Resolves to what is wrong with it; undefined if it holds all it acknowledged. */
export async function problemAfterCut(folder: string, { commits }: RecordedWork, cut: number) {
  try {
    const { pglite } = await openSyncedPGlite(folder)
    const last = commits.findLastIndex(({ operations }) => operations <= cut)
    // A commit may be on the disk before it is acknowledged.
    const allowed = commits.slice(Math.max(0, last), last + 2).map(({ notes }) => notes)
    const { rows: scanned } = await pglite.query('select id, text from notes order by id')
    await pglite.exec('set enable_seqscan = off; set enable_bitmapscan = off')
    const { rows: indexed } = await pglite.query('select id, text from notes where id > 0 order by id')
    await pglite.query('insert into notes values (-1, $1)', ['after the cut'])
    await pglite.close()
    if (!allowed.some((notes) => isDeepStrictEqual(notes, scanned))) return `${scanned.length} other rows`
    return isDeepStrictEqual(scanned, indexed) ? undefined : 'the index differs from the table'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

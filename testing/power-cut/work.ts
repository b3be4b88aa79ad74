/** Work on the embedded database with everything it acknowledged, and whether a database holds it. */
import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { findDamage } from '#server/adapters/db/page-checksums.ts'
import { openSyncedPGlite } from '#server/adapters/db/synced-fs.ts'
import type { Random } from '#testing/pictures/random.ts'
import type { Recorded } from './disk-after-cut.ts'
import { RecordedFS } from './recorded-disk.ts'

const OPTIONS = { extensions: { amcheck } }
/** Kinds of indexes that the product has, too. */
const TABLES = `
  create extension amcheck;
  create extension pg_trgm;
  create table notes (id int primary key, text text not null);
  create index notes_names on notes using gin (left(text, 60) gin_trgm_ops);
  create table parts (note int references notes on delete cascade, n int, body text not null, primary key (note, n));
  create index parts_bodies on parts (left(body, 40));
`
/** Larger than what fits a page, so that some are stored beside the table. */
const TEXT_MAX = 12_000
/** What writes pages before anything forces it to, or moves whole files. */
const MAINTENANCE = [
  'checkpoint',
  'checkpoint',
  'checkpoint',
  'vacuum notes, parts',
  'vacuum full parts',
  'reindex table notes',
  'reindex index parts_bodies',
  'vacuum full pg_class',
  'create table passing as select n, repeat(n::text, 50) as text from generate_series(1, 300) n; drop table passing',
  'analyze',
] as const
const MAINTENANCE_SHARE = 0.25
/** The rest of a segment of the write-ahead log is filled and the next one begun: once, because that takes a thousand writes. */
const SEGMENT_AT = 60

export interface RecordedWork extends Recorded {
  /** A digest of what the database held after each commit, and how many operations it had taken by the time it said so. */
  commits: { operations: number; held: string }[]
}

/** Makes a database in the folder, writes and changes rows, and records it. */
export async function recordWork(folder: string, commits: number, random: Random): Promise<RecordedWork> {
  const [before, during] = [join(folder, 'before'), join(folder, 'during')]
  const first = await openSyncedPGlite(before, OPTIONS)
  await first.pglite.exec(TABLES)
  await first.pglite.close()
  cpSync(before, during, { recursive: true })

  const fs = new RecordedFS(during)
  const { pglite } = await openSyncedPGlite(during, OPTIONS, fs)
  const work: RecordedWork = { before, files: fs.files, operations: fs.operations, commits: [] }
  let held: Held = new Map()
  const note = () => work.commits.push({ operations: fs.operations.length, held: digestOf(held) })
  note()
  for (let commit = 1; commit <= commits; commit++) {
    const { statements, after } = aChange(held, commit, random)
    held = after
    await pglite.transaction(async (tx) => {
      for (const [statement, ...values] of statements) await tx.query(statement, values)
    })
    note()
    if (random.chance(MAINTENANCE_SHARE)) await pglite.exec(random.pick(MAINTENANCE))
    if (commit === SEGMENT_AT) await pglite.query('select pg_switch_wal()')
  }
  await pglite.close()
  return work
}

/** Digests of the notes and their parts, by the id of the note. */
type Held = ReadonlyMap<number, string>

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const digestOf = (held: Held) =>
  md5(
    [...held]
      .sort(([a], [b]) => a - b)
      .map(([id, digest]) => `${id} ${digest}`)
      .join('\n'),
  )
const HELD = `select id, md5(text) || coalesce((select string_agg(md5(body), '' order by n) from parts where note = id), '') as digest
  from notes order by id`

type Statement = readonly [sql: string, ...values: (string | number)[]]

/** The statements of a transaction, and what the database holds after it. */
function aChange(held: Held, id: number, random: Random): { statements: Statement[]; after: Held } {
  const after = new Map(held)
  const old = random.pick([id, ...held.keys()])
  const text = someText(random)
  if (old === id || random.chance(0.5)) {
    const bodies = Array.from({ length: random.whole(0, 3) }, () => someText(random))
    after.set(id, md5(text) + bodies.map(md5).join(''))
    const parts = bodies.map((body, n): Statement => ['insert into parts values ($1, $2, $3)', id, n, body])
    return { statements: [['insert into notes values ($1, $2)', id, text], ...parts], after }
  }
  if (random.chance(0.6)) {
    after.set(old, md5(text) + (held.get(old) ?? '').slice(md5('').length))
    return { statements: [['update notes set text = $2 where id = $1', old, text]], after }
  }
  if (random.chance(0.3))
    return { statements: [['savepoint aside'], ['delete from notes'], ['rollback to aside']], after }
  after.delete(old)
  return { statements: [['delete from notes where id = $1', old]], after }
}

/** Half of them compress well. */
function someText(random: Random): string {
  const length = random.whole(0, TEXT_MAX)
  if (random.chance(0.5)) return String.fromCharCode(97 + random.whole(0, 25)).repeat(length) + random.between(0, 1)
  const parts = Array.from({ length: Math.ceil(length / 16) }, () => random.whole(0, 2 ** 52).toString(36))
  return parts.join('-')
}

/** Opens the database of a disk after a cut. Resolves to what is wrong with it; undefined if it holds all it acknowledged. */
export async function problemAfterCut(folder: string, { commits }: Pick<RecordedWork, 'commits'>, cut: number) {
  const last = commits.findLastIndex(({ operations }) => operations <= cut)
  // A commit may be on the disk before it is acknowledged.
  const allowed = commits.slice(Math.max(0, last), last + 2).map(({ held }) => held)
  try {
    const { pglite } = await openSyncedPGlite(folder, OPTIONS)
    const rows = await heldIn(pglite)
    await pglite.exec('set enable_seqscan = off; set enable_bitmapscan = off')
    const indexed = await heldIn(pglite)
    const damage = await damageIn(pglite)
    await pglite.query("insert into notes values (-1, 'after the cut')")
    await pglite.close()
    if (!allowed.includes(rows)) return 'other rows than it acknowledged'
    if (indexed !== rows) return 'the index differs from the table'
    return damage ?? findDamage(folder)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function heldIn(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ id: number; digest: string }>(HELD)
  return digestOf(new Map(rows.map(({ id, digest }) => [id, digest])))
}

/** Checks the structure of all tables, and of the indexes whether they hold every row. */
async function damageIn(pglite: PGlite): Promise<string | undefined> {
  await pglite.exec(`select bt_index_check(pg_class.oid, true)
    from pg_class join pg_am on pg_am.oid = relam where amname = 'btree' and relkind = 'i';
    select gin_index_check('notes_names')`)
  const { rows } = await pglite.query<{ relname: string; msg: string }>(
    `select relname, msg from pg_class, verify_heapam(pg_class.oid) where relkind in ('r', 't', 'm')`,
  )
  return rows[0] && `${rows[0].relname}: ${rows[0].msg}`
}

/** Opens the database of a disk after a cut, and records that: the power may fail again meanwhile. */
export async function recordRecovery(before: string, during: string): Promise<Recorded> {
  cpSync(before, during, { recursive: true })
  const fs = new RecordedFS(during)
  const { pglite } = await openSyncedPGlite(during, OPTIONS, fs)
  await pglite.close()
  return { before, files: fs.files, operations: fs.operations }
}

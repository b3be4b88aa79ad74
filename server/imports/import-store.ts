/**
 * The imports of users as rows: begun, looked through, started, ended, taken back. Opened for a user; the one other door is
 * that of whoever holds the lease of an import and works on it.
 */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { IMPORT_KEPT_MS, type OwnImport, type StoredCheckIn } from '#contracts'
import { beerStore } from '../beers/beer-store.ts'
import { unlistedBeers } from '../beers/unlisted-store.ts'
import type { Conn, Db, Tx } from '../db/database.ts'
import { beerRatings, checkIns, favorites, importFiles, imports, scans, searches } from '../db/schema.ts'
import { ProductError } from '../http/errors.ts'
import type { Clock } from '../jobs/clock.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import type { FileKind } from './file-kind.ts'
import { type Tally, toCounts } from './tally.ts'

const LEASE_MS = 15_000
const ATTEMPTS_MAX = 3
const SOURCE_OF: Readonly<Record<FileKind, string>> = {
  'export-json': 'beergoggles',
  'export-csv': 'beergoggles',
  'untappd-json': 'untappd',
  'untappd-csv': 'untappd',
}

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/** An import that this process works on until it says otherwise, or is too slow to say so. */
export interface ClaimedImport {
  importId: number
  userId: number
  kind: FileKind
  phase: 'looking' | 'importing'
  records: number
  done: number
  leaseToken: string
}

/** The lease is another's, or the import was taken back: what was not stored yet is dropped. */
export class ImportLost extends Error {
  constructor() {
    super('the import is no longer in these hands')
    this.name = 'ImportLost'
  }
}

export function importStore(db: Db, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())
  const held = ({ importId, leaseToken, phase }: ClaimedImport) =>
    and(eq(importFiles.importId, importId), eq(importFiles.leaseToken, leaseToken), eq(importFiles.phase, phase))

  return {
    of: (userId: number) => ({
      /** @throws ProductError conflict while another file is being brought in */
      async begin(fileName: string, kind: FileKind, bytes: Uint8Array): Promise<OwnImport> {
        const file = await packed(bytes)
        const id = await db.transaction(async (tx) => {
          await tx.execute(sql`select from users where id = ${userId} for update`)
          const open = await tx
            .select({ id: imports.id, phase: importFiles.phase })
            .from(imports)
            .innerJoin(importFiles, eq(importFiles.importId, imports.id))
            .where(and(eq(imports.userId, userId), inArray(importFiles.phase, ['looking', 'looked', 'importing'])))
          if (open.some(({ phase }) => phase === 'importing'))
            throw new ProductError('conflict', 'Another file is being imported. Wait for it, or end it first.')
          for (const one of open) await tx.delete(imports).where(eq(imports.id, one.id))
          const [begun] = await tx
            .insert(imports)
            .values({ userId, source: SOURCE_OF[kind], fileName, startedAt: now() })
            .returning({ id: imports.id })
          if (!begun) throw new Error('the begun import was not returned')
          await tx.insert(importFiles).values({ importId: begun.id, kind, packed: file })
          return begun.id
        })
        const begun = await one(db, userId, id)
        if (!begun) throw noSuchImport()
        return begun
      },

      async list(): Promise<OwnImport[]> {
        const rows = await selectImports(db, userId).orderBy(desc(imports.id))
        return rows.map((row) => ({ ...toImport(row), problems: [] }))
      },

      byId: (id: number) => one(db, userId, id),

      /** @throws ProductError not_found, conflict while it is looked through or once it ended */
      async start(id: number): Promise<OwnImport> {
        const found = await one(db, userId, id)
        if (!found) throw noSuchImport()
        const started = await db
          .update(importFiles)
          .set({
            phase: 'importing',
            done: 0,
            attempt: 0,
            problems: [],
            reasons: {},
            leaseToken: null,
            leaseUntil: null,
          })
          .where(and(eq(importFiles.importId, id), eq(importFiles.phase, 'looked')))
          .returning({ id: importFiles.importId })
        const after = await one(db, userId, id)
        if (!after) throw noSuchImport()
        if (started.length === 0 && after.state !== 'importing' && after.state !== 'done')
          throw new ProductError('conflict', 'This import cannot be started now.')
        return after
      },

      /** @throws ProductError not_found */
      async undo(id: number): Promise<void> {
        await db.transaction(async (tx) => {
          const [row] = await tx
            .select({ undoneAt: imports.undoneAt, phase: importFiles.phase })
            .from(imports)
            .innerJoin(importFiles, eq(importFiles.importId, imports.id))
            .where(and(eq(imports.id, id), eq(imports.userId, userId)))
            .for('update')
          if (!row) throw noSuchImport()
          if (row.undoneAt) return
          if (row.phase === 'looking' || row.phase === 'looked') {
            await tx.delete(imports).where(eq(imports.id, id))
            return
          }
          await tx
            .update(importFiles)
            .set({ phase: 'ended', packed: null, leaseToken: null, leaseUntil: null })
            .where(eq(importFiles.importId, id))
          await takeBack(tx, userId, id)
          const at = now()
          await tx.update(imports).set({ undoneAt: at, finishedAt: at }).where(eq(imports.id, id))
        })
      },

      /** Newest first. */
      async checkIns(): Promise<StoredCheckIn[]> {
        const rows = await db
          .select()
          .from(checkIns)
          .where(eq(checkIns.userId, userId))
          .orderBy(desc(checkIns.hadAt), checkIns.source, checkIns.sourceId)
        const beersById = await beerStore(db).byIds(rows.map(({ beerId }) => beerId))
        return rows.flatMap(({ beerId, hadAt, source, sourceId }) => {
          const beer = beersById.get(beerId)
          return beer ? [{ beerId, beer, hadAt: hadAt.toISOString(), source, sourceId }] : []
        })
      },
    }),

    /** The oldest import that waits for work or whose worker is gone. One that was taken up too often fails. */
    async claim(): Promise<ClaimedImport | undefined> {
      const isFree = and(
        inArray(importFiles.phase, ['looking', 'importing']),
        or(isNull(importFiles.leaseUntil), lt(importFiles.leaseUntil, now())),
      )
      await db
        .update(importFiles)
        .set({ phase: 'failed', packed: null, leaseToken: null, leaseUntil: null })
        .where(and(isFree, sql`${importFiles.attempt} >= ${ATTEMPTS_MAX}`))
      const oldest = db
        .select({ id: importFiles.importId })
        .from(importFiles)
        .where(isFree)
        .orderBy(importFiles.importId)
        .limit(1)
        .for('update', { skipLocked: true })
      const leaseToken = randomUUID()
      const [claimed] = await db
        .update(importFiles)
        .set({ leaseToken, leaseUntil: leaseEnd(), attempt: sql`${importFiles.attempt} + 1` })
        .where(inArray(importFiles.importId, oldest))
        .returning()
      if (!claimed) return undefined
      const { importId, kind, phase, records, done } = claimed
      const [owner] = await db.select({ userId: imports.userId }).from(imports).where(eq(imports.id, importId))
      if ((phase !== 'looking' && phase !== 'importing') || typeof owner?.userId !== 'number') return undefined
      return { importId, userId: owner.userId, kind, phase, records, done, leaseToken }
    },

    async bytes(claimed: ClaimedImport): Promise<Uint8Array> {
      const [row] = await db.select({ packed: importFiles.packed }).from(importFiles).where(held(claimed))
      if (!row?.packed) throw new ImportLost()
      return await unpacked(row.packed)
    },

    /** What the batches before brought; for an import that another process began. */
    async tallied({ importId, phase }: ClaimedImport) {
      const [row] = await db
        .select({ counts: imports.counts, reasons: importFiles.reasons, problems: importFiles.problems })
        .from(importFiles)
        .innerJoin(imports, eq(imports.id, importFiles.importId))
        .where(eq(importFiles.importId, importId))
      return row && phase === 'importing' ? row : undefined
    },

    /** Writes how far the work is, and keeps the lease. @throws ImportLost */
    async note(conn: Conn, claimed: ClaimedImport, done: number, share: number, tally: Tally): Promise<void> {
      const { counts, reasons, problems } = tally.stored()
      const isLook = claimed.phase === 'looking'
      const noted = await conn
        .update(importFiles)
        .set({
          done,
          reasons,
          problems,
          leaseUntil: leaseEnd(),
          attempt: 0,
          ...(isLook && { share, records: done, preview: counts }),
        })
        .where(held(claimed))
        .returning({ id: importFiles.importId })
      if (noted.length === 0) throw new ImportLost()
      if (!isLook) await conn.update(imports).set({ counts }).where(eq(imports.id, claimed.importId))
    },

    /** @throws ImportLost */
    async end(claimed: ClaimedImport): Promise<void> {
      const isLook = claimed.phase === 'looking'
      const free = { leaseToken: null, leaseUntil: null, attempt: 0, done: 0 }
      await db.transaction(async (tx) => {
        const ended = await tx
          .update(importFiles)
          .set(isLook ? { ...free, phase: 'looked', share: 1 } : { ...free, phase: 'ended', packed: null })
          .where(held(claimed))
          .returning({ id: importFiles.importId })
        if (ended.length === 0) throw new ImportLost()
        if (!isLook) await tx.update(imports).set({ finishedAt: now() }).where(eq(imports.id, claimed.importId))
      })
    },

    /** Lets others take it up at once. */
    async release(claimed: ClaimedImport): Promise<void> {
      await db
        .update(importFiles)
        .set({ leaseToken: null, leaseUntil: null, attempt: sql`greatest(0, ${importFiles.attempt} - 1)` })
        .where(held(claimed))
    },

    /** Files that were looked through and never started. */
    async removeForgotten(): Promise<void> {
      const since = new Date(clock.now() - IMPORT_KEPT_MS)
      const waiting = db.select({ id: importFiles.importId }).from(importFiles).where(eq(importFiles.phase, 'looked'))
      await db
        .delete(imports)
        .where(and(isNotNull(imports.userId), lt(imports.startedAt, since), inArray(imports.id, waiting)))
    },
  }

  function leaseEnd(): Date {
    return new Date(clock.now() + LEASE_MS)
  }
}

export type ImportStore = ReturnType<typeof importStore>

const noSuchImport = () => new ProductError('not_found', 'There is no such import.')

function selectImports(conn: Conn, userId: number, which?: SQL) {
  const { phase, records, done, share, preview, problems, reasons } = importFiles
  return conn
    .select({
      id: imports.id,
      fileName: imports.fileName,
      source: imports.source,
      startedAt: imports.startedAt,
      undoneAt: imports.undoneAt,
      counts: imports.counts,
      phase,
      records,
      done,
      share,
      preview,
      problems,
      reasons,
    })
    .from(imports)
    .innerJoin(importFiles, eq(importFiles.importId, imports.id))
    .where(and(eq(imports.userId, userId), which))
    .$dynamic()
}

async function one(conn: Conn, userId: number, id: number): Promise<OwnImport | undefined> {
  const [row] = await selectImports(conn, userId, eq(imports.id, id))
  return row && toImport(row)
}

type Row = Awaited<ReturnType<typeof selectImports>>[number]

function toImport(row: Row): OwnImport {
  const { id, fileName, source, startedAt, undoneAt, counts, phase, records, done, share, preview } = row
  const isBefore = phase === 'looking' || phase === 'looked'
  return {
    id,
    fileName,
    source,
    state: undoneAt ? 'undone' : phase === 'ended' ? 'done' : phase,
    startedAt: startedAt.toISOString(),
    progress: progressOf({ phase, records, done, share }),
    records,
    counts: toCounts(isBefore ? preview : counts),
    reasons: Object.entries(row.reasons)
      .map(([what, count]) => ({ what, count }))
      .sort((a, b) => b.count - a.count),
    problems: row.problems,
  }
}

function progressOf({ phase, records, done, share }: Pick<Row, 'phase' | 'records' | 'done' | 'share'>): number {
  if (phase === 'looking') return Math.min(100, Math.round(share * 1_000) / 10)
  if (phase === 'importing') return records === 0 ? 0 : Math.min(100, Math.round((done / records) * 1_000) / 10)
  return phase === 'failed' ? 0 : 100
}

/** Removes what the import stored; a rating that it took the place of stands again. */
async function takeBack(tx: Tx, userId: number, importId: number): Promise<void> {
  for (const table of [scans, favorites, searches, checkIns])
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.importId, importId)))
  const own = and(eq(beerRatings.userId, userId), eq(beerRatings.importId, importId))
  const restored = await tx
    .update(beerRatings)
    .set({
      rating: sql`(${beerRatings.replaced} ->> 'rating')::real`,
      ratedAt: sql`(${beerRatings.replaced} ->> 'ratedAt')::timestamptz`,
      importId: null,
      replaced: null,
    })
    .where(and(own, isNotNull(beerRatings.replaced)))
    .returning({ beerId: beerRatings.beerId })
  const removed = await tx.delete(beerRatings).where(own).returning({ beerId: beerRatings.beerId })
  const touched = [...restored, ...removed].map(({ beerId }) => beerId)
  if (touched.length > 0)
    await rateBeers(
      tx,
      sql`id in (select value::int from jsonb_array_elements_text(${JSON.stringify(touched)}::jsonb))`,
    )
  await unlistedBeers(tx).removeUnheld()
}

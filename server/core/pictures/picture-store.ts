/**
 * Pictures that users keep: one of a beer, one of a journal entry. Opened for a user, so that nobody else's can be read. `files`: where
 * their bytes are; undefined if they are in their rows.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type OwnPictures, PICTURES_PER_USER_MAX, PICTURES_PER_USER_MAX_BYTES } from '#contracts'
import { type ByteFiles, byteFiles } from '../../adapters/byte-files.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db, Tx } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beers, imports, pictures, triedEntries, users } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { beerNotFound } from '../beers/beer-errors.ts'
import { beerStore, currentIdOf } from '../beers/beer-store.ts'

const LIMIT = `${PICTURES_PER_USER_MAX.toLocaleString('en')} pictures or ${PICTURES_PER_USER_MAX_BYTES / 1024 / 1024} MB`
const FULL = `Your pictures are full: ${LIMIT}. Remove some first.`

/** `scanId`: the picture was cut out of this scan's photo, unasked, and replaces none. */
type Subject = { beerId: number; scanId?: string | undefined } | { entryId: number }

/** As it was kept: WebP. */
interface PictureRecord {
  bytes: Uint8Array
}

interface ImportedPicture {
  subject: { beerId: number } | { entryId: number }
  record: PictureRecord
  keptAt: Date
}

/** The ids of pictures that can be restored. */
export type StagedPictures = ReadonlyMap<PictureRecord, string>

export type PictureStore = ReturnType<typeof pictureStore>

export function pictureStore(db: Db, files?: Pick<ByteFiles, 'write' | 'read' | 'erase'>) {
  const erase = async (ids: readonly string[]) => {
    if (files) await Promise.all(ids.map(files.erase))
  }

  return {
    erase,

    of: (userId: number) => {
      const removeWhere = async (condition: SQL | undefined) => {
        const own = and(eq(pictures.userId, userId), condition)
        const removed = await db.delete(pictures).where(own).returning({ id: pictures.id })
        await erase(removed.map(({ id }) => id))
      }

      const fitting = async <P extends ImportedPicture>(conn: Conn, imported: readonly P[], more = NOTHING) => {
        const stored = await heldBy(conn, userId)
        let held = { count: stored.count + more.count, bytes: stored.bytes + more.bytes }
        return imported.filter(({ record }) => {
          const after = { count: held.count + 1, bytes: held.bytes + record.bytes.length }
          if (!fits(after)) return false
          held = after
          return true
        })
      }

      return {
        async list(): Promise<OwnPictures> {
          const [user] = await db.select({ isKept: users.keepsPictures }).from(users).where(eq(users.id, userId))
          const { id, beerId, size } = pictures
          const kept = await db
            .select({ id, beerId, size, name: beers.name })
            .from(pictures)
            .leftJoin(beers, eq(beers.id, beerId))
            .where(eq(pictures.userId, userId))
            .orderBy(desc(pictures.keptAt), pictures.id)
          return {
            isKept: user?.isKept ?? false,
            pictures: kept.flatMap(({ id, beerId, name }) =>
              beerId === null || name === null ? [] : [{ id, beerId, name }],
            ),
            count: kept.length,
            bytes: kept.reduce((sum, { size }) => sum + size, 0),
          }
        },

        async setKept(isKept: boolean): Promise<void> {
          await db.transaction(async (tx) => {
            await tx.update(users).set({ keepsPictures: isKept }).where(eq(users.id, userId))
            // Undoing the import that switched them on leaves what the user chose.
            await tx
              .update(imports)
              .set({ settings: sql`jsonb_set(${imports.settings}, '{keepsPictures}', 'false')` })
              .where(and(eq(imports.userId, userId), isNotNull(imports.settings)))
          })
        },

        /** Returns the id of the kept picture. @throws ProductError not_found, pictures_off, pictures_full */
        async keep(given: Subject, bytes: Uint8Array): Promise<string> {
          const id = randomUUID()
          await files?.write(id, bytes)
          const { kept, replaced } = await db
            .transaction(async (tx) => {
              const user = await lockUser(tx, userId)
              if ('beerId' in given && !user?.keepsPictures)
                throw new ProductError('pictures_off', 'You keep no pictures: switch that on first.')
              const subject = await presentSubject(tx, userId, given)
              const earlier = await pictureOf(tx, userId, subject)
              if (earlier && 'scanId' in subject && subject.scanId !== undefined) return { kept: earlier.id }
              const held = await heldBy(tx, userId)
              const freed = earlier ? { count: 1, bytes: earlier.size } : { count: 0, bytes: 0 }
              if (!fits({ count: held.count + 1 - freed.count, bytes: held.bytes + bytes.length - freed.bytes }))
                throw new ProductError('pictures_full', FULL)
              if (earlier) await tx.delete(pictures).where(eq(pictures.id, earlier.id))
              const inRow = files ? null : bytes
              await tx.insert(pictures).values({ id, userId, ...subject, bytes: inRow, size: bytes.length })
              if ('entryId' in subject) await keepEntry(tx, userId, subject.entryId)
              return { kept: id, replaced: earlier?.id }
            })
            .catch(async (error: unknown) => {
              await erase([id])
              throw error
            })
          // From here on the row needs its file, whatever becomes of the other one.
          await erase([...(kept === id ? [] : [id]), ...(replaced ? [replaced] : [])])
          return kept
        },

        /** Writes the files of pictures before the transaction that may restore them, in which other requests would wait for the disk. */
        async stage(records: readonly PictureRecord[]): Promise<StagedPictures> {
          const staged = new Map(records.map((record) => [record, randomUUID()]))
          if (files) await Promise.all([...staged].map(([{ bytes }, id]) => files.write(id, bytes)))
          return staged
        },

        /** Once the transaction is committed: erases the files of pictures that it did not restore. */
        async eraseUnused(staged: StagedPictures): Promise<void> {
          if (!files || staged.size === 0) return
          const ids = [...staged.values()]
          const rows = await db.select({ id: pictures.id }).from(pictures).where(inArray(pictures.id, ids))
          const restored = new Set(rows.map(({ id }) => id))
          await erase(ids.filter((id) => !restored.has(id)))
        },

        /**
         * Keeps pictures of an import, for beers and entries that have none, within the import's transaction, which has locked the user. Returns
         * those for which there is room. The files of a transaction that is rolled back are orphans.
         */
        async restore<P extends ImportedPicture>(
          tx: Conn,
          importId: number,
          imported: readonly P[],
          staged: StagedPictures,
        ): Promise<P[]> {
          if (imported.length === 0) return []
          const kept = await fitting(tx, imported)
          if (kept.length === 0) return []
          const rows = kept.map(({ subject, record, keptAt }) => {
            const { bytes } = record
            const id = staged.get(record)
            if (id === undefined) throw new Error('a picture that is restored was not staged')
            return { id, userId, importId, ...subject, keptAt, bytes, size: bytes.length }
          })
          await tx.insert(pictures).values(files ? rows.map((row) => ({ ...row, bytes: null })) : rows)
          return kept
        },

        /** Returns those of an import for which there is room beside the pictures that are kept and `more`. */
        fitting,

        /** Undefined if it is another user's, or its file is missing. */
        async read(id: string): Promise<Uint8Array | undefined> {
          const own = and(eq(pictures.id, id), eq(pictures.userId, userId))
          const [picture] = await db.select({ bytes: pictures.bytes }).from(pictures).where(own)
          return picture && (picture.bytes ?? (await files?.read(id)))
        },

        removeOfBeer: (beerId: number) => removeWhere(eq(pictures.beerId, currentIdOf(userId, beerId))),
        removeOfEntry: (entryId: number) => removeWhere(eq(pictures.entryId, entryId)),
        removeOfBeers: () => removeWhere(isNotNull(pictures.beerId)),
      }
    },
  }
}

/** Where the pictures of the embedded database are. */
export function pictureFolder(dataDir: string): string {
  return join(dataDir, 'pictures')
}

/** For the embedded database. */
export function pictureFiles(folder: string, db: Db, clock: Pick<Clock, 'now'>): ByteFiles {
  const ids = async () => (await db.select({ id: pictures.id }).from(pictures)).map(({ id }) => id)
  return byteFiles(folder, ids, clock)
}

/** The ids of a user's pictures, to be erased once the account is deleted. */
export async function pictureIdsOf(conn: Conn, userId: number): Promise<string[]> {
  const rows = await conn.select({ id: pictures.id }).from(pictures).where(eq(pictures.userId, userId))
  return rows.map(({ id }) => id)
}

/** The ids of the pictures of entries, by entry. */
export async function picturesOfEntries(conn: Conn, entryIds: number[]): Promise<Map<number, string>> {
  const { id, entryId } = pictures
  const rows = await conn.select({ id, entryId }).from(pictures).where(inArray(entryId, entryIds))
  return new Map(rows.flatMap(({ id, entryId }) => (entryId === null ? [] : [[entryId, id]])))
}

/** A label that the user says is another beer's: its picture follows, unless that beer has one. */
export async function moveScannedPicture(
  tx: Tx,
  { userId, scanId, from, to }: { userId: number; scanId: string; from: number; to: number },
): Promise<void> {
  const ofScan = and(eq(pictures.userId, userId), eq(pictures.scanId, scanId), eq(pictures.beerId, from))
  await tx
    .update(pictures)
    .set({ beerId: to })
    .where(
      and(
        ofScan,
        sql`not exists (select from pictures other where other.user_id = ${userId} and other.beer_id = ${to})`,
      ),
    )
  await tx.delete(pictures).where(ofScan)
}

/** The beer may have joined the catalogue while the picture was being read. @throws ProductError not_found */
async function presentSubject(tx: Tx, userId: number, subject: Subject): Promise<Subject> {
  if ('beerId' in subject) {
    const beerId = await beerStore(tx).visibleTo(userId).currentId(subject.beerId)
    if (beerId === undefined) throw beerNotFound()
    return { ...subject, beerId }
  }
  const own = and(eq(triedEntries.id, subject.entryId), eq(triedEntries.userId, userId))
  const [entry] = await tx.select({ id: triedEntries.id }).from(triedEntries).where(own)
  if (!entry) throw new ProductError('not_found', "We couldn't find that entry.")
  return subject
}

/** Undoing the import that brought an entry leaves what the user changed. */
async function keepEntry(tx: Tx, userId: number, entryId: number): Promise<void> {
  const own = and(eq(triedEntries.id, entryId), eq(triedEntries.userId, userId))
  await tx.update(triedEntries).set({ importId: null }).where(own)
}

async function pictureOf(tx: Tx, userId: number, subject: Subject) {
  const ofSubject = 'beerId' in subject ? eq(pictures.beerId, subject.beerId) : eq(pictures.entryId, subject.entryId)
  const { id, size } = pictures
  const [picture] = await tx
    .select({ id, size })
    .from(pictures)
    .where(and(eq(pictures.userId, userId), ofSubject))
  return picture
}

interface Held {
  count: number
  bytes: number
}

const NOTHING: Held = { count: 0, bytes: 0 }

async function heldBy(tx: Conn, userId: number): Promise<Held> {
  const [held] = await tx
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(size), 0)::int` })
    .from(pictures)
    .where(eq(pictures.userId, userId))
  return held ?? NOTHING
}

function fits({ count, bytes }: Held): boolean {
  return count <= PICTURES_PER_USER_MAX && bytes <= PICTURES_PER_USER_MAX_BYTES
}

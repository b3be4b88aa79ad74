/** A user's journal. Opened for a user, so that no method can read or change another user's entries. */
import { and, eq, gt, lt, or } from 'drizzle-orm'
import {
  type addToJournal,
  type changeJournalEntry,
  cursorOf,
  type InputOf,
  JOURNAL_ENTRIES_PER_USER_MAX,
  JOURNAL_PAGE_SIZE,
  type TriedEntry,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { NEWEST_FIRST } from '../../adapters/db/newest-first.ts'
import { beers, triedEntries } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import { picturesOfEntries } from '../../core/pictures/picture-store.ts'
import { setOwnRating } from '../../core/ratings/own-rating.ts'
import { type EntryFilter, matches } from './entry-filter.ts'
import { findEntries } from './find-entries.ts'

/** Of entries made in the app. */
const SOURCE = 'beergoggles'

type NewEntry = InputOf<typeof addToJournal>['body']
type Changes = InputOf<typeof changeJournalEntry>['body']
type Page = EntryFilter & {
  beerId?: number | undefined
  /** Words, see `findEntries`. */
  q?: string | undefined
  before?: string | undefined
}

export function journalStore(db: Db, clock: Pick<Clock, 'now'>) {
  /** No later than now, whatever the clock of the phone says, and no earlier than 1970, where the cursor begins. */
  const timeOf = (iso: string | undefined) =>
    new Date(Math.min(Math.max(iso === undefined ? clock.now() : Date.parse(iso), 0), clock.now()))

  return {
    of: (userId: number) => {
      const own = (id: number) => and(eq(triedEntries.userId, userId), eq(triedEntries.id, id))

      return {
        /** Newest first. */
        async page({ beerId, q, before, ...filter }: Page) {
          const ofUser = eq(triedEntries.userId, userId)
          const ofBeer = beerId === undefined ? undefined : eq(triedEntries.beerId, beerId)
          const among = (cursor: string | undefined) =>
            and(ofUser, ofBeer, matches(db, filter), cursor === undefined ? undefined : isBefore(cursor))
          const limit = JOURNAL_PAGE_SIZE + 1
          const rows =
            q === undefined
              ? await db
                  .select()
                  .from(triedEntries)
                  .where(among(before))
                  .orderBy(...NEWEST_FIRST)
                  .limit(limit)
              : await findEntries(db, {
                  among: (last) => among(last ? positionOf(last) : before),
                  q,
                  timeZone: filter.timeZone ?? null,
                  limit,
                })
          const shown = rows.slice(0, JOURNAL_PAGE_SIZE)
          const last = rows.length > JOURNAL_PAGE_SIZE ? shown.at(-1) : undefined
          return { entries: await toEntries(db, shown), next: last ? positionOf(last) : null }
        },

        /** Idempotent by key. Returns undefined if the beer is not visible to the user. @throws ProductError journal_full */
        async add({ key, beerId: givenId, triedAt }: NewEntry): Promise<TriedEntry | undefined> {
          return await db.transaction(async (tx) => {
            await lockUser(tx, userId)
            const beerId = await beerStore(tx).visibleTo(userId).currentId(givenId)
            if (beerId === undefined) return undefined
            const isOfKey = and(eq(triedEntries.source, SOURCE), eq(triedEntries.sourceId, key))
            const stored = () =>
              tx
                .select()
                .from(triedEntries)
                .where(and(eq(triedEntries.userId, userId), isOfKey))
            const isFull =
              (await tx.$count(triedEntries, eq(triedEntries.userId, userId))) >= JOURNAL_ENTRIES_PER_USER_MAX
            if (isFull && (await stored()).length === 0) {
              throw new ProductError('journal_full', 'Your journal is full. Remove some entries first.')
            }
            await tx
              .insert(triedEntries)
              .values({ userId, beerId, source: SOURCE, sourceId: key, triedAt: timeOf(triedAt) })
              .onConflictDoNothing()
            return (await toEntries(tx, await stored()))[0]
          })
        },

        /** Returns undefined if the user has no such entry. */
        async change(id: number, { triedAt, rating, note, place, position }: Changes): Promise<TriedEntry | undefined> {
          return await db.transaction(async (tx) => {
            await lockUser(tx, userId)
            const [found] = await tx.select({ beerId: triedEntries.beerId }).from(triedEntries).where(own(id))
            if (!found) return undefined
            // Serialises the votes on a beer.
            await tx.select({ id: beers.id }).from(beers).where(eq(beers.id, found.beerId)).for('no key update')
            const values = {
              ...(triedAt !== undefined && { triedAt: timeOf(triedAt) }),
              ...(rating !== undefined && { rating }),
              ...(note !== undefined && { note }),
              ...(place !== undefined && { place }),
              ...(position !== undefined && {
                latitude: position?.latitude ?? null,
                longitude: position?.longitude ?? null,
              }),
            }
            const changed =
              Object.keys(values).length === 0
                ? await tx.select().from(triedEntries).where(own(id))
                : // Undoing the import that brought the entry leaves what the user changed.
                  await tx
                    .update(triedEntries)
                    .set({ ...values, importId: null })
                    .where(own(id))
                    .returning()
            const [entry] = changed
            if (!entry) return undefined
            if (typeof rating === 'number' && (await isLatest(tx, entry)))
              await setOwnRating(tx, { userId, beerId: entry.beerId, rating, ratedAt: new Date(clock.now()) })
            return (await toEntries(tx, changed))[0]
          })
        },

        /** Returns false if the user has no such entry. */
        async remove(id: number): Promise<boolean> {
          const removed = await db.delete(triedEntries).where(own(id)).returning({ id: triedEntries.id })
          return removed.length > 0
        },
      }
    },
  }
}

type Row = typeof triedEntries.$inferSelect

const positionOf = ({ triedAt, id }: Row) => cursorOf(triedAt, id)

function isBefore(cursor: string) {
  const [ms, id] = cursor.split('-').map(Number)
  const at = new Date(ms ?? 0)
  return or(lt(triedEntries.triedAt, at), and(eq(triedEntries.triedAt, at), lt(triedEntries.id, id ?? 0)))
}

async function isLatest(conn: Conn, { userId, beerId, triedAt }: Row): Promise<boolean> {
  const ofBeer = and(eq(triedEntries.userId, userId), eq(triedEntries.beerId, beerId))
  const later = await conn
    .select({ id: triedEntries.id })
    .from(triedEntries)
    .where(and(ofBeer, gt(triedEntries.triedAt, triedAt)))
    .limit(1)
  return later.length === 0
}

async function toEntries(conn: Conn, rows: readonly Row[]): Promise<TriedEntry[]> {
  const joined = await beerStore(conn).joinedTo(rows)
  const pictureIds = await picturesOfEntries(
    conn,
    rows.map(({ id }) => id),
  )
  return joined.map(({ id, beerId, beer, triedAt, rating, note, place, latitude, longitude, source, sourceId }) => ({
    id,
    beerId,
    beer,
    triedAt: triedAt.toISOString(),
    rating: rating === null ? null : rounded(rating, 1),
    note,
    place,
    position:
      latitude === null || longitude === null
        ? null
        : { latitude: rounded(latitude, 4), longitude: rounded(longitude, 4) },
    pictureId: pictureIds.get(id) ?? null,
    source,
    sourceId,
  }))
}

/** `real` columns hold 4-byte floats: rounds to the decimals that were entered; of a position, to about ten metres. */
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

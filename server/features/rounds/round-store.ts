/**
 * Rounds, opened for a user. Everyone but the host needs the token of the round; one that has ended is not found. The row of the
 * round is locked by whoever opens or joins it, so that neither its size nor its names depend on timing.
 */
import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, inArray, lte, ne, or } from 'drizzle-orm'
import { ROUND_GUESTS_MAX, ROUND_HOURS, type Round } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Conn, Db, Tx } from '../../adapters/db/database.ts'
import { beers, roundGuests, rounds, roundWishes, scanItems, scans } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { isFinishedList, stateOf } from '../../core/scans/scan-state.ts'

const TOKEN_BYTES = 16
const HOUR_MS = 60 * 60_000

type RoundRow = typeof rounds.$inferSelect
export interface RoundLink {
  scanId: string
  token: string
}

export function roundStore(db: Db, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())
  const isOpen = ({ scanId, token }: RoundLink) =>
    and(eq(rounds.scanId, scanId), eq(rounds.token, token), gt(rounds.endsAt, now()))

  return {
    /** Ended rounds with what was marked. */
    async removeEnded(): Promise<void> {
      await db.delete(rounds).where(lte(rounds.endsAt, now()))
    },

    of: (userId: number) => ({
      /** @throws ProductError not_found, conflict */
      async open(scanId: string): Promise<RoundRow> {
        return await db.transaction(async (tx) => {
          const own = and(eq(scans.id, scanId), eq(scans.userId, userId))
          const [scan] = await tx.select().from(scans).where(own).for('update')
          if (!scan) throw new ProductError('not_found', "We couldn't find that scan.")
          if (scan.pageOf !== null || !isFinishedList(await stateOf(tx, scan))) {
            throw new ProductError('conflict', 'Only a finished scan of several beers can go to the table.')
          }
          await tx.delete(rounds).where(and(eq(rounds.scanId, scanId), lte(rounds.endsAt, now())))
          const [open] = await tx.select().from(rounds).where(eq(rounds.scanId, scanId))
          if (open) return open
          const token = randomBytes(TOKEN_BYTES).toString('base64url')
          const round = { scanId, userId, token, endsAt: new Date(clock.now() + ROUND_HOURS * HOUR_MS) }
          await tx.insert(rounds).values(round)
          return round
        })
      },

      async close(scanId: string): Promise<void> {
        await db.delete(rounds).where(and(eq(rounds.scanId, scanId), eq(rounds.userId, userId)))
      },

      /** Undefined if there is no such round. */
      async at(link: RoundLink): Promise<Round | undefined> {
        const [round] = await db.select().from(rounds).where(isOpen(link))
        return round && (await toRound(db, round, userId))
      },

      /** @throws ProductError not_found, table_full, name_taken */
      async join(link: RoundLink, name: string): Promise<Round> {
        return await db.transaction(async (tx) => {
          const [round] = await tx.select().from(rounds).where(isOpen(link)).for('update')
          if (!round) throw roundNotFound()
          const others = await tx
            .select({ name: roundGuests.name })
            .from(roundGuests)
            .where(and(eq(roundGuests.scanId, link.scanId), ne(roundGuests.userId, userId)))
          if (others.length >= ROUND_GUESTS_MAX) {
            throw new ProductError('table_full', `This table is full: up to ${ROUND_GUESTS_MAX} people can join.`)
          }
          if (others.some((other) => asSeen(other.name) === asSeen(name))) {
            throw new ProductError('name_taken', 'Somebody at this table already has that name.')
          }
          await tx
            .insert(roundGuests)
            .values({ scanId: link.scanId, userId, name, joinedAt: now() })
            .onConflictDoUpdate({ target: [roundGuests.scanId, roundGuests.userId], set: { name } })
          return await toRound(tx, round, userId)
        })
      },

      async leave(link: RoundLink): Promise<void> {
        const round = db.select({ scanId: rounds.scanId }).from(rounds).where(isOpen(link))
        await db.delete(roundGuests).where(and(inArray(roundGuests.scanId, round), eq(roundGuests.userId, userId)))
      },

      /** @throws ProductError not_found, conflict if the user does not take part */
      async wishFor(link: RoundLink, beerId: number): Promise<Round> {
        return await db.transaction(async (tx) => {
          const round = await opened(tx, link)
          // Guest and beer are locked against a guest who leaves in another tab, and an unlisted beer that joins the catalogue.
          const self = and(eq(roundGuests.scanId, link.scanId), eq(roundGuests.userId, userId))
          const [guest] = await tx.select().from(roundGuests).where(self).for('key share')
          if (!guest) throw new ProductError('conflict', 'Please join the table first.')
          if (!(await isOnMenu(tx, link.scanId, beerId))) {
            throw new ProductError('not_found', "That beer isn't on this menu.")
          }
          await tx.insert(roundWishes).values({ scanId: link.scanId, userId, beerId }).onConflictDoNothing()
          return await toRound(tx, round, userId)
        })
      },

      /** @throws ProductError not_found */
      async unwish(link: RoundLink, beerId: number): Promise<Round> {
        return await db.transaction(async (tx) => {
          const round = await opened(tx, link)
          const own = and(eq(roundWishes.scanId, link.scanId), eq(roundWishes.userId, userId))
          await tx.delete(roundWishes).where(and(own, eq(roundWishes.beerId, beerId)))
          return await toRound(tx, round, userId)
        })
      },
    }),
  }

  /** The round, kept from ending until the transaction does. */
  async function opened(tx: Tx, link: RoundLink): Promise<RoundRow> {
    const [round] = await tx.select().from(rounds).where(isOpen(link)).for('share')
    if (!round) throw roundNotFound()
    return round
  }
}

/** The same for names that nobody could tell apart: without case and invisible characters. */
const asSeen = (name: string) => name.normalize('NFKC').replace(/\p{C}/gu, '').toLowerCase()

export const roundNotFound = () => new ProductError('not_found', 'This table is closed.')

async function isOnMenu(tx: Tx, scanId: string, beerId: number): Promise<boolean> {
  const pages = tx
    .select({ id: scans.id })
    .from(scans)
    .where(or(eq(scans.id, scanId), eq(scans.pageOf, scanId)))
  const [beer] = await tx.select({ id: beers.id }).from(beers).where(eq(beers.id, beerId)).for('key share')
  if (!beer) return false
  return (await tx.$count(scanItems, and(inArray(scanItems.scanId, pages), eq(scanItems.beerId, beerId)))) > 0
}

async function toRound(conn: Conn, { scanId, userId: hostId, endsAt }: RoundRow, userId: number): Promise<Round> {
  const wishes = await conn
    .select()
    .from(roundWishes)
    .where(eq(roundWishes.scanId, scanId))
    .orderBy(asc(roundWishes.beerId))
  const guests = await conn
    .select()
    .from(roundGuests)
    .where(eq(roundGuests.scanId, scanId))
    .orderBy(asc(roundGuests.joinedAt), asc(roundGuests.name))
  return {
    isHost: hostId === userId,
    endsAt: endsAt.toISOString(),
    guests: guests.map((guest) => ({
      name: guest.name,
      isYou: guest.userId === userId,
      wishes: wishes.filter((wish) => wish.userId === guest.userId).map(({ beerId }) => beerId),
    })),
  }
}

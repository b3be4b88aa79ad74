/** A user's taste. Opened for a user, so that no method can read or change another user's. */
import { and, eq, isNull } from 'drizzle-orm'
import {
  type AnsweredBeer,
  LISTED_MAX,
  type SuggestedBeer,
  type Taste,
  type TasteAnswer,
  type TasteCard,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import { isAfter, newestFirst } from '../../adapters/db/beers-by-time.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beers, tasteAnswers, tasteOptOuts } from '../../adapters/db/schema.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import { cardBeers } from './card-beers.ts'
import { fitTaste } from './fit-taste.ts'
import { opinionsOf } from './opinions.ts'
import { suggestedBeers, suggestedNear } from './suggestions.ts'

const OFF: Taste = { isOn: false, rated: 0, answered: 0, effects: [] }

const BY_TIME = { at: tasteAnswers.answeredAt, beerId: tasteAnswers.beerId }

export function tasteStore(db: Db, clock: Pick<Clock, 'now'>) {
  return {
    of: (userId: number) => {
      const isOwn = eq(tasteAnswers.userId, userId)

      async function offSince(): Promise<Date | null> {
        const [row] = await db.select().from(tasteOptOuts).where(eq(tasteOptOuts.userId, userId))
        return row?.since ?? null
      }

      async function read(): Promise<Taste> {
        if (await offSince()) return OFF
        const opinions = await opinionsOf(db, userId)
        const rated = opinions.filter((opinion) => 'rating' in opinion).length
        return { isOn: true, rated, answered: opinions.length - rated, effects: fitTaste(opinions) }
      }

      return {
        read,

        async switch(isOn: boolean): Promise<void> {
          if (isOn) await db.delete(tasteOptOuts).where(eq(tasteOptOuts.userId, userId))
          else
            await db
              .insert(tasteOptOuts)
              .values({ userId, since: new Date(clock.now()) })
              .onConflictDoNothing()
        },

        async remove(): Promise<void> {
          await db.transaction(async (tx) => {
            await tx.delete(tasteAnswers).where(isOwn)
            await tx
              .insert(tasteOptOuts)
              .values({ userId, since: new Date(clock.now()) })
              .onConflictDoUpdate({ target: tasteOptOuts.userId, set: { importId: null } })
          })
        },

        async cards(): Promise<TasteCard[]> {
          const ids = await cardBeers(db)
          const rows = await db.select().from(tasteAnswers).where(isOwn)
          const answers = new Map(rows.map(({ beerId, answer }) => [beerId, answer]))
          const beersById = await beerStore(db).byIds(ids)
          return ids.flatMap((id) => {
            const beer = beersById.get(id)
            return beer ? [{ beer, answer: answers.get(id) ?? null }] : []
          })
        },

        /** `near`: of the style family of this beer. */
        async suggestions(near?: number): Promise<SuggestedBeer[]> {
          const taste = await read()
          const found =
            near === undefined ? await suggestedBeers(db, userId, taste) : await suggestedNear(db, userId, taste, near)
          const beersById = await beerStore(db).byIds(found.map(({ id }) => id))
          return found.flatMap(({ id, liked }) => {
            const beer = beersById.get(id)
            return beer ? [{ ...beer, liked }] : []
          })
        },

        /** Returns false if the catalogue does not list the beer. */
        async answer(beerId: number, answer: TasteAnswer): Promise<boolean> {
          const isListed = and(eq(beers.id, beerId), isNull(beers.ownerId), eq(beers.removed, false))
          const [listed] = await db.select({ id: beers.id }).from(beers).where(isListed)
          if (!listed) return false
          const given = { answer, answeredAt: new Date(clock.now()), importId: null }
          await db
            .insert(tasteAnswers)
            .values({ userId, beerId, ...given })
            .onConflictDoUpdate({ target: [tasteAnswers.userId, tasteAnswers.beerId], set: given })
          return true
        },

        /** The answers newest first, those after the cursor. */
        async stored(before?: string): Promise<{ answers: AnsweredBeer[]; offSince: string | null }> {
          const since = await offSince()
          const rows = await db
            .select()
            .from(tasteAnswers)
            .where(and(isOwn, isAfter(before, BY_TIME)))
            .orderBy(...newestFirst(BY_TIME))
            .limit(LISTED_MAX)
          const beersById = await beerStore(db).byIds(rows.map(({ beerId }) => beerId))
          const answers = rows.flatMap(({ beerId, answer, answeredAt }) => {
            const beer = beersById.get(beerId)
            return beer ? [{ beerId, beer, answer, answeredAt: answeredAt.toISOString() }] : []
          })
          return { answers, offSince: since?.toISOString() ?? null }
        },
      }
    },
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aBeer, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { systemClock } from '../../adapters/clock.ts'
import { favorites, outgoingMessages, pushSubscriptions, sessions } from '../../adapters/db/schema.ts'
import { startRatingNews } from './rating-news.ts'

const { db } = await testDatabase()

/** A user who saved the beer when it was rated 50, with a browser that shows notices. */
async function aFan(beerId: number) {
  const { id: userId } = await aUser(db)
  const session = { tokenHash: randomUUID(), userId, expiresAt: new Date(Date.now() + 60_000) }
  const [{ id: sessionId } = { id: 0 }] = await db.insert(sessions).values(session).returning()
  const endpoint = `https://push.example/${userId}`
  await db
    .insert(pushSubscriptions)
    .values({ userId, sessionId, endpoint, p256dh: 'p', auth: 'a', subscribedAt: new Date() })
  await db.insert(favorites).values({ userId, beerId, toldRating: 50 })
  return { userId, sessionId }
}

it('reaches the other users while one of them signs out', async () => {
  const { id: beerId } = await aBeer(db, { rating: 80 })
  const [ada, ben] = [await aFan(beerId), await aFan(beerId)]
  const { id: voter } = await aUser(db)
  const news = startRatingNews({ db, clock: systemClock, log: testLog })
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.id, ben.sessionId))
    news.rated({ beerId, userId: voter })
    // Its statement waits for this transaction, or with the embedded database for its connection.
    await sleep(300)
  })
  await expect.poll(() => db.select().from(outgoingMessages)).toMatchObject([{ userId: ada.userId }])
  await news.close()
})

it.each([
  ['community', false],
  ['imported', false],
  ['expected', true],
  ['style', true],
] as const)('says whether enough people have decided it: %s', async (ratingOrigin, isExpected) => {
  const { id: beerId } = await aBeer(db, { rating: 80, ratingOrigin })
  const { userId } = await aFan(beerId)
  const news = startRatingNews({ db, clock: systemClock, log: testLog })
  news.rated({ beerId, userId: (await aUser(db)).id })
  const own = () => db.select().from(outgoingMessages).where(eq(outgoingMessages.userId, userId))
  await expect.poll(own).toMatchObject([{ notice: { kind: 'rating', before: 50, rating: 80, isExpected } }])
  await news.close()
})

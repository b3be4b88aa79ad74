import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addFavorite,
  addToJournal,
  addWant,
  answerTasteCard,
  changeJournalEntry,
  getWeek,
  rateBeer,
  recommendBreweries,
  saveNotifications,
  subscribeToPush,
  switchTaste,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { type FakePushService, fakePushService } from '#testing/fake-push-service.ts'
import { testLog } from '#testing/log.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { spec } from '#testing/spec.ts'
import { outgoingMessages } from '../../adapters/db/schema.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'
import { forgetUnsent } from './forget-unsent.ts'
import { startWeeklyDigest } from './weekly-digest.ts'

/** A Sunday. In Auckland it is Monday, seven o'clock. */
const start = Date.parse('2026-05-03T19:00:00Z')
let service: FakePushService
let app: TestApp
beforeAll(async () => {
  service = await fakePushService()
  // Its own jobs stand still.
  app = await startTestApp({ clock: manualClock(start), isPushOnLoopback: true })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

async function had(call: Call, beerId: number, triedAt?: string): Promise<number> {
  const { body } = await call(addToJournal, { body: { key: randomUUID(), beerId, ...(triedAt && { triedAt }) } })
  return 'id' in body ? body.id : 0
}

async function subscriber(timeZone?: string) {
  const user = await app.signIn()
  await user.call(saveNotifications, {
    body: { ...DEFAULT_PREFERENCES, weeklyDigest: true, ...(timeZone && { timeZone }) },
  })
  await user.call(subscribeToPush, { body: service.browser(randomUUID()) })
  return user
}

it('is sent once a week, on Monday at eight where the user lives, although two nodes look', async () => {
  const [utc, auckland, quiet] = [await subscriber(), await subscriber('Pacific/Auckland'), await subscriber()]
  const { id } = await aBeer(app.db)
  for (const { call } of [utc, auckland, await app.signIn()]) await had(call, id, '2026-05-01T20:00:00Z')
  const received = async () => {
    const queued = await app.db.select().from(outgoingMessages)
    return [utc, auckland, quiet].map(({ user }) => queued.filter(({ userId }) => userId === user.id).length)
  }
  const clock = manualClock(start)
  const lookAt = async (instant: string) => {
    const nodes = [1, 2].map(() => startWeeklyDigest({ db: app.db, clock, log: testLog, sendsEmail: false }))
    clock.advance(Date.parse(instant) - clock.now())
    for (const node of nodes) node.wake()
    await Promise.all(nodes.map((node) => node.close()))
  }
  await lookAt('2026-05-03T19:59:00Z')
  expect(await received(), 'it was Sunday when they switched it on').toEqual([0, 0, 0])
  await lookAt('2026-05-03T20:00:00Z')
  expect(await received()).toEqual([0, 1, 0])
  await lookAt('2026-05-04T08:00:00Z')
  expect(await received()).toEqual([1, 1, 0])
  await lookAt('2026-05-09T12:00:00Z')
  expect(await received()).toEqual([1, 1, 0])
  await had(utc.call, id, '2026-05-03T19:00:00Z')
  await lookAt('2026-05-11T09:00:00Z')
  expect(await received(), 'nothing happened in the week after').toEqual([1, 1, 0])
})

it('is not sent again, and nothing that waited is, once a backup was restored', async () => {
  const [utc, auckland] = [await subscriber(), await subscriber('Pacific/Auckland')]
  const { id } = await aBeer(app.db)
  for (const { call } of [utc, auckland]) await had(call, id, '2026-05-01T20:00:00Z')
  const queued = () => app.db.select({ userId: outgoingMessages.userId }).from(outgoingMessages)
  const clock = manualClock(start + 30 * 60_000)
  const look = async () => {
    const node = startWeeklyDigest({ db: app.db, clock, log: testLog, sendsEmail: false })
    node.wake()
    await node.close()
  }
  await look()
  await app.db.insert(outgoingMessages).values({
    userId: utc.user.id,
    mail: { kind: 'digest', day: '2026-04-27' },
    queuedAt: new Date(clock.now()),
    dueAt: new Date(clock.now()),
  })
  // Monday half past eight in Auckland, still Sunday in UTC.
  clock.advance(60 * 60_000)
  await forgetUnsent(app.db, clock.now())
  await look()
  expect(await queued()).toEqual([])
  clock.advance(12 * 60 * 60_000)
  await look()
  expect(await queued()).toEqual([{ userId: utc.user.id }])
})

it('holds what was had and saved in the week before, and a beer to try', async () => {
  const { call } = await app.signIn()
  const old = await aBeer(app.db, { name: 'Old', style: 'Porter' })
  const fresh = await aBeer(app.db, { name: 'Fresh', style: 'Gose' })
  const aWant = (rating: number, fields = {}) => aBeer(app.db, { rating, ratingOrigin: 'expected', ...fields })
  const [better, wanted] = [await aWant(90), await aWant(60)]
  const [retired, typical] = [await aWant(92, { status: 'retired' }), await aWant(91, { ratingOrigin: 'style' })]
  await had(call, old.id, '2026-04-02T20:00:00Z')
  await had(call, old.id, '2026-04-20T00:00:00Z')
  await had(call, old.id, '2026-04-26T23:59:59Z')
  await call(changeJournalEntry, {
    params: { id: await had(call, fresh.id, '2026-04-22T20:00:00Z') },
    body: { rating: 88 },
  })
  await had(call, better.id, '2026-04-27T00:00:00Z')
  for (const { id } of [retired, typical, wanted, better]) await call(addWant, { params: { beerId: id } })
  await call(addFavorite, { body: { beerId: fresh.id } })
  await app.db.execute(sql`update favorites set favorited_at = '2026-04-22T21:00:00Z' where beer_id = ${fresh.id}`)
  const { body } = await call(getWeek, { query: {} })
  expect(body).toMatchObject({
    from: '2026-04-20',
    to: '2026-04-26',
    entries: 3,
    beers: 2,
    newBeers: 1,
    had: [
      { beer: { name: 'Fresh' }, times: 1, rating: 88 },
      { beer: { name: 'Old' }, times: 2, rating: null },
    ],
    favorites: [{ name: 'Fresh' }],
    want: { id: better.id },
    newStyle: 'Gose',
  })
  // Where it is twelve hours later, the last entry was in the next week.
  const auckland = await call(getWeek, { query: { timeZone: 'Pacific/Auckland' } })
  expect(auckland.body).toMatchObject({ entries: 2 })
})

it('recommends breweries that brew what the user likes, and that they had nothing of', async () => {
  const { call } = await app.signIn()
  const [liked, disliked] = [`Liked ${randomUUID()}`, `Disliked ${randomUUID()}`]
  const of = (style: string, breweryId: number, rating: number, rest = {}) =>
    aBeer(app.db, { style, breweryId, rating, ratingOrigin: 'community', ...rest })
  const [home, good, better, bad, closed, store] = [
    await aBrewery(app.db),
    await aBrewery(app.db, { name: 'Good' }),
    await aBrewery(app.db, { name: 'Better' }),
    await aBrewery(app.db),
    await aBrewery(app.db, { closed: 2001 }),
    await aBrewery(app.db, { storeBrand: true }),
  ]
  const [mine, notMine] = [await of(liked, home.id, 80), await of(disliked, home.id, 80)]
  await of(liked, home.id, 99)
  await of(liked, good.id, 80)
  await of(liked, better.id, 90)
  await of(liked, better.id, 70)
  await of(disliked, bad.id, 99)
  await of(liked, closed.id, 99)
  await of(liked, store.id, 99)
  await of(liked, bad.id, 99, { status: 'retired' })
  expect((await call(recommendBreweries)).body).toEqual([])
  await call(rateBeer, { params: { id: mine.id }, body: { rating: 95 } })
  await call(rateBeer, { params: { id: notMine.id }, body: { rating: 20 } })
  const recommended = await call(recommendBreweries)
  expect(recommended.body).toMatchObject([
    { brewery: { name: 'Better' }, beers: [{ rating: 90 }, { rating: 70 }] },
    { brewery: { name: 'Good' }, beers: [{ rating: 80 }] },
  ])
  await had(call, (await of(disliked, good.id, 50)).id)
  expect((await call(recommendBreweries)).body).toMatchObject([{ brewery: { name: 'Better' } }])
})

it('recommends breweries from whatever the user stated, and says from what', async () => {
  const aStyleWith = async () => {
    const style = `Style ${randomUUID()}`
    const [mine] = await Promise.all([1, 2].map(() => aBeer(app.db, { style, rating: 80, ratingOrigin: 'community' })))
    return { style, beerId: mine?.id ?? 0 }
  }
  const basisOf = async (state: (call: Call, beerId: number) => Promise<unknown>) => {
    const { call } = await app.signIn()
    const { style, beerId } = await aStyleWith()
    await state(call, beerId)
    const { body } = await call(recommendBreweries)
    return { basis: body.map(({ liked }) => (liked?.style === style ? liked.because : liked)), call }
  }
  const rate = (rating: number) => (call: Call, id: number) => call(rateBeer, { params: { id }, body: { rating } })
  const answer = (given: 'more' | 'less') => (call: Call, beerId: number) =>
    call(answerTasteCard, { params: { beerId }, body: { answer: given } })
  expect((await basisOf(rate(90))).basis).toEqual(['rated'])
  expect((await basisOf(rate(40))).basis).toEqual([])
  const onCard = await basisOf(answer('more'))
  expect(onCard.basis).toEqual(['card', 'card'])
  expect((await basisOf(answer('less'))).basis).toEqual([])
  expect((await basisOf(had)).basis).toEqual(['had'])
  expect((await basisOf((call, beerId) => call(addWant, { params: { beerId } }))).basis).toEqual(['wanted', 'wanted'])
  // Whoever switches personal ratings off is recommended nothing from the answers.
  await onCard.call(switchTaste, { body: { isOn: false } })
  expect((await onCard.call(recommendBreweries)).body).toEqual([])
})

it('shows ten beers of a week', spec('10.1.19'), async () => {
  const { call } = await app.signIn()
  for (let nth = 0; nth < 11; nth++) await had(call, (await aBeer(app.db)).id, '2026-04-22T20:00:00Z')
  const { body } = await call(getWeek, { query: {} })
  expect([body.beers, body.had.length]).toEqual([11, 10])
})

it('recommends six breweries', spec('10.1.20'), async () => {
  const { call } = await app.signIn()
  const style = `Liked ${randomUUID()}`
  const [mine] = await Promise.all(
    Array.from({ length: 8 }, () => aBeer(app.db, { style, rating: 80, ratingOrigin: 'community' })),
  )
  const other = await aBeer(app.db, { style: `Disliked ${randomUUID()}` })
  await call(rateBeer, { params: { id: mine?.id ?? 0 }, body: { rating: 95 } })
  await call(rateBeer, { params: { id: other.id }, body: { rating: 20 } })
  expect((await call(recommendBreweries)).body).toHaveLength(6)
})

it('refuses a name that is too long for a time zone', spec('10.1.21'), async () => {
  const { call } = await app.signIn()
  expect((await call(getWeek, { query: { timeZone: 'x'.repeat(65) } })).status).toBe(400)
  expect((await call(getWeek, { query: { timeZone: 'x'.repeat(64) } })).status).toBe(200)
})

import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addFavorite,
  addToJournal,
  changeJournalEntry,
  deleteUser,
  endSessions,
  getNotifications,
  LOGOUT_PATH,
  parseMenu,
  RATINGS_MIN,
  rateBeer,
  saveLanguage,
  saveNotifications,
  subscribeToPush,
  unrateBeer,
  unsubscribeFromPush,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { type FakePushService, fakePushService } from '#testing/fake-push-service.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { aSighting, finds, photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { outgoingMessages, pushSubscriptions, sessions } from '../../adapters/db/schema.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'

const POLL_MS = 2_000
const MINUTE_MS = 60_000
/** Long enough for a busy machine. */
const WAIT = 10_000

const clock = manualClock()
const readers = scriptedReaders()
let service: FakePushService
let nodes: TestApp[]
let app: TestApp
beforeAll(async () => {
  service = await fakePushService()
  app = await startTestApp({ clock, readers, isPushOnLoopback: true })
  nodes = [app, await startTestApp({ clock, readerSlots: 0, isPushOnLoopback: true })]
})
afterAll(async () => {
  for (const node of nodes.reverse()) await node.app.close()
  await service.close()
})
beforeEach(async () => {
  await app.db.delete(pushSubscriptions)
})

let browsers = 0
async function aUserWithBrowser() {
  const user = await app.signIn()
  const name = `browser-${browsers++}`
  await subscribe(user.call, name)
  return { ...user, name, received: () => service.receivedBy(name) }
}

async function subscribe(call: Call, name: string): Promise<void> {
  const { status } = await call(subscribeToPush, { body: service.browser(name) })
  expect(status).toBe(204)
}

const queued = () => app.db.select().from(outgoingMessages)
/** Both nodes look for messages until none is due. */
async function deliver(): Promise<void> {
  clock.advance(POLL_MS)
  await vi.waitFor(async () => {
    const due = (await queued()).filter(({ dueAt, leaseUntil }) => dueAt.getTime() <= clock.now() || leaseUntil)
    if (due.length > 0) clock.advance(POLL_MS)
    expect(due).toEqual([])
  }, WAIT)
  await setImmediate()
}

async function readMenu(call: Call): Promise<string> {
  const { id: beerId } = await aBeer(app.db)
  const label = `menu ${beerId}`
  readers.on(label, finds('menu', [aSighting(beerId)]))
  const { body } = await call(parseMenu, { form: { image: new Blob([photoOf(label)]), context: 'menu' } })
  return 'scanId' in body ? body.scanId : ''
}

describe('a finished menu', () => {
  it('is sent to the browsers of its user in their language, once although two nodes send', async () => {
    const [ada, ben] = [await aUserWithBrowser(), await aUserWithBrowser()]
    await ada.call(saveLanguage, { body: { language: 'cs' } })
    const scanId = await readMenu(ada.call)
    await deliver()
    const inCzech = { title: 'Sken lístku hotov', body: 'Nalezeno 1 pivo' }
    expect(ada.received()).toEqual([{ kind: 'menu', scanId, joined: false, beers: 1, ...inCzech }])
    expect(ben.received()).toEqual([])
    expect(service.received.at(-1)?.authorization).toMatch(/^vapid t=.+, k=.+/)
  })

  it('is not sent against the preferences', async () => {
    const ada = await aUserWithBrowser()
    for (const off of ['menuScanComplete', 'pushNotifications'] as const) {
      await ada.call(saveNotifications, { body: { ...DEFAULT_PREFERENCES, [off]: false } })
      await readMenu(ada.call)
    }
    expect(await queued()).toEqual([])
    await ada.call(saveNotifications, { body: DEFAULT_PREFERENCES })
    await readMenu(ada.call)
    await deliver()
    expect(ada.received()).toHaveLength(1)
  })
})

describe('a new rating of a saved beer', () => {
  const rate = async (beerId: number, rating: number) =>
    (await app.signIn()).call(rateBeer, { params: { id: beerId }, body: { rating } })

  it('is sent to those who saved it when ratings of others add up to a change', async () => {
    const [ada, ben] = [await aUserWithBrowser(), await aUserWithBrowser()]
    const { id: beerId, name } = await aBeer(app.db, { rating: 0 })
    for (let votes = 1; votes < RATINGS_MIN; votes++) await rate(beerId, 70)
    for (const { call } of [ada, ben]) await call(addFavorite, { body: { beerId } })
    await ben.call(saveNotifications, { body: { ...DEFAULT_PREFERENCES, newBeerRatings: false } })
    // Her own ratings are no news to her.
    await ada.call(rateBeer, { params: { id: beerId }, body: { rating: 71 } })
    for (let votes = 0; votes < 12; votes++) await rate(beerId, 100)
    await vi.waitFor(async () => expect(await queued()).not.toEqual([]), WAIT)
    await deliver()
    const [first] = ada.received()
    if (first?.kind !== 'rating') throw new Error('no rating was sent')
    expect(first).toMatchObject({ beerId, name, title: name })
    expect(first.body).toBe(`New community rating: ${first.rating}, was ${first.before}`)
    expect(first.rating - first.before).toBeGreaterThanOrEqual(2)
    expect(ada.received().length).toBeLessThan(12)
    expect(ben.received()).toEqual([])
  })

  it('counts from what the user changed by a rating of their own, or by its removal', async () => {
    for (const change of [
      (call: Call, id: number) => call(rateBeer, { params: { id }, body: { rating: 100 } }),
      (call: Call, id: number) => call(unrateBeer, { params: { id } }),
    ]) {
      const ada = await aUserWithBrowser()
      const { id: beerId } = await aBeer(app.db, { rating: 0 })
      await ada.call(rateBeer, { params: { id: beerId }, body: { rating: 10 } })
      await ada.call(addFavorite, { body: { beerId } })
      const { body } = await change(ada.call, beerId)
      await rate(beerId, 100)
      await vi.waitFor(async () => expect(await queued()).not.toEqual([]), WAIT)
      await deliver()
      const [first] = ada.received()
      if (first?.kind !== 'rating' || !('rating' in body)) throw new Error('no rating was sent')
      expect(Math.abs(first.before - body.rating)).toBeLessThanOrEqual(0.5)
    }
  })

  it('is sent after a rating in the journal, and not after one that hardly changes it', async () => {
    const ada = await aUserWithBrowser()
    const { id: beerId } = await aBeer(app.db, { rating: 0 })
    await rate(beerId, 20)
    await ada.call(addFavorite, { body: { beerId } })
    const ben = await app.signIn()
    const key = '1c3ecf38-7d8f-4c47-9a5b-8f1a6a1f6d10'
    const { body } = await ben.call(addToJournal, { body: { key, beerId } })
    const rated = (rating: number) =>
      ben.call(changeJournalEntry, { params: { id: 'id' in body ? body.id : 0 }, body: { rating } })
    const { rating = 0 } = { ...((await rated(50)).body as { beer: { rating: number } }).beer }
    await app.db.delete(outgoingMessages)
    await rated(Math.round(rating) + 1)
    await deliver()
    const before = ada.received().length
    await rated(100)
    await vi.waitFor(async () => expect(await queued()).toHaveLength(1), WAIT)
    await deliver()
    expect(ada.received()).toHaveLength(before + 1)
  })
})

describe('a browser', () => {
  it('is forgotten when its push service does not know it any more', async () => {
    for (const status of [404, 410]) {
      const ada = await aUserWithBrowser()
      service.answer(ada.name, status)
      await readMenu(ada.call)
      await deliver()
      expect(await app.db.select().from(pushSubscriptions)).toEqual([])
    }
  })

  it('is forgotten if no message can be encrypted for it', async () => {
    const ada = await aUserWithBrowser()
    const noPoint = Buffer.from([4, ...new Array(64).fill(1)]).toString('base64url')
    await app.db.update(pushSubscriptions).set({ p256dh: noPoint })
    await readMenu(ada.call)
    await deliver()
    expect(await app.db.select().from(pushSubscriptions)).toEqual([])
    expect(await queued()).toEqual([])
  })

  it('is tried again after a pause while its push service is down, and not for ever', async () => {
    const ada = await aUserWithBrowser()
    service.answer(ada.name, 503)
    await readMenu(ada.call)
    await deliver()
    expect(await queued()).toMatchObject([{ attempt: 1, leaseToken: null }])
    clock.advance(MINUTE_MS)
    await deliver()
    expect(await queued()).toMatchObject([{ attempt: 2 }])
    for (let hours = 0; hours < 3; hours++) {
      clock.advance(121 * MINUTE_MS)
      await deliver()
    }
    expect(await queued()).toEqual([])
    expect(await app.db.select().from(pushSubscriptions)).toHaveLength(1)
    const metrics = (await app.app.inject('/metrics')).body + (await nodes[1]?.app.inject('/metrics'))?.body
    expect(metrics).toContain('messages_total{channel="push",outcome="failed"} 1')
  })

  it('gets the message once the push service is back', async () => {
    const ada = await aUserWithBrowser()
    service.answer(ada.name, 429)
    await readMenu(ada.call)
    await deliver()
    service.answer(ada.name, 201)
    clock.advance(MINUTE_MS)
    await deliver()
    expect(ada.received()).toHaveLength(1)
  })

  it.each(['sign out', 'sign out everywhere', 'account deletion', 'unsubscribing'])('ends with %s', async (how) => {
    const ada = await aUserWithBrowser()
    const other = await aUserWithBrowser()
    await readMenu(ada.call)
    const headers = { host: 'localhost:3000', cookie: ada.cookie }
    if (how === 'sign out') await app.app.inject({ method: 'POST', url: LOGOUT_PATH, headers })
    if (how === 'sign out everywhere') await ada.call(endSessions)
    if (how === 'account deletion') await ada.call(deleteUser)
    if (how === 'unsubscribing') await ada.call(unsubscribeFromPush)
    const left = await app.db.select().from(pushSubscriptions)
    expect(left.map(({ userId }) => userId)).toEqual([other.user.id])
    expect(await app.db.select().from(outgoingMessages).where(eq(outgoingMessages.userId, ada.user.id))).toEqual([])
  })

  it('is one for each session, also if several subscribe at once', async () => {
    const { call, user } = await app.signIn()
    const names = [1, 2, 3].map(() => `browser-${browsers++}`)
    await Promise.all(names.map((name) => subscribe(call, name)))
    expect(await app.db.select().from(pushSubscriptions)).toMatchObject([{ userId: user.id }])
  })

  it('is refused if its session ends in the meantime', async () => {
    const { call, user } = await app.signIn()
    let subscribing: Promise<{ status: number }> | undefined
    await app.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.userId, user.id))
      subscribing = call(subscribeToPush, { body: service.browser('too-late') })
      await Promise.race([subscribing, sleep(300)])
    })
    expect((await subscribing)?.status).toBe(401)
  })

  it('belongs to whoever signed in last', async () => {
    const ada = await aUserWithBrowser()
    const [{ endpoint, p256dh, auth } = { endpoint: '', p256dh: '', auth: '' }] = await app.db
      .select()
      .from(pushSubscriptions)
    await readMenu(ada.call)
    const ben = await app.signIn()
    const body = { endpoint, keys: { p256dh, auth } }
    for (let times = 0; times < 2; times++) expect((await ben.call(subscribeToPush, { body })).status).toBe(204)
    expect(await app.db.select().from(pushSubscriptions)).toMatchObject([{ userId: ben.user.id, endpoint }])
    await deliver()
    expect(ada.received()).toEqual([])
  })
})

describe('what this server can send', () => {
  it('names one key on all nodes, and stored preferences', async () => {
    const { call, cookie } = await app.signIn()
    const first = (await call(getNotifications)).body
    expect(first).toMatchObject({ preferences: null, email: 'off' })
    const second = await nodes[1]?.app.inject({
      url: getNotifications.path,
      headers: { host: 'localhost:3000', cookie },
    })
    expect(second?.json()).toEqual(first)
    const changed = { ...DEFAULT_PREFERENCES, weeklyDigest: true }
    await call(saveNotifications, { body: { ...changed, timeZone: 'Europe/Berlin' } })
    await call(saveNotifications, { body: { ...changed, timeZone: 'Mars/Olympus' } })
    expect((await call(getNotifications)).body).toMatchObject({ preferences: changed })
  })

  it('stores the preferences that one device changes, and leaves what another or an e-mail changed', async () => {
    const { call } = await app.signIn()
    await call(saveNotifications, { body: { menuScanComplete: false } })
    await call(saveNotifications, { body: { emailNotifications: true } })
    await call(saveNotifications, { body: { weeklyDigest: true, timeZone: 'Europe/Berlin' } })
    const changed = { menuScanComplete: false, emailNotifications: true, weeklyDigest: true }
    const { preferences } = (await call(getNotifications)).body
    expect(preferences).toEqual({ ...DEFAULT_PREFERENCES, ...changed })
  })

  it('is nothing where the operator turned it off', async () => {
    const off = await startTestApp({ env: { WEB_PUSH: 'off' } })
    const { call } = await off.signIn()
    expect((await call(getNotifications)).body).toMatchObject({ pushKey: null })
    expect((await call(subscribeToPush, { body: service.browser('any') })).status).toBe(404)
    await off.app.close()
  })

  it('goes to no address of the own network', async () => {
    const strict = await startTestApp()
    const { call } = await strict.signIn()
    const { keys } = service.browser('any')
    for (const endpoint of ['https://10.0.0.1/x', 'http://push.example.org/x', 'https://localhost/x']) {
      expect((await call(subscribeToPush, { body: { endpoint, keys } })).status, endpoint).toBe(400)
    }
    await strict.app.close()
  })
})

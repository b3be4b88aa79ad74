import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import {
  closeRound,
  correctScan,
  deleteScan,
  deleteUser,
  getBeer,
  getRound,
  getRoundMenu,
  joinRound,
  leaveRound,
  openRound,
  parseMenuData,
  pathOf,
  saveMenu,
  unwish,
  wishFor,
} from '#contracts'
import { type SignedIn, startTestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { systemClock } from '../../adapters/clock.ts'
import { beers, roundGuests, rounds, roundWishes, scanItems } from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { roundStore } from './round-store.ts'

const HOUR_MS = 60 * 60_000
const clock = { ...systemClock, passedMs: 0, now: () => Date.now() + clock.passedMs }
const app = await startTestApp({ clock })
const { db } = app
afterAll(() => app.close())

/** A host whose menu of two beers is at the table. */
async function aRound() {
  const host = await app.signIn({ firstName: 'Secret', lastName: 'Host' })
  const [orval, hell] = [await aBeer(db, { name: 'Orval' }), await aBeer(db, { name: 'Hell' })]
  const items = [{ beerId: orval.id }, { beerId: hell.id }]
  const { id } = await aScan(db, { userId: host.user.id, scanType: 'menu', items })
  const { token } = (await host.call(openRound, { params: { id } })).body
  const link = { params: { id }, query: { token } }
  const join = (guest: SignedIn, name: string) => guest.call(joinRound, { ...link, body: { name } })
  const wish = (guest: SignedIn, beerId: number) => guest.call(wishFor, { params: { id, beerId }, query: { token } })
  const leftOf = async () => [
    await db.$count(rounds, eq(rounds.scanId, id)),
    await db.$count(roundGuests, eq(roundGuests.scanId, id)),
    await db.$count(roundWishes, eq(roundWishes.scanId, id)),
  ]
  return { host, orval, hell, id, token, link, join, wish, leftOf }
}

const addressOf = (id: string, token: string) => `${pathOf(getRound, { id })}?token=${token}`

describe('a round', () => {
  it('forgets what guests marked on a line that its host saves away', async () => {
    const { host, orval, hell, id, link, join, wish } = await aRound()
    const guest = await app.signIn()
    await join(guest, 'G.')
    await wish(guest, orval.id)
    await wish(guest, hell.id)
    await host.call(saveMenu, { body: { beerId: hell.id, menuData: [{ id: hell.id }], scanId: id } })
    expect((await guest.call(getRound, link)).body?.guests).toMatchObject([{ wishes: [hell.id] }])
  })

  it('keeps what guests marked on a line that its host corrects', async () => {
    const { host, orval, hell, id, link, join, wish } = await aRound()
    const guest = await app.signIn()
    await join(guest, 'G.')
    await wish(guest, orval.id)
    await wish(guest, hell.id)
    const pils = await aBeer(db, { name: 'Pils' })
    const correction = { item: 0, shownBeerId: orval.id, beerId: pils.id }
    expect((await host.call(correctScan, { params: { id }, body: correction })).status).toBe(200)
    const [shown] = (await guest.call(getRound, link)).body?.guests ?? []
    expect(shown?.wishes.toSorted()).toEqual([pils.id, hell.id].toSorted())
  })

  it('shows everyone who wants what, and nothing else of anyone', async () => {
    const { host, orval, hell, id, token, link, join, wish } = await aRound()
    const guest = await app.signIn({ firstName: 'Grace', lastName: 'Unnamed' })
    expect(parseMenuData((await guest.call(getRoundMenu, link)).body?.menuData ?? null)).toMatchObject([
      { id: orval.id },
      { id: hell.id },
    ])
    await join(host, ' Ada ')
    await join(guest, 'G.')
    await wish(host, orval.id)
    await wish(guest, hell.id)
    await wish(guest, orval.id)
    await wish(guest, orval.id)
    const { body } = await guest.call(unwish, { params: { id, beerId: hell.id }, query: { token } })
    expect(body).toEqual({
      isHost: false,
      endsAt: expect.any(String),
      guests: [
        { name: 'Ada', isYou: false, wishes: [orval.id] },
        { name: 'G.', isYou: true, wishes: [orval.id] },
      ],
    })
    const seenByHost = (await host.call(getRound, link)).body
    expect(seenByHost).toMatchObject({ isHost: true, guests: [{ isYou: true }, { isYou: false }] })
    expect(JSON.stringify([seenByHost, (await guest.call(getRoundMenu, link)).body])).not.toMatch(/Secret|Grace|@/)
  })

  it('answers 304 until somebody marks something', async () => {
    const { host, orval, link, join, wish } = await aRound()
    await join(host, 'Ada')
    const url = addressOf(link.params.id, link.query.token)
    const poll = async (etag = '') => {
      const headers = { host: 'localhost', cookie: host.cookie, 'if-none-match': etag }
      const answer = await app.app.inject({ url, headers })
      return { status: answer.statusCode, etag: String(answer.headers.etag) }
    }
    const { etag } = await poll()
    expect((await poll(etag)).status).toBe(304)
    await wish(host, orval.id)
    expect((await poll(etag)).status).toBe(200)
  })

  it('keeps its link until it is closed, and another one opens empty', async () => {
    const { host, orval, id, token, link, join, wish, leftOf } = await aRound()
    expect((await host.call(openRound, { params: { id } })).body.token).toBe(token)
    const guest = await app.signIn()
    await join(guest, 'Grace')
    await wish(guest, orval.id)
    expect((await host.call(closeRound, { params: { id } })).status).toBe(204)
    expect(await leftOf()).toEqual([0, 0, 0])
    expect((await guest.call(getRound, link)).status).toBe(404)
    expect((await wish(guest, orval.id)).status).toBe(404)
    const again = (await host.call(openRound, { params: { id } })).body.token
    expect(again).not.toBe(token)
    expect((await guest.call(getRound, link)).status).toBe(404)
    expect((await guest.call(getRound, { params: { id }, query: { token: again } })).body?.guests).toEqual([])
  })

  it('ends by itself, and is removed then', spec('10.4.10'), async () => {
    const { host, id, token, link, join, leftOf } = await aRound()
    await join(host, 'Ada')
    clock.passedMs = 11.9 * HOUR_MS
    expect((await host.call(getRound, link)).status).toBe(200)
    clock.passedMs = 12 * HOUR_MS
    expect((await host.call(getRound, link)).status).toBe(404)
    expect((await join(await app.signIn(), 'Late')).status).toBe(404)
    await roundStore(db, clock).removeEnded()
    expect(await leftOf()).toEqual([0, 0, 0])
    expect((await host.call(openRound, { params: { id } })).body.token).not.toBe(token)
    clock.passedMs = 0
  })

  it('ends with its scan and with the account of its host', async () => {
    const [deleted, leaving] = [await aRound(), await aRound()]
    await deleted.host.call(deleteScan, { params: { id: deleted.id } })
    await leaving.host.call(deleteUser)
    expect([await deleted.leftOf(), await leaving.leftOf()]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  it('needs its token, and a menu of the user', async () => {
    const { host, id } = await aRound()
    const wrong = { params: { id }, query: { token: 'guessed' } }
    expect((await host.call(getRound, wrong)).status).toBe(404)
    expect((await host.call(getRoundMenu, wrong)).status).toBe(404)
    expect((await (await app.signIn()).call(openRound, { params: { id } })).status).toBe(404)
    const single = await aScan(db, { userId: host.user.id, items: [{}] })
    expect((await host.call(openRound, { params: { id: single.id } })).status).toBe(409)
  })
})

describe('a guest', () => {
  it('has a name that can be seen, and told from the others', async () => {
    const { join } = await aRound()
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    expect((await join(ada, '\u200b\u2060')).status).toBe(400)
    expect((await join(ada, 'Ada')).status).toBe(200)
    for (const name of ['ADA', 'A\u200bda', 'Ada\u2060', '\uff21da']) expect((await join(grace, name)).status).toBe(409)
    expect((await join(grace, 'Adah')).status).toBe(200)
  })

  it('joins before marking, under a name that nobody else has, and can change it', spec('10.4.11'), async () => {
    const { orval, join, wish } = await aRound()
    const [ann, bob] = [await app.signIn(), await app.signIn()]
    expect((await wish(ann, orval.id)).status).toBe(409)
    await join(ann, 'Ann')
    await wish(ann, orval.id)
    expect((await join(bob, 'ann')).status).toBe(409)
    expect((await join(bob, '  ')).status).toBe(400)
    expect((await join(bob, 'B'.repeat(31))).status).toBe(400)
    expect((await join(ann, 'A. B.')).body.guests).toEqual([{ name: 'A. B.', isYou: true, wishes: [orval.id] }])
    expect((await join(bob, 'Ann')).status).toBe(200)
    expect((await join(bob, 'B'.repeat(30))).status).toBe(200)
  })

  it('marks only what is on the menu, on each of its pages', async () => {
    const { host, id, join, wish } = await aRound()
    const [elsewhere, onPage2] = [await aBeer(db), await aBeer(db)]
    await aScan(db, { userId: host.user.id, pageOf: id, page: 2, scanType: 'menu', items: [{ beerId: onPage2.id }] })
    await join(host, 'Ada')
    expect((await wish(host, elsewhere.id)).status).toBe(404)
    expect((await wish(host, onPage2.id)).body.guests[0]?.wishes).toEqual([onPage2.id])
  })

  it('refuses a mark by a guest who leaves in the meantime', async () => {
    const { orval, id, join, wish } = await aRound()
    const guest = await app.signIn()
    await join(guest, 'G.')
    let wishing: ReturnType<typeof wish> | undefined
    await db.transaction(async (tx) => {
      await tx.delete(roundGuests).where(eq(roundGuests.scanId, id))
      wishing = wish(guest, orval.id)
      await Promise.race([wishing, sleep(300)])
    })
    expect((await wishing)?.status).toBe(409)
  })

  it('does not find a beer that joins the catalogue in the meantime', async () => {
    const { host, id, join, wish } = await aRound()
    const guest = await app.signIn()
    await join(guest, 'G.')
    const own = await aBeer(db, { ownerId: host.user.id, ownerKey: 'hausbräu', breweryId: null })
    const { id: listed } = await aBeer(db)
    await db.insert(scanItems).values({ scanId: id, userId: host.user.id, position: 2, beerId: own.id })
    let wishing: ReturnType<typeof wish> | undefined
    await db.transaction(async (tx) => {
      await tx.update(scanItems).set({ beerId: listed }).where(eq(scanItems.beerId, own.id))
      await tx.delete(beers).where(eq(beers.id, own.id))
      wishing = wish(guest, own.id)
      await Promise.race([wishing, sleep(300)])
    })
    expect((await wishing)?.status).toBe(404)
    expect((await wish(guest, listed)).status).toBe(200)
  })

  it('takes the marks along when leaving or deleting the account', async () => {
    const { host, orval, link, join, wish } = await aRound()
    const [ann, bob] = [await app.signIn(), await app.signIn()]
    for (const [guest, name] of [[ann, 'Ann'] as const, [bob, 'Bob'] as const]) {
      await join(guest, name)
      await wish(guest, orval.id)
    }
    expect((await ann.call(leaveRound, link)).status).toBe(204)
    expect((await host.call(getRound, link)).body?.guests.map(({ name }) => name)).toEqual(['Bob'])
    await bob.call(deleteUser)
    expect((await host.call(getRound, link)).body?.guests).toEqual([])
  })

  it('finds the table full after the last seat, also if two arrive at once', spec('10.4.9'), async () => {
    const { id, link, join } = await aRound()
    const first = await app.signIn()
    await join(first, 'First')
    for (let seat = 2; seat < 20; seat += 1) {
      const { id: userId } = (await app.signIn()).user
      await db.insert(roundGuests).values({ scanId: id, userId, name: `Guest ${seat}`, joinedAt: new Date() })
    }
    const [ann, bob] = [await app.signIn(), await app.signIn()]
    const answers = await Promise.all([join(ann, 'Ann'), join(bob, 'Bob')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await join(first, 'Renamed')).status).toBe(200)
    await first.call(leaveRound, link)
    expect((await join(await app.signIn(), 'Last')).status).toBe(200)
  })

  it('can read an unlisted beer of the menu, until the round ends', async () => {
    const { host, id, token } = await aRound()
    const facts = { name: 'Cellar Test', brewery: null, style: null, abv: null, ibu: null }
    const own = await unlistedBeers(db).of(host.user.id).findOrCreate(facts)
    await aScan(db, { userId: host.user.id, pageOf: id, page: 2, scanType: 'menu', items: [{ beerId: own ?? 0 }] })
    const guest = await app.signIn()
    const read = async () => (await guest.call(getBeer, { params: { id: own ?? 0 }, query: { share: token } })).status
    expect(await read()).toBe(200)
    await host.call(closeRound, { params: { id } })
    expect(await read()).toBe(404)
  })
})

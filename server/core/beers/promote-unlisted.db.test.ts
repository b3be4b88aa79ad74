import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { BARCODE_USERS_MIN, type OwnBeer } from '#contracts'
import { aBeer, aBrewery, aScan, aStyle, aUser, type UserRow } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import type { Db } from '../../adapters/db/database.ts'
import {
  beerBarcodes,
  beerRatings,
  beers,
  confirmedBarcodes,
  favorites,
  imports,
  pictures,
  roundGuests,
  rounds,
  roundWishes,
  scanItems,
  tasteAnswers,
  triedEntries,
  wants,
} from '../../adapters/db/schema.ts'
import { currentCatalogueVersion, nextCatalogueVersion } from './catalogue-version.ts'
import { promoteUnlisted } from './promote-unlisted.ts'
import { unlistedBeers } from './unlisted-store.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
  await aStyle(db, { name: 'Known', family: 'Family', prior: 80 })
})

const printed: OwnBeer = { name: 'Höhlen Bräu', brewery: 'Café Keller', style: null, abv: 5.4, ibu: null }

async function anUnlisted(user: UserRow, given: Partial<OwnBeer> = {}): Promise<number> {
  const id = await unlistedBeers(db)
    .of(user.id)
    .findOrCreate({ ...printed, ...given })
  if (id === undefined) throw new Error('the unlisted beer was not created')
  return id
}

async function anImport(user: UserRow): Promise<number> {
  const values = { userId: user.id, source: 'beergoggles', fileName: 'all.json' }
  const [row] = await db.insert(imports).values(values).returning()
  return row?.id ?? 0
}

const day = (nth: number) => new Date(Date.UTC(2026, 0, nth))

const exists = async (id: number) => (await db.$count(beers, eq(beers.id, id))) === 1

describe('an unlisted beer that joins the catalogue', () => {
  it('is replaced in the scans, favourites, ratings and check-ins of all users, and deleted', async () => {
    const [ada, grace] = [await aUser(db), await aUser(db)]
    const [adas, graces] = [await anUnlisted(ada), await anUnlisted(grace, { abv: 5.5 })]
    const other = await aBeer(db)
    const scan = await aScan(db, { userId: ada.id, items: [{ beerId: adas }] })
    const alternatives = [
      { beerId: other.id, confidence: 40 },
      { beerId: adas, confidence: 30 },
    ]
    const menu = await aScan(db, { userId: ada.id, scanType: 'menu', items: [{ beerId: other.id, alternatives }] })
    await db.insert(favorites).values({ userId: ada.id, beerId: adas })
    await db.insert(beerRatings).values([
      { userId: ada.id, beerId: adas, rating: 98 },
      { userId: grace.id, beerId: graces, rating: 89 },
    ])
    await db
      .insert(triedEntries)
      .values({ userId: grace.id, beerId: graces, source: 's', sourceId: '1', triedAt: new Date() })
    await db.insert(wants).values({ userId: grace.id, beerId: graces, wantedAt: new Date() })
    await db.insert(pictures).values({ id: randomUUID(), userId: grace.id, beerId: graces, size: 1 })
    await db.insert(tasteAnswers).values({ userId: grace.id, beerId: graces, answer: 'more', answeredAt: new Date() })
    await db.insert(rounds).values({ scanId: menu.id, userId: ada.id, token: menu.id, endsAt: new Date() })
    await db.insert(roundGuests).values({ scanId: menu.id, userId: ada.id, name: 'Ada', joinedAt: new Date() })
    await db.insert(roundWishes).values({ scanId: menu.id, userId: ada.id, beerId: adas })

    const brewery = await aBrewery(db, { name: 'Brauerei Keller', aliases: ['Cafe Keller'] })
    const gained = await aBeer(db, { breweryId: brewery.id, name: 'Cafe Keller Hohlen-Brau', style: 'Known', abv: 5.4 })
    expect(await promoteUnlisted(db, gained.changedVersion - 1)).toBe(2)

    expect([await exists(adas), await exists(graces)]).toEqual([false, false])
    const [picture] = await db.select().from(pictures).where(eq(pictures.userId, grace.id))
    expect(picture?.beerId).toBe(gained.id)
    const items = await db.select().from(scanItems).where(eq(scanItems.scanId, scan.id))
    expect(items.map(({ beerId }) => beerId)).toEqual([gained.id])
    const [onMenu] = await db.select().from(scanItems).where(eq(scanItems.scanId, menu.id))
    expect(onMenu).toMatchObject({
      beerId: other.id,
      alternatives: [alternatives[0], { beerId: gained.id, confidence: 30 }],
    })
    for (const table of [favorites, beerRatings, triedEntries, wants, tasteAnswers, roundWishes]) {
      expect(await db.$count(table, eq(table.beerId, gained.id))).toBeGreaterThan(0)
    }
    const [row] = await db.select().from(beers).where(eq(beers.id, gained.id))
    expect(row).toMatchObject({ rating: 82.7, ratingOrigin: 'expected', ratingCount: 2 }) // (640 + 187) / 10
  })

  it('is found among those of many users', async () => {
    const [first, last] = [await aUser(db), await aUser(db)]
    for (const { id } of [first, last])
      await db.execute(sql`
        insert into beers (owner_id, owner_key, name, brewery_text, changed_version)
        select ${id}, n || '|many', 'Many ' || n, 'Many Beers Brewing', 1 from generate_series(1, 1500) as n`)
    const { id: breweryId } = await aBrewery(db, { name: 'Many Beers Brewing' })
    const gained = await aBeer(db, { breweryId, name: 'Many 700' })
    expect(await promoteUnlisted(db, gained.changedVersion - 1)).toBe(2)
    await aBeer(db, { breweryId, name: 'Many 1500' })
    expect(await promoteUnlisted(db, 0)).toBe(2)
  })

  it('is listed once in a group, and is no alternative to itself', async () => {
    const user = await aUser(db)
    const beerId = await anUnlisted(user, { name: 'Twice' })
    const listed = await aBeer(db, { name: 'Twice', breweryId: (await aBrewery(db, { name: 'Café Keller' })).id })
    const other = await aBeer(db)
    const as = (id: number, confidence: number) => ({ beerId: id, confidence })
    const items = [
      { beerId: other.id, alternatives: [as(beerId, 40), as(listed.id, 30)] },
      { beerId, count: 2, alternatives: [as(listed.id, 40), as(other.id, 30)] },
      { beerId: listed.id, count: 3, alternatives: [as(beerId, 20)] },
    ]
    const group = await aScan(db, { userId: user.id, scanType: 'multiple_beers', items })
    const menu = await aScan(db, { userId: user.id, scanType: 'menu', items })
    expect(await promoteUnlisted(db, listed.changedVersion - 1)).toBe(1)
    const rowsOf = async ({ id }: { id: string }) =>
      await db.select().from(scanItems).where(eq(scanItems.scanId, id)).orderBy(scanItems.position)
    const inGroup = [
      { beerId: other.id, count: 1, alternatives: [as(listed.id, 40)] },
      { beerId: listed.id, count: 5, alternatives: [as(other.id, 30)] },
    ]
    expect(await rowsOf(group)).toMatchObject(inGroup)
    expect(await rowsOf(menu)).toMatchObject([
      inGroup[0],
      { beerId: listed.id, count: 2, alternatives: [as(other.id, 30)] },
      { beerId: listed.id, count: 3, alternatives: [] },
    ])
  })

  it('leaves the older favourite and the newer rating if a user has both beers', async () => {
    const user = await aUser(db)
    const unlisted = await anUnlisted(user, { name: 'Doppel' })
    const listed = await aBeer(db, { name: 'Doppel', breweryId: (await aBrewery(db, { name: 'Café Keller' })).id })
    const [older, newer] = [new Date('2026-01-01'), new Date('2026-02-01')]
    for (const beerId of [unlisted, listed.id]) {
      const isOlder = beerId === unlisted
      await db.insert(favorites).values({ userId: user.id, beerId, favoritedAt: isOlder ? older : newer })
      await db
        .insert(beerRatings)
        .values({ userId: user.id, beerId, rating: isOlder ? 40 : 70, ratedAt: isOlder ? older : newer })
    }
    expect(await promoteUnlisted(db, 0)).toBeGreaterThan(0)
    const saved = await db.select().from(favorites).where(eq(favorites.userId, user.id))
    expect(saved.map(({ beerId, favoritedAt }) => [beerId, favoritedAt])).toEqual([[listed.id, older]])
    const rated = await db.select().from(beerRatings).where(eq(beerRatings.userId, user.id))
    expect(rated.map(({ beerId, rating }) => [beerId, rating])).toEqual([[listed.id, 70]])
  })

  it('takes along which import brought a favourite, a want or a rating, and what the rating replaced', async () => {
    const user = await aUser(db)
    const importId = await anImport(user)
    const beerId = await anUnlisted(user, { name: 'Import' })
    const listed = await aBeer(db, { name: 'Import', breweryId: (await aBrewery(db, { name: 'Café Keller' })).id })
    const replaced = { rating: 55, ratedAt: day(1).toISOString() }
    await db.insert(favorites).values({ userId: user.id, beerId, importId })
    await db.insert(wants).values({ userId: user.id, beerId, importId, wantedAt: day(1) })
    await db.insert(beerRatings).values({ userId: user.id, beerId, importId, rating: 80, replaced })
    expect(await promoteUnlisted(db, listed.changedVersion - 1)).toBe(1)
    const ofUser = { userId: user.id, beerId: listed.id, importId }
    expect(await db.select().from(favorites).where(eq(favorites.userId, user.id))).toMatchObject([ofUser])
    expect(await db.select().from(wants).where(eq(wants.userId, user.id))).toMatchObject([ofUser])
    expect(await db.select().from(beerRatings).where(eq(beerRatings.userId, user.id))).toMatchObject([
      { ...ofUser, rating: 80, replaced },
    ])
  })

  it('leaves an import only what it alone brought if a user has both beers', async () => {
    const user = await aUser(db)
    const [importId, other] = [await anImport(user), await anImport(user)]
    const brewery = await aBrewery(db, { name: 'Café Keller' })
    let names = 0
    const merged = async (ofUnlisted: number | null, ofListed: number | null) => {
      const name = `Beides ${names++}`
      const unlisted = await anUnlisted(user, { name })
      const listed = await aBeer(db, { name, breweryId: brewery.id })
      for (const [beerId, importId] of [
        [unlisted, ofUnlisted],
        [listed.id, ofListed],
      ] as const) {
        await db.insert(favorites).values({ userId: user.id, beerId, importId })
        await db.insert(wants).values({ userId: user.id, beerId, importId, wantedAt: day(1) })
      }
      expect(await promoteUnlisted(db, listed.changedVersion - 1)).toBe(1)
      const [favorite] = await db.select().from(favorites).where(eq(favorites.beerId, listed.id))
      const [want] = await db.select().from(wants).where(eq(wants.beerId, listed.id))
      return [favorite?.importId, want?.importId]
    }
    expect(await merged(importId, importId)).toEqual([importId, importId])
    expect(await merged(importId, null)).toEqual([null, null])
    expect(await merged(null, importId)).toEqual([null, null])
    expect(await merged(importId, other)).toEqual([null, null])
  })

  it('keeps the newest own rating for the day its import is undone', async () => {
    const user = await aUser(db)
    const importId = await anImport(user)
    const brewery = await aBrewery(db, { name: 'Café Keller' })
    const of = (on: number, more: Partial<typeof beerRatings.$inferInsert> = {}) => ({
      userId: user.id,
      rating: on,
      ratedAt: day(on),
      ...more,
    })
    const earlier = (on: number) => ({ rating: on, ratedAt: day(on).toISOString() })
    let names = 0
    const merged = async (ofUnlisted: ReturnType<typeof of>, ofListed: ReturnType<typeof of>) => {
      const name = `Bewertet ${names++}`
      const unlisted = await anUnlisted(user, { name })
      const listed = await aBeer(db, { name, breweryId: brewery.id })
      await db.insert(beerRatings).values([
        { ...ofUnlisted, beerId: unlisted },
        { ...ofListed, beerId: listed.id },
      ])
      expect(await promoteUnlisted(db, listed.changedVersion - 1)).toBe(1)
      const [stored] = await db.select().from(beerRatings).where(eq(beerRatings.beerId, listed.id))
      return [stored?.rating, stored?.importId, stored?.replaced]
    }
    expect(await merged(of(5, { importId }), of(3))).toEqual([5, importId, earlier(3)])
    expect(await merged(of(3), of(5, { importId }))).toEqual([5, importId, earlier(3)])
    expect(await merged(of(5, { importId, replaced: earlier(4) }), of(3))).toEqual([5, importId, earlier(4)])
    expect(await merged(of(5, { importId, replaced: earlier(2) }), of(3))).toEqual([5, importId, earlier(3)])
    expect(await merged(of(5, { importId }), of(3, { importId, replaced: earlier(2) }))).toEqual([
      5,
      importId,
      earlier(2),
    ])
    expect(await merged(of(5), of(3, { importId, replaced: earlier(2) }))).toEqual([5, null, null])
    expect(await merged(of(5), of(5, { importId }))).toEqual([5, null, null])
    // The same file was imported again.
    expect(await merged(of(5, { importId: await anImport(user) }), of(5, { importId }))).toEqual([5, importId, null])
  })

  it('keeps the ratings of several imports that are newer than the own one', async () => {
    const user = await aUser(db)
    const [first, second, third] = [await anImport(user), await anImport(user), await anImport(user)]
    const name = 'Mehrmals bewertet'
    const listed = await aBeer(db, { name, breweryId: (await aBrewery(db, { name: 'Café Keller' })).id })
    const on = (of: number, importId: number) => ({ rating: of, ratedAt: day(of), importId, userId: user.id })
    const earlier = (of: number) => ({ rating: of, ratedAt: day(of).toISOString() })
    await db.insert(beerRatings).values([
      { ...on(6, third), beerId: await anUnlisted(user, { name }), replaced: earlier(3) },
      {
        ...on(5, second),
        beerId: listed.id,
        olderImported: [
          { ...earlier(4), importId: first },
          { ...earlier(2), importId: third },
        ],
        replaced: earlier(1),
      },
    ])
    expect(await promoteUnlisted(db, listed.changedVersion - 1)).toBe(1)
    const [stored] = await db.select().from(beerRatings).where(eq(beerRatings.userId, user.id))
    expect(stored).toMatchObject({ ...on(6, third), beerId: listed.id, replaced: earlier(3) })
    expect(stored?.olderImported).toEqual([
      { ...earlier(5), importId: second },
      { ...earlier(4), importId: first },
    ])
  })

  it.each([
    ['with another ABV', { abv: 6.5 }, {}],
    ['of another brewery', { brewery: 'Café Garten' }, {}],
    ['without a brewery', { brewery: null }, {}],
    ['of another name', { name: 'Hell Alkoholfrei' }, {}],
    ['that matches two listed ones', {}, { twice: true }],
  ])('is not promoted if it is one %s', async (_, given, { twice = false }: { twice?: boolean }) => {
    const user = await aUser(db)
    const brewery = await aBrewery(db, { name: `Brauhaus ${user.id}` })
    const unlisted = await anUnlisted(user, { name: 'Hell', brewery: brewery.name, ...given })
    const facts = { breweryId: brewery.id, name: 'Hell', abv: 5.4 }
    const listed = await aBeer(db, facts)
    if (twice) await aBeer(db, { ...facts, name: `${brewery.name} Hell` })
    await promoteUnlisted(db, listed.changedVersion - 1)
    expect(await exists(unlisted)).toBe(true)
    if (!twice) return
    // Even if only one of the two changes later.
    const version = await currentCatalogueVersion(db)
    await db
      .update(beers)
      .set({ changedVersion: version + 1 })
      .where(eq(beers.id, listed.id))
    await promoteUnlisted(db, version)
    expect(await exists(unlisted)).toBe(true)
  })
})

it('waits for an import that changes the listed beer, whoever of the two is first', async () => {
  const barcode = '4012345678901'
  const people = await Promise.all(Array.from({ length: BARCODE_USERS_MIN }, () => aUser(db)))
  const unlisted = await Promise.all(people.map((user) => anUnlisted(user, { name: 'Doppelt Gezapft' })))
  await db
    .insert(confirmedBarcodes)
    .values(people.map(({ id: userId }, nth) => ({ userId, barcode, beerId: unlisted[nth] ?? 0 })))
  const { id: breweryId } = await aBrewery(db, { name: 'Café Keller' })
  const listed = await aBeer(db, { breweryId, name: 'Doppelt Gezapft', abv: 5.4 })
  let promoting = Promise.resolve(0)
  await db.transaction(async (tx) => {
    await nextCatalogueVersion(tx)
    promoting = promoteUnlisted(db, 0)
    await Promise.race([promoting, sleep(500)])
    await tx.update(beers).set({ description: 'Imported' }).where(eq(beers.id, listed.id))
  })
  expect(await promoting).toBe(people.length)
  expect(await db.select().from(beerBarcodes)).toMatchObject([{ barcode, beerId: listed.id }])
})

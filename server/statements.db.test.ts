/** Each statement is a round trip, and the embedded database has one connection for all requests. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  getBeer,
  getBrewery,
  getJournalSummary,
  getScan,
  getTaste,
  getUser,
  listFavorites,
  listJournal,
  listMarks,
  listRatings,
  listScans,
  listSearches,
  listTasteCards,
  listWants,
  search,
  similarBeers,
} from '#contracts'
import { type Call, type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { favorites, styles, triedEntries, wants } from './adapters/db/schema.ts'

let app: TestApp
let ada: SignedIn
let beer: Awaited<ReturnType<typeof aBeer>>
let scanId: string
beforeAll(async () => {
  // No regular job runs while its time stands still.
  app = await startTestApp({ clock: manualClock() })
  ada = await app.signIn()
  await app.db.insert(styles).values({ name: 'Counted', family: 'Stout', prior: 70 })
  const { id: breweryId } = await aBrewery(app.db, { name: 'Zählwerk' })
  beer = await aBeer(app.db, { name: 'Zählwerk Pils', style: 'Counted', breweryId })
  await aBeer(app.db, { style: 'Counted' })
  const userId = ada.user.id
  await app.db.insert(favorites).values({ userId, beerId: beer.id })
  const entry = { userId, beerId: beer.id, source: 'beergoggles', sourceId: 'key', triedAt: new Date(0) }
  await app.db.insert(triedEntries).values(entry)
  await app.db.insert(wants).values({ userId, beerId: beer.id, wantedAt: new Date() })
  scanId = (await aScan(app.db, { userId, items: [{ beerId: beer.id }] })).id
  await aScan(app.db, { userId, pageOf: scanId, items: [{ beerId: beer.id }] })
  const { body } = await ada.call(search, { query: { q: 'Zählwerk' } })
  expect([body.breweries.length, body.beers.length]).toEqual([1, 1])
})
afterAll(() => app.close())

async function statementsOf(read: (call: Call) => Promise<{ status: number }>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect((await read(ada.call)).status).toBe(200)
    return sent.mock.calls.map(([statement]) => JSON.stringify(statement))
  } finally {
    sent.mockRestore()
  }
}

/** One of them finds the session. */
const READS: [screen: string, most: number, read: (call: Call) => Promise<{ status: number }>][] = [
  ['the session', 1, (call) => call(getUser)],
  ['a beer', 2, (call) => call(getBeer, { params: { id: beer.id } })],
  ['similar beers', 4, (call) => call(similarBeers, { params: { id: beer.id } })],
  ['a brewery', 3, (call) => call(getBrewery, { params: { id: beer.breweryId ?? 0 } })],
  ['a search', 4, (call) => call(search, { query: { q: 'Zählwerk' } })],
  ['the history', 4, (call) => call(listScans, {})],
  ['a scan', 4, (call) => call(getScan, { params: { id: scanId } })],
  ['the favourites', 3, (call) => call(listFavorites)],
  ['the ratings', 2, (call) => call(listRatings)],
  ['the marks', 2, (call) => call(listMarks)],
  ['the journal', 4, (call) => call(listJournal, {})],
  ['the summary of the journal', 2, (call) => call(getJournalSummary, {})],
  ['the taste', 3, (call) => call(getTaste)],
  ['the cards', 4, (call) => call(listTasteCards)],
  ['the beers to try', 3, (call) => call(listWants)],
  ['the searches', 2, (call) => call(listSearches)],
]

test.each(READS)('%s takes %i statements', async (_, most, read) => {
  const statements = await statementsOf(read)
  expect(statements, statements.join('\n')).toHaveLength(most)
})

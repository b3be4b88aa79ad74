import type { FastifyInstance } from 'fastify'
import {
  addToJournal,
  changeJournalEntry,
  getJournalSummary,
  getWeek,
  listJournal,
  removeJournalEntry,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import { isTimeZone, lastMonday } from '../../core/journal/week.ts'
import { weekInBeer } from '../../core/journal/week-in-beer.ts'
import type { RatingNews } from '../../core/notices/rating-news.ts'
import type { PictureStore } from '../../core/pictures/picture-store.ts'
import { journalStore } from './journal-store.ts'
import { summaryOf, triedBeers } from './journal-summary.ts'

interface JournalPorts {
  db: Db
  clock: Pick<Clock, 'now'>
  pictures: PictureStore
  news: Pick<RatingNews, 'rated'>
}

export function journalRoutes(app: FastifyInstance, { db, clock, pictures, news }: JournalPorts) {
  const journal = journalStore(db, clock)

  bind(app, listJournal, async ({ user, query }) => ({
    status: 200,
    body: await journal.of(user.id).page({ ...query, timeZone: timeZoneOf(query) }),
  }))

  bind(app, getJournalSummary, async ({ user, query }) => ({
    status: 200,
    body: summaryOf(await triedBeers(db, { userId: user.id, year: query.year, timeZone: timeZoneOf(query) })),
  }))

  bind(app, getWeek, async ({ user, query }) => {
    const timeZone = timeZoneOf(query)
    const monday = lastMonday(clock.now(), timeZone)
    return { status: 200, body: await weekInBeer(db, { userId: user.id, monday, timeZone }) }
  })

  bind(app, addToJournal, async ({ user, body }) => {
    const entry = await journal.of(user.id).add(body)
    if (!entry) throw beerNotFound()
    return { status: 201, body: entry }
  })

  bind(app, changeJournalEntry, async ({ user, params, body }) => {
    const entry = await journal.of(user.id).change(params.id, body)
    if (!entry) throw entryNotFound()
    if (typeof body.rating === 'number') news.rated({ beerId: entry.beerId, userId: user.id })
    return { status: 200, body: entry }
  })

  bind(app, removeJournalEntry, async ({ user, params }) => {
    await pictures.of(user.id).removeOfEntry(params.id)
    if (!(await journal.of(user.id).remove(params.id))) throw entryNotFound()
    return { status: 204, body: null }
  })
}

/** Null, for UTC, also if this server does not know the name. */
const timeZoneOf = ({ timeZone }: { timeZone?: string | undefined }) =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null

const entryNotFound = () => new ProductError('not_found', "We couldn't find that entry.")

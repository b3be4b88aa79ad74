/** The journal: what a user drank and when. Imported check-ins are entries like those made in the app. */
import { z } from 'zod/mini'
import { Beer, BeerId, BreweryId, GivenRating, IdParam, roundedTo } from '../beer.ts'
import { Cursor } from '../cursor.ts'
import {
  CHANGE_TIMEOUT_MS,
  JOURNAL_ENTRIES_PER_USER_MAX,
  JOURNAL_NOTE_MAX_LENGTH,
  JOURNAL_PLACE_MAX_LENGTH,
  SEARCH_QUERY_MAX_LENGTH,
  TIME_ZONE_MAX_LENGTH,
} from '../limits.ts'
import { route } from '../route.ts'

const FILTER_MAX_LENGTH = 200

/** Degrees, north and east positive. A four-byte float holds five decimals, about a metre. */
export const Coordinates = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90), roundedTo(6)),
  longitude: z.number().check(z.gte(-180), z.lte(180), roundedTo(6)),
})
export type Coordinates = z.infer<typeof Coordinates>

const optionalText = (max: number) => z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(max)))

/** What the user can state about an entry; everything but the time is optional. */
const entryDetails = {
  triedAt: z.iso.datetime(),
  /** How good it was that time, 0-100 with one decimal. */
  rating: z.nullable(GivenRating),
  note: optionalText(JOURNAL_NOTE_MAX_LENGTH),
  /** As the user names it: 'The Anchor'. */
  place: optionalText(JOURNAL_PLACE_MAX_LENGTH),
  position: z.nullable(Coordinates),
}

export const TriedEntry = z.object({
  id: z.int().check(z.positive()),
  beerId: BeerId,
  beer: Beer,
  triedAt: entryDetails.triedAt,
  rating: entryDetails.rating,
  note: z.nullable(z.string()),
  place: z.nullable(z.string()),
  position: entryDetails.position,
  /** Of the user's own photo, see `picturePath`. */
  pictureId: z.optional(z.nullable(z.uuid())),
  /** Where the entry was made: 'beergoggles', 'untappd'. */
  source: z.string(),
  /** Identifier within the source; stable across exports. */
  sourceId: z.string(),
})
export type TriedEntry = z.infer<typeof TriedEntry>

/** IANA name; years and weeks begin at midnight there, or in UTC without one. */
const TimeZone = z.string().check(z.maxLength(TIME_ZONE_MAX_LENGTH))

/** The database knows no year of five digits, in which the last one of four would end. */
const Year = z.coerce.number().check(z.int(), z.gte(1970), z.lte(9998))

/** What a number of the summary counts; ciders and meads are left out, as there. */
const entryFilter = {
  style: z.optional(z.string().check(z.minLength(1), z.maxLength(FILTER_MAX_LENGTH))),
  /** Of the brewery. */
  country: z.optional(z.string().check(z.minLength(1), z.maxLength(FILTER_MAX_LENGTH))),
  breweryId: z.optional(IdParam),
  /** Strength by volume, rounded to whole percents. */
  percent: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100))),
  year: z.optional(Year),
  /** Of the year. */
  timeZone: z.optional(TimeZone),
}

export const listJournal = route({
  method: 'GET',
  path: '/api/journal',
  auth: 'user',
  summary:
    "Returns one page of the user's tried beers, newest first: of all beers, of one, or of those that a number of the summary counts. `q` finds entries by words of the beer, its brewery or style, the place or the note, and by the year. Years are those in the given time zone or in UTC.",
  query: z.object({
    beerId: z.optional(IdParam),
    q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_QUERY_MAX_LENGTH))),
    ...entryFilter,
    /** `next` of the previous page. */
    before: z.optional(Cursor),
  }),
  answer: {
    200: z.object({
      entries: z.array(TriedEntry),
      /** Null on the last page. */
      next: z.nullable(z.string()),
    }),
  },
  errors: ['invalid'],
})

const Count = z.int().check(z.gte(0))
const SummaryBeer = z.object({ id: BeerId, name: z.string(), brewery: z.nullable(z.string()) })

export const JournalSummary = z.object({
  entries: Count,
  /** Different beers. */
  beers: Count,
  breweries: Count,
  /** Most beers first, as in the other lists. */
  styles: z.array(
    z.object({
      /** Null for beers of an unknown style. */
      style: z.nullable(z.string()),
      /** Typical colour, in SRM. */
      srm: z.nullable(z.number()),
      beers: Count,
      /** Mean of the user's ratings of these beers, 0-100 with one decimal; null if none is rated. */
      averageRating: z.nullable(z.number()),
      /** The beer that the user rated highest. */
      best: z.nullable(z.extend(SummaryBeer, { rating: z.number() })),
      first: z.extend(SummaryBeer, { triedAt: z.iso.datetime() }),
    }),
  ),
  /** Beers by strength, rounded to whole percents by volume, weakest first; beers of unknown strength are left out. */
  strengths: z.array(z.object({ percent: Count, beers: Count })),
  /** By the country of the brewery; beers of an unknown country are left out. */
  countries: z.array(z.object({ country: z.string(), beers: Count })),
  topBreweries: z.array(z.object({ id: z.nullable(BreweryId), name: z.string(), beers: Count })),
  /** Newest first. */
  badges: z.array(
    z.discriminatedUnion('kind', [
      /** A family of styles: 'Stout'. */
      z.object({ kind: z.literal('first-of-family'), family: z.string(), reachedAt: z.iso.datetime() }),
      z.object({ kind: z.literal('countries'), countries: Count, reachedAt: z.iso.datetime() }),
      z.object({ kind: z.literal('beers'), beers: Count, reachedAt: z.iso.datetime() }),
    ]),
  ),
})
export type JournalSummary = z.infer<typeof JournalSummary>

export const getJournalSummary = route({
  method: 'GET',
  path: '/api/journal/summary',
  auth: 'user',
  summary:
    'Counts the beers in the journal by style, strength, country and brewery, without ciders and meads: of all time, or of one year in the given time zone or in UTC. A badge belongs to the year it was reached in.',
  query: z.object({ year: z.optional(Year), timeZone: z.optional(TimeZone) }),
  answer: { 200: JournalSummary },
  errors: ['invalid'],
})

const Day = z.iso.date()

export const WeekInBeer = z.object({
  /** Monday and Sunday. */
  from: Day,
  to: Day,
  entries: Count,
  /** Different beers. */
  beers: Count,
  /** Beers that the user never had before. */
  newBeers: Count,
  /** The best rated first, at most `WEEK_BEERS_MAX`. */
  had: z.array(z.object({ beer: Beer, times: Count, rating: z.nullable(z.number()) })),
  /** Saved in the week, newest first. */
  favorites: z.array(Beer),
  /** The best of the beers that the user wants to try. */
  want: z.nullable(Beer),
  /** A style of which the user had the first beer. */
  newStyle: z.nullable(z.string()),
})
export type WeekInBeer = z.infer<typeof WeekInBeer>

export const getWeek = route({
  method: 'GET',
  path: '/api/journal/week',
  auth: 'user',
  summary: "Returns the user's last full week: since Monday 8:00 the one before, in the given time zone or in UTC.",
  query: z.object({ timeZone: z.optional(TimeZone) }),
  answer: { 200: WeekInBeer },
  errors: ['invalid'],
})

export const addToJournal = route({
  method: 'POST',
  path: '/api/journal',
  auth: 'user',
  summary: `Records that the user had a beer, now or at \`triedAt\`. The same \`key\` stores one entry, however often it is sent; at most ${JOURNAL_ENTRIES_PER_USER_MAX}.`,
  body: z.object({
    key: z.uuid(),
    beerId: BeerId,
    triedAt: z.optional(entryDetails.triedAt),
  }),
  answer: { 201: TriedEntry },
  errors: ['invalid', 'not_found', 'journal_full'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})

export const changeJournalEntry = route({
  method: 'PATCH',
  path: '/api/journal/{id}',
  auth: 'user',
  summary:
    "Changes the given details of an entry. The rating of a beer's latest entry is also the user's rating of the beer.",
  params: z.object({ id: IdParam }),
  body: z.partial(z.object(entryDetails)),
  answer: { 200: TriedEntry },
  errors: ['invalid', 'not_found'],
})

export const removeJournalEntry = route({
  method: 'DELETE',
  path: '/api/journal/{id}',
  auth: 'user',
  summary: 'Deletes an entry. A beer that the user wanted to try is wanted again if it was not tried since.',
  params: z.object({ id: IdParam }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

/** What a user did with a beer, so that lists can mark it. Scanning a beer is not drinking it. Favourites have their own list. */
import { z } from 'zod/mini'
import { BeerId } from '../beer.ts'
import { LISTED_MAX } from '../limits.ts'
import { route } from '../route.ts'

export const BeerMarks = z.object({
  beerId: BeerId,
  /** Of the latest journal entry, or of the own rating if there is none; null if never tried. */
  triedAt: z.nullable(z.iso.datetime()),
  /** Number of journal entries. */
  timesTried: z.int().check(z.gte(0)),
  /** Latest scan of this beer alone; null if never scanned. */
  scannedAt: z.nullable(z.iso.datetime()),
  /** The user's rating of the beer; null if not rated. */
  ownRating: z.optional(z.nullable(z.number())),
  /** Since when the user wants to try it; null if not, or tried since. */
  wantedAt: z.nullable(z.iso.datetime()),
})
export type BeerMarks = z.infer<typeof BeerMarks>

/**
 * One list of all marked beers instead of flags on every `Beer`: a beer is the same object on every screen, one query
 * serves them all, and offline menus can still mark beers.
 */
export const listMarks = route({
  method: 'GET',
  path: '/api/marks',
  auth: 'user',
  summary: `Returns each beer the user tried, scanned or wants to try once, latest first, at most ${LISTED_MAX}. Supports \`If-None-Match\`.`,
  answer: { 200: z.array(BeerMarks), 304: null },
  errors: [],
})

/** Former call for the tried beers, for open pages of an older build. */
export const listHad = route({
  method: 'GET',
  path: '/api/had',
  auth: 'user',
  summary: 'Returns the tried beers only. Use /api/marks.',
  deprecated: true,
  answer: {
    200: z.array(z.object({ beerId: BeerId, hadAt: z.iso.datetime(), how: z.literal('check_in') })),
    304: null,
  },
  errors: [],
})

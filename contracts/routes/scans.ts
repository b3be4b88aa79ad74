import { z } from 'zod/mini'
import { BeerId, GivenName, Position } from '../beer.ts'
import { SCANS_PER_PAGE } from '../limits.ts'
import { route } from '../route.ts'
import { Scan, ScanId, SharedScan } from '../scan.ts'

const NamedBeer = z.object({ name: GivenName, brewery: z.nullable(GivenName) })
const Index = z.int().check(z.gte(0))
/** The beer that the client shows at this index: `conflict` if the scan has another one there, as the list has changed since. */
const ShownBeerId = z.optional(BeerId)

const ListQuery = z.object({ alternatives: z.optional(z.literal('all')) })
const LISTED_ALTERNATIVES =
  'A scan of one beer has its alternatives if the user has to choose, or if `alternatives` is `all`, as for an export.'

export const listScans = route({
  method: 'GET',
  path: '/api/scans',
  auth: 'user',
  summary: `Returns the user's newest scans, newest first, at most ${SCANS_PER_PAGE}. ${LISTED_ALTERNATIVES} Supports \`If-None-Match\`.`,
  query: ListQuery,
  answer: { 200: z.array(Scan), 304: null },
  errors: [],
})

export const listOlderScans = route({
  method: 'GET',
  path: '/api/scans/{id}/older',
  auth: 'user',
  summary: `Returns the user's scans before this one, newest first, at most ${SCANS_PER_PAGE}. ${LISTED_ALTERNATIVES}`,
  params: z.object({ id: ScanId }),
  query: ListQuery,
  answer: { 200: z.array(Scan) },
  errors: ['invalid', 'not_found'],
})

export const getScan = route({
  method: 'GET',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'Returns one scan with its progress and the beers found so far.',
  params: z.object({ id: ScanId }),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found'],
})

export const deleteScan = route({
  method: 'DELETE',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'Deletes a scan. A running scan is cancelled.',
  params: z.object({ id: ScanId }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

export const clearScans = route({
  method: 'DELETE',
  path: '/api/scans',
  auth: 'user',
  summary: "Deletes all of the user's scans. Running scans are cancelled. Idempotent.",
  answer: { 204: null },
  errors: [],
})

export const correctScan = route({
  method: 'PATCH',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'Corrects one recognised beer, confirms it, or names an unread container or the beer of a barcode.',
  params: z.object({ id: ScanId }),
  body: z.union([
    z.object({
      /**
       * Index of the beer in `menuData`; 0 for a single scan, also for one that has only a barcode. The beer it already has
       * confirms it. A barcode on the photo names this beer from now on.
       */
      item: Index,
      shownBeerId: ShownBeerId,
      beerId: BeerId,
    }),
    z.object({
      /** Index in `spots`. The beer is added to the list at this position, which leaves `spots`. */
      spot: Index,
      /** Where the client shows it: `conflict` if another one is at this index, as one before it has been named since. */
      shownAt: z.optional(Position),
      beerId: BeerId,
    }),
    /** With `unlisted`, the beer is not in the catalogue and becomes the user's unlisted beer of this name. */
    z.object({ item: Index, shownBeerId: ShownBeerId, unlisted: NamedBeer }),
    z.object({ spot: Index, shownAt: z.optional(Position), unlisted: NamedBeer }),
  ]),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found', 'conflict', 'unlisted_full'],
})

export const removePage = route({
  method: 'DELETE',
  path: '/api/scans/{id}/pages/{page}',
  auth: 'user',
  summary: 'Removes one page and its beers from a menu of several pages. A page that is still processing is cancelled.',
  params: z.object({ id: ScanId, page: ScanId }),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const shareScan = route({
  method: 'PUT',
  path: '/api/scans/{id}/share',
  auth: 'user',
  summary:
    'Shares a menu, fridge or group with signed-in users who have the link. Idempotent: the token stays the same.',
  params: z.object({ id: ScanId }),
  answer: { 200: z.object({ token: z.string() }) },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const unshareScan = route({
  method: 'DELETE',
  path: '/api/scans/{id}/share',
  auth: 'user',
  summary: 'Revokes the link permanently. Sharing the scan again creates a new one.',
  params: z.object({ id: ScanId }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

export const getSharedScan = route({
  method: 'GET',
  path: '/api/scans/{id}/share',
  auth: 'user',
  summary: 'Returns a shared scan to anyone signed in who has its token.',
  params: z.object({ id: ScanId }),
  query: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: { 200: SharedScan },
  errors: ['invalid', 'not_found'],
})

import { z } from 'zod/mini'
import { BeerId } from '../beer.ts'
import { UNLISTED_NAME_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'
import { Scan, ScanId, SharedScan } from '../scan.ts'

const BeerName = z.string().check(z.trim(), z.minLength(1), z.maxLength(UNLISTED_NAME_MAX_LENGTH))
const Index = z.int().check(z.gte(0))

export const listScans = route({
  method: 'GET',
  path: '/api/scans',
  auth: 'user',
  summary: "The user's scans, newest first. Sends an ETag.",
  answer: { 200: z.array(Scan), 304: null },
  errors: [],
})

export const getScan = route({
  method: 'GET',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'One scan with its progress and what has been found so far.',
  params: z.object({ id: ScanId }),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found'],
})

export const deleteScan = route({
  method: 'DELETE',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'Removes a scan; one that is still running is cancelled and leaves nothing.',
  params: z.object({ id: ScanId }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

export const clearScans = route({
  method: 'DELETE',
  path: '/api/scans',
  auth: 'user',
  summary: 'Removes every scan of the user; those that are still running are cancelled. None is no error.',
  answer: { 204: null },
  errors: [],
})

export const correctScan = route({
  method: 'PATCH',
  path: '/api/scans/{id}',
  auth: 'user',
  summary:
    'Puts the right beer in the place of one that was recognised wrongly, is sure of one that is named again, or names a spot that could not be read.',
  params: z.object({ id: ScanId }),
  body: z.union([
    z.object({
      /** Place of the beer on the photo, from 0: its index in menuData; 0 for a single scan. */
      item: Index,
      beerId: BeerId,
    }),
    z.object({
      /** Index in `spots`. The beer joins the list there, and the spot is none any more. */
      spot: Index,
      beerId: BeerId,
    }),
    z.object({
      item: Index,
      /** None of the catalogue: it becomes the user's own unlisted beer of this name. */
      unlisted: z.object({ name: BeerName, brewery: z.nullable(BeerName) }),
    }),
  ]),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const removePage = route({
  method: 'DELETE',
  path: '/api/scans/{id}/pages/{page}',
  auth: 'user',
  summary:
    'Takes one photo out of a menu of several pages, with what was read on it. One that is still read is cancelled.',
  params: z.object({ id: ScanId, page: ScanId }),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const shareScan = route({
  method: 'PUT',
  path: '/api/scans/{id}/share',
  auth: 'user',
  summary: 'Lets signed-in users who have the link read a menu, fridge or group. Sharing it again keeps the link.',
  params: z.object({ id: ScanId }),
  answer: { 200: z.object({ token: z.string() }) },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const unshareScan = route({
  method: 'DELETE',
  path: '/api/scans/{id}/share',
  auth: 'user',
  summary: 'Voids the link for good; sharing the scan later makes another one.',
  params: z.object({ id: ScanId }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

export const getSharedScan = route({
  method: 'GET',
  path: '/api/scans/{id}/share',
  auth: 'user',
  summary: 'A scan that somebody shared, read by its link.',
  params: z.object({ id: ScanId }),
  query: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: { 200: SharedScan },
  errors: ['invalid', 'not_found'],
})

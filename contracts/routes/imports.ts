/** A file of one's own data, brought in: looked through first, then stored when the user says so, and taken back whole. */
import { z } from 'zod/mini'
import { Beer, BeerId } from '../beer.ts'
import { IMPORT_MAX_BYTES } from '../limits.ts'
import { route } from '../route.ts'

/** Our own export, or another product's. */
export const IMPORT_SOURCES_OF_USERS = ['beergoggles', 'untappd'] as const

/**
 * `looking`: it is counted what the file would bring. `looked`: it waits for the user's word. `importing`: records are stored.
 * `failed`: it came to an end by itself; what it stored can be taken back.
 */
export const IMPORT_STATES = ['looking', 'looked', 'importing', 'done', 'failed', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Records of one kind: those that are new here, and those that stand here already. */
const Counted = z.object({ fresh: z.int().check(z.gte(0)), known: z.int().check(z.gte(0)) })

export const IMPORT_KINDS = ['scans', 'favorites', 'searches', 'ratings', 'checkIns'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const OwnImport = z.object({
  id: z.int().check(z.positive()),
  fileName: z.string(),
  /** One of IMPORT_SOURCES_OF_USERS. */
  source: z.string(),
  /** One of IMPORT_STATES. */
  state: z.string(),
  startedAt: z.iso.datetime(),
  /** Percent of the work of this state. */
  progress: z.number().check(z.gte(0), z.lte(100)),
  /** Records of the file, as far as it was looked through. */
  records: z.int().check(z.gte(0)),
  /** Until `importing` what the import would do, from then on what it did. */
  counts: z.object({
    scans: Counted,
    favorites: Counted,
    searches: Counted,
    ratings: Counted,
    checkIns: Counted,
    /** Beers that the catalogue does not have, kept for this user. */
    unlistedBeers: z.int().check(z.gte(0)),
    /** Records, or beers of a menu, that cannot be stored. */
    unplaced: z.int().check(z.gte(0)),
  }),
  /** Why records cannot be stored, most often first, each with how many. */
  reasons: z.array(z.object({ what: z.string(), count: z.int() })),
  /** The first of them with the line of the file they stand in. */
  problems: z.array(z.object({ line: z.int(), what: z.string() })),
})
export type OwnImport = z.infer<typeof OwnImport>

const ImportParams = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)) })

export const beginImport = route({
  method: 'POST',
  path: '/api/import',
  auth: 'user',
  summary:
    'Takes a file: our own export (JSON or CSV), or an Untappd export (CSV or JSON). Nothing is stored yet: it is looked through, and waits for the call to start. A file that still waits is forgotten.',
  query: z.object({
    /** The name of the file, for the list of imports. */
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  form: { maxBytes: IMPORT_MAX_BYTES },
  answer: { 202: OwnImport },
  errors: ['invalid', 'too_large', 'conflict'],
})

export const listImports = route({
  method: 'GET',
  path: '/api/imports',
  auth: 'user',
  summary: "The user's imports, newest first, without their problems.",
  answer: { 200: z.array(OwnImport) },
  errors: [],
})

export const getImport = route({
  method: 'GET',
  path: '/api/import/{id}',
  auth: 'user',
  summary: 'One import: how far it is, what it does, and what it cannot store.',
  params: ImportParams,
  answer: { 200: OwnImport },
  errors: ['invalid', 'not_found'],
})

export const startImport = route({
  method: 'POST',
  path: '/api/import/{id}/start',
  auth: 'user',
  summary: 'Stores what was looked through. Saying it twice is one import and no error.',
  params: ImportParams,
  answer: { 202: OwnImport },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const undoImport = route({
  method: 'DELETE',
  path: '/api/import/{id}',
  auth: 'user',
  summary:
    'Ends an import and takes back all it stored, in whatever state it is; what stood here before stays. One that stored nothing is forgotten.',
  params: ImportParams,
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

/** A beer the user had elsewhere, as an imported file tells. */
export const StoredCheckIn = z.object({
  beerId: BeerId,
  beer: Beer,
  hadAt: z.iso.datetime(),
  source: z.string(),
  /** Stable within the source. */
  sourceId: z.string(),
})
export type StoredCheckIn = z.infer<typeof StoredCheckIn>

export const listCheckIns = route({
  method: 'GET',
  path: '/api/check-ins',
  auth: 'user',
  summary: "The user's check-ins from other products, newest first.",
  answer: { 200: z.array(StoredCheckIn) },
  errors: [],
})

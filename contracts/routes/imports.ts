/** Imports of a user's own data: a file is uploaded and checked, imported on request, and can be undone as a whole. */
import { z } from 'zod/mini'
import { IdParam } from '../beer.ts'
import { IMPORT_MAX_BYTES, IMPORTS_LISTED_MAX } from '../limits.ts'
import { route } from '../route.ts'

/** The product a user's file comes from. */
export const USER_IMPORT_SOURCES = ['beergoggles', 'untappd'] as const

/**
 * `checking`: the server counts what the file contains. `checked`: waits for the user to start the import. `importing`:
 * records are being stored. `failed`: stopped by an error; the records stored so far can be undone.
 */
export const IMPORT_STATES = ['checking', 'checked', 'importing', 'done', 'failed', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Records of one kind: new ones, and ones the user already has. */
const Counted = z.object({ fresh: z.int().check(z.gte(0)), known: z.int().check(z.gte(0)) })

export const IMPORT_KINDS = ['scans', 'favorites', 'searches', 'ratings', 'checkIns', 'wants', 'taste'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const OwnImport = z.object({
  id: z.int().check(z.positive()),
  fileName: z.string(),
  /** One of IMPORT_SOURCES_OF_USERS. */
  source: z.string(),
  /** One of IMPORT_STATES. */
  state: z.string(),
  startedAt: z.iso.datetime(),
  /** Percent done in this state. */
  progress: z.number().check(z.gte(0), z.lte(100)),
  /** Records found in the file so far. */
  records: z.int().check(z.gte(0)),
  /** Before `importing` a preview, from then on the result. */
  counts: z.object({
    scans: Counted,
    favorites: Counted,
    searches: Counted,
    ratings: Counted,
    /** Journal entries. */
    checkIns: Counted,
    wants: Counted,
    /** Answers on cards, and the switch. */
    taste: z._default(Counted, { fresh: 0, known: 0 }),
    /** Beers that are not in the catalogue and become this user's unlisted beers. */
    unlistedBeers: z.int().check(z.gte(0)),
    /** Unresolved records, or beers of a menu: they cannot be stored. */
    unplaced: z.int().check(z.gte(0)),
  }),
  /** Why records cannot be stored, most frequent reason first. */
  reasons: z.array(z.object({ what: z.string(), count: z.int() })),
  /** The first unresolved records, each with its line in the file. */
  problems: z.array(z.object({ line: z.int(), what: z.string() })),
})
export type OwnImport = z.infer<typeof OwnImport>

const ImportParams = z.object({ id: IdParam })

export const beginImport = route({
  method: 'POST',
  path: '/api/import',
  auth: 'user',
  summary:
    'Uploads a BeerGoggles or Untappd export (JSON or CSV) and checks it. Nothing is imported until the call to start. Replaces an earlier file that was not started.',
  query: z.object({
    /** File name, shown in the list of imports. */
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  form: { maxBytes: IMPORT_MAX_BYTES },
  answer: { 202: OwnImport },
  errors: ['invalid', 'too_large', 'conflict', 'unavailable'],
})

export const listImports = route({
  method: 'GET',
  path: '/api/imports',
  auth: 'user',
  summary: `Returns the user's imports, newest first, at most ${IMPORTS_LISTED_MAX}, without their \`problems\`.`,
  answer: { 200: z.array(OwnImport) },
  errors: [],
})

export const getImport = route({
  method: 'GET',
  path: '/api/import/{id}',
  auth: 'user',
  summary: 'Returns one import with its progress, counts and problems.',
  params: ImportParams,
  answer: { 200: OwnImport },
  errors: ['invalid', 'not_found'],
})

export const startImport = route({
  method: 'POST',
  path: '/api/import/{id}/start',
  auth: 'user',
  summary: 'Starts the import of a checked file. Idempotent.',
  params: ImportParams,
  answer: { 202: OwnImport },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const undoImport = route({
  method: 'DELETE',
  path: '/api/import/{id}',
  auth: 'user',
  summary:
    'Stops an import in any state and removes everything it stored; earlier data stays. An import that stored nothing is deleted.',
  params: ImportParams,
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

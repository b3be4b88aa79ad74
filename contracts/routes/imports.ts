/**
 * A user's own data as files. The client makes an export of what the calls of each part answer, and of `exportRest`. An import is
 * uploaded and checked, carried out on request, and can be undone as a whole.
 */
import { z } from 'zod/mini'
import { Beer, IdParam } from '../beer.ts'
import { IMPORT_MAX_BYTES, IMPORTS_LISTED_MAX } from '../limits.ts'
import { route } from '../route.ts'
import { ServerPreferences } from './notifications.ts'

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
/** Of a kind that servers of an older build do not count. */
const CountedSince = z._default(Counted, { fresh: 0, known: 0 })

/** The settings that stay in the browser. */
export const BrowserSettings = z.object({
  soundEffects: z.boolean(),
  vibration: z.boolean(),
  /** Null: the browser's. */
  language: z.nullable(z.string()),
})
export type BrowserSettings = z.infer<typeof BrowserSettings>

export const IMPORT_KINDS = [
  'scans',
  'favorites',
  'searches',
  'ratings',
  'checkIns',
  'wants',
  'taste',
  'barcodes',
  'labels',
  'corrections',
  'pictures',
  'settings',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const OwnImport = z.object({
  id: z.int().check(z.positive()),
  fileName: z.string(),
  /** One of USER_IMPORT_SOURCES. */
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
    taste: CountedSince,
    barcodes: CountedSince,
    /** Named ones. */
    labels: CountedSince,
    /** Suggested ones. */
    corrections: CountedSince,
    pictures: CountedSince,
    settings: CountedSince,
    /** Beers that are not in the catalogue and become this user's unlisted beers. */
    unlistedBeers: z.int().check(z.gte(0)),
    /** Unresolved records, or beers of a menu: they cannot be stored. */
    unplaced: z.int().check(z.gte(0)),
  }),
  /** Why records cannot be stored, most frequent reason first. */
  reasons: z.array(z.object({ what: z.string(), count: z.int() })),
  /** The first unresolved records, each with its line in the file. */
  problems: z.array(z.object({ line: z.int(), what: z.string() })),
  /** Settings that the import brought, for the browser to take over. */
  settings: z.optional(z.nullable(BrowserSettings)),
})
export type OwnImport = z.infer<typeof OwnImport>

export const KeptBarcode = z.object({ barcode: z.string(), beer: Beer, confirmedAt: z.iso.datetime() })
export type KeptBarcode = z.infer<typeof KeptBarcode>

/** A label that the user named by correcting a scan. `wrongBeer`: the listed beer that it was taken for; null if none. */
export const KeptLabel = z.object({
  readText: z.array(z.string()),
  wrongBeer: z.nullable(Beer),
  beer: Beer,
  namedAt: z.iso.datetime(),
})
export type KeptLabel = z.infer<typeof KeptLabel>

/** A picture of a beer or of a journal entry; the other one is null. Its bytes are at `picturePath`. */
export const PictureToExport = z.object({
  id: z.uuid(),
  beer: z.nullable(Beer),
  entry: z.nullable(z.object({ source: z.string(), sourceId: z.string() })),
  keptAt: z.iso.datetime(),
})
export type PictureToExport = z.infer<typeof PictureToExport>

const ExportedRest = z.object({
  /** Barcodes whose beer the user named, newest first. */
  barcodes: z.array(KeptBarcode),
  /** Newest first. */
  labels: z.array(KeptLabel),
  /** Newest first. */
  pictures: z.array(PictureToExport),
  keepsPictures: z.boolean(),
  /** Null until the user changes one. */
  preferences: z.nullable(ServerPreferences),
  /** IANA name; null if unknown. */
  timeZone: z.nullable(z.string()),
})
export type ExportedRest = z.infer<typeof ExportedRest>

export const exportRest = route({
  method: 'GET',
  path: '/api/export',
  auth: 'user',
  summary:
    'Returns what the user stored and no other call lists as a whole: named barcodes and labels, pictures and settings.',
  answer: { 200: ExportedRest },
  errors: [],
})

const ImportParams = z.object({ id: IdParam })

export const beginImport = route({
  method: 'POST',
  path: '/api/import',
  auth: 'user',
  summary:
    'Uploads a BeerGoggles export (JSON, CSV or ZIP) or one of Untappd (JSON or CSV) and checks it. Nothing is imported until the call to start. Replaces an earlier file that was not started.',
  query: z.object({
    /** File name, shown in the list of imports. */
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  form: { maxBytes: IMPORT_MAX_BYTES },
  answer: { 202: OwnImport },
  errors: ['empty_file', 'unknown_file', 'invalid', 'too_large', 'import_running', 'unavailable'],
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
    'Stops an import in any state and removes what it stored and the user has not changed since; earlier data stays. An import that stored nothing is deleted.',
  params: ImportParams,
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

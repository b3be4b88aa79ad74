/**
 * Parses our JSON export record by record, so that a broken or hostile record affects no other; missing and invalid fields
 * become null where possible.
 */
import { z } from 'zod'
import { UNTAPPD } from '#catalogue/import'
import { JOURNAL_NOTE_MAX_LENGTH, JOURNAL_PLACE_MAX_LENGTH, SCAN_TYPES, TASTE_ANSWERS } from '#contracts'
import { type ListElement, listElements } from './list-elements.ts'
import {
  EMPTY_SIGHTING,
  type NamedBeer,
  type NamedScan,
  type NamedSighting,
  type OwnRecord,
  type ParsedRecord,
  parseTime,
  type RecordFile,
  sanitizeText,
} from './records.ts'

const NAME_MAX = 200
const TEXT_MAX = 2_000
const LIST_MAX = 1_000
const RECORD_MAX_CHARS = 4 * 1024 * 1024

export function parseExportJson(bytes: Uint8Array): RecordFile {
  let text: string | undefined
  const progress = { read: 0, total: 1 }
  return {
    share: () => progress.read / progress.total,
    records: (async function* () {
      text ??= new TextDecoder().decode(bytes)
      progress.total = Math.max(1, text.length)
      for (const { key, end, ...element } of listElements(text)) {
        progress.read = end
        if (NOT_IMPORTED.has(key)) continue
        yield toRecord(key, element)
      }
    })(),
  }
}

/** By the name of the list in the file. A parser returns the record, or the problem as text. */
const PARSERS: Readonly<Record<string, { noun: string; parse: (value: unknown) => OwnRecord | string }>> = {
  scans: { noun: 'scan', parse: parseScan },
  favorites: { noun: 'favorite', parse: parseFavorite },
  searches: { noun: 'search', parse: parseSearch },
  ratings: { noun: 'rating', parse: parseRating },
  journal: { noun: 'journal entry', parse: parseEntry },
  wants: { noun: 'beer to try', parse: parseWant },
  tasteAnswers: { noun: 'answer', parse: parseTasteAnswer },
  tasteOff: { noun: 'switch', parse: parseTasteOff },
  // Of exports before the journal.
  checkIns: { noun: 'check-in', parse: parseCheckIn },
}

/** Suggested corrections are for the operator of the installation that they were made in. */
const NOT_IMPORTED: ReadonlySet<string> = new Set(['corrections'])

function toRecord(key: string, { line, text }: Pick<ListElement, 'line' | 'text'>): ParsedRecord {
  if (text === undefined) return { line, problem: 'the file is cut off here' }
  const parser = Object.hasOwn(PARSERS, key) ? PARSERS[key] : undefined
  if (!parser) return { line, problem: 'not a part of an export' }
  if (text.length > RECORD_MAX_CHARS) return { line, problem: `a ${parser.noun} of more than 4 MB` }
  const parsed = parser.parse(parseJson(text))
  return typeof parsed === 'string' ? { line, problem: parsed } : { line, record: parsed }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textUpTo = (max: number) => z.string().transform((value) => sanitizeText(value, max))
const Text = textUpTo(TEXT_MAX).nullable().catch(null)
const Time = z.unknown().transform((value, issues) => {
  const at = parseTime(value)
  if (at) return at
  issues.addIssue('not a valid time')
  return z.NEVER
})
const Percent = z.number().min(0).max(100)
const Count = z.int().min(0).max(1_000_000)
const Position = z.object({ x: Percent, y: Percent })
const LabelBox = z.object({ x: Percent, y: Percent, width: Percent, height: Percent })

const NamedBeerSchema = z
  .object({
    id: z.int().positive().max(2_147_483_647).nullable().catch(null),
    name: textUpTo(NAME_MAX).refine((name) => name.trim() !== ''),
    brewery: textUpTo(NAME_MAX).nullable().catch(null),
    style: textUpTo(NAME_MAX).nullable().catch(null),
    abv: Percent.nullable().catch(null),
    ibu: z.number().min(0).max(10_000).nullable().catch(null),
    listed: z.boolean().catch(true),
  })
  .transform((beer): NamedBeer => beer)

const FieldConfidenceSchema = z
  .object({ brewery: Percent, name: Percent, style: Percent, abv: Percent })
  .nullable()
  .catch(null)
const EstimatesSchema = z
  .object({
    brewery: Text,
    style: Text,
    abv: Percent.nullable().catch(null),
    ibu: z.number().min(0).max(10_000).nullable().catch(null),
    rating: Percent.nullable().catch(null),
  })
  .nullable()
  .catch(null)
const AlternativesSchema = z
  .array(z.object({ beer: NamedBeerSchema, confidence: Percent }))
  .max(LIST_MAX)
  .catch([])

const SightingSchema = z.object({
  price: Text,
  size: Text,
  section: Text,
  position: Position.nullable().catch(null),
  box: LabelBox.nullable().catch(null),
  count: z.int().min(1).max(10_000).catch(1),
  confidence: Percent.nullable().catch(null),
  readText: z.array(textUpTo(TEXT_MAX)).max(LIST_MAX).catch([]),
  estimates: EstimatesSchema,
})

const ScanSchema = z.object({
  id: z.uuidv4().nullable().catch(null),
  status: z.enum(['completed', 'failed']),
  scanType: z.enum(SCAN_TYPES),
  menuData: z.string().nullable().catch(null),
  beer: z.unknown().optional(),
  scannedAt: Time,
  progressCurrent: Count.catch(0),
  progressTotal: Count.catch(0),
  failure: Text,
  title: Text,
  detected: Count.nullable().catch(null),
  fieldConfidence: FieldConfidenceSchema,
  alternatives: AlternativesSchema,
  itemAlternatives: z.array(AlternativesSchema).max(LIST_MAX).catch([]),
  fallback: Text,
  spots: z.array(Position).max(LIST_MAX).catch([]),
})

function parseScan(value: unknown): OwnRecord | string {
  if (z.object({ status: z.literal('processing') }).safeParse(value).success) return 'a scan that was still in progress'
  const parsed = ScanSchema.safeParse(value)
  if (!parsed.success) return `an invalid scan (${firstInvalidField(parsed.error)})`
  const { menuData, beer, fieldConfidence, alternatives, itemAlternatives, ...scan } = parsed.data
  const list = menuData === null ? undefined : parseJson(menuData)
  if (menuData !== null && (!Array.isArray(list) || list.length > LIST_MAX)) return 'a scan with invalid menuData'
  const values: unknown[] = Array.isArray(list) ? list : beer === null || beer === undefined ? [] : [beer]
  const sightings = values.map((one, position) => parseSighting(one, itemAlternatives[position] ?? []))
  if (sightings.some((one) => one === undefined)) return 'a scan with an invalid beer'
  const [only] = sightings
  if (menuData === null && only) Object.assign(only, { fieldConfidence, alternatives })
  const named: NamedScan = { ...scan, sightings: sightings.filter((one) => one !== undefined) }
  return { kind: 'scan', scan: named }
}

function parseSighting(value: unknown, alternatives: NamedSighting['alternatives']): NamedSighting | undefined {
  const beer = NamedBeerSchema.safeParse(value)
  const facts = SightingSchema.safeParse(value)
  return beer.success && facts.success ? { ...EMPTY_SIGHTING, ...facts.data, alternatives, beer: beer.data } : undefined
}

function parseFavorite(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerSchema, favoritedAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid favorite (${firstInvalidField(parsed.error)})`
  return { kind: 'favorite', beer: parsed.data.beer, at: parsed.data.favoritedAt }
}

const SearchSchema = z.object({
  query: textUpTo(NAME_MAX).refine((query) => query.trim() !== ''),
  resultCount: Count.catch(0),
  searchedAt: Time,
})

function parseSearch(value: unknown): OwnRecord | string {
  const parsed = SearchSchema.safeParse(value)
  if (!parsed.success) return `an invalid search (${firstInvalidField(parsed.error)})`
  const { query, resultCount, searchedAt } = parsed.data
  return { kind: 'search', query, resultCount, at: searchedAt }
}

function parseRating(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerSchema, rating: Percent, ratedAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid rating (${firstInvalidField(parsed.error)})`
  const { beer, rating, ratedAt } = parsed.data
  return { kind: 'rating', beer, rating, at: ratedAt }
}

const CheckInSchema = z.object({
  beer: NamedBeerSchema,
  hadAt: Time,
  source: textUpTo(NAME_MAX).catch(UNTAPPD),
  sourceId: textUpTo(NAME_MAX).nullable().catch(null),
})

function parseCheckIn(value: unknown): OwnRecord | string {
  const parsed = CheckInSchema.safeParse(value)
  if (!parsed.success) return `an invalid check-in (${firstInvalidField(parsed.error)})`
  const { hadAt, ...checkIn } = parsed.data
  return {
    kind: 'tried',
    ...checkIn,
    at: hadAt,
    rating: null,
    ratesBeer: false,
    note: null,
    place: null,
    position: null,
  }
}

const EntrySchema = z.object({
  beer: NamedBeerSchema,
  triedAt: Time,
  rating: Percent.nullable().catch(null),
  note: textUpTo(JOURNAL_NOTE_MAX_LENGTH).nullable().catch(null),
  place: textUpTo(JOURNAL_PLACE_MAX_LENGTH).nullable().catch(null),
  position: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullable()
    .catch(null),
  source: textUpTo(NAME_MAX),
  sourceId: textUpTo(NAME_MAX),
})

function parseEntry(value: unknown): OwnRecord | string {
  const parsed = EntrySchema.safeParse(value)
  if (!parsed.success) return `an invalid journal entry (${firstInvalidField(parsed.error)})`
  const { triedAt, ...entry } = parsed.data
  return { kind: 'tried', ...entry, at: triedAt, ratesBeer: false }
}

function parseWant(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerSchema, wantedAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid beer to try (${firstInvalidField(parsed.error)})`
  return { kind: 'want', beer: parsed.data.beer, at: parsed.data.wantedAt }
}

function parseTasteAnswer(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerSchema, answer: z.enum(TASTE_ANSWERS), answeredAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid answer (${firstInvalidField(parsed.error)})`
  const { answeredAt, ...answer } = parsed.data
  return { kind: 'taste-answer', ...answer, at: answeredAt }
}

function parseTasteOff(value: unknown): OwnRecord | string {
  const parsed = z.object({ since: Time }).safeParse(value)
  return parsed.success ? { kind: 'taste-off', since: parsed.data.since } : 'an invalid switch (since)'
}

/** For example 'beer.name'. */
const firstInvalidField = ({ issues }: z.ZodError) => issues[0]?.path.join('.') || 'not an object'

/**
 * Parses our JSON export record by record, so that a broken or hostile record affects no other; missing and invalid fields
 * become null where possible.
 */
import { z } from 'zod'
import { UNTAPPD } from '#catalogue/import'
import { Coordinates, Correction, JOURNAL_NOTE_MAX_LENGTH, JOURNAL_PLACE_MAX_LENGTH, TASTE_ANSWERS } from '#contracts'
import { tidied } from '../../core/beers/tidied-correction.ts'
import {
  Barcode,
  firstInvalidField,
  NAME_MAX,
  NamedBeerSchema,
  Percent,
  parseJson,
  ReadText,
  Time,
  textUpTo,
} from './export-fields.ts'
import { type ListElement, listElements } from './list-elements.ts'
import { parseScan } from './parse-export-scan.ts'
import { type PictureNamed, parsePicture, parseSettings } from './parse-export-settings.ts'
import type { OwnRecord, ParsedRecord, RecordFile } from './records.ts'

/** A menu with the most beers has a third of it. */
const RECORD_MAX_CHARS = 8 * 1024 * 1024

export function parseExportJson(bytes: Uint8Array, pictureNamed: PictureNamed = () => undefined): RecordFile {
  const parsers = { ...PARSERS, pictures: { noun: 'picture', parse: parsePicture(pictureNamed) } }
  let text: string | undefined
  const progress = { read: 0, total: 1 }
  return {
    share: () => progress.read / progress.total,
    records: (async function* () {
      text ??= new TextDecoder().decode(bytes)
      progress.total = Math.max(1, text.length)
      for (const { key, end, ...element } of listElements(text)) {
        progress.read = end
        yield toRecord(parsers, key, element)
      }
    })(),
  }
}

/** By the name of the list in the file. A parser returns the record, or the problem as text. */
type Parsers = Readonly<Record<string, { noun: string; parse: (value: unknown) => OwnRecord | string }>>

const PARSERS: Parsers = {
  scans: { noun: 'scan', parse: parseScan },
  favorites: { noun: 'favorite', parse: parseFavorite },
  searches: { noun: 'search', parse: parseSearch },
  ratings: { noun: 'rating', parse: parseRating },
  journal: { noun: 'journal entry', parse: parseEntry },
  wants: { noun: 'beer to try', parse: parseWant },
  tasteAnswers: { noun: 'answer', parse: parseTasteAnswer },
  tasteOff: { noun: 'switch', parse: parseTasteOff },
  barcodes: { noun: 'barcode', parse: parseBarcode },
  labels: { noun: 'named label', parse: parseLabel },
  corrections: { noun: 'suggested correction', parse: parseCorrection },
  settings: { noun: 'list of settings', parse: parseSettings },
  // Of exports before the journal.
  checkIns: { noun: 'check-in', parse: parseCheckIn },
}

function toRecord(parsers: Parsers, key: string, { line, text }: Pick<ListElement, 'line' | 'text'>): ParsedRecord {
  if (text === undefined) return { line, problem: 'the file is cut off here' }
  const parser = Object.hasOwn(parsers, key) ? parsers[key] : undefined
  if (!parser) return { line, problem: 'not a part of an export' }
  if (text.length > RECORD_MAX_CHARS) return { line, problem: `a ${parser.noun} of more than 8 MB` }
  const parsed = parser.parse(parseJson(text))
  return typeof parsed === 'string' ? { line, problem: parsed } : { line, record: parsed }
}

function parseFavorite(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerSchema, favoritedAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid favorite (${firstInvalidField(parsed.error)})`
  return { kind: 'favorite', beer: parsed.data.beer, at: parsed.data.favoritedAt }
}

const SearchSchema = z.object({
  query: textUpTo(NAME_MAX).refine((query) => query.trim() !== ''),
  resultCount: z.int().min(0).max(1_000_000).nullable().catch(null),
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
  position: z.nullable(Coordinates).catch(null),
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

function parseBarcode(value: unknown): OwnRecord | string {
  const parsed = z.object({ barcode: Barcode, beer: NamedBeerSchema, confirmedAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid barcode (${firstInvalidField(parsed.error)})`
  const { confirmedAt, ...named } = parsed.data
  return { kind: 'barcode', ...named, at: confirmedAt }
}

const LabelSchema = z.object({
  readText: ReadText.refine((lines) => lines.length > 0),
  wrongBeer: NamedBeerSchema.nullable(),
  beer: NamedBeerSchema,
  namedAt: Time,
})

function parseLabel(value: unknown): OwnRecord | string {
  const parsed = LabelSchema.safeParse(value)
  if (!parsed.success) return `an invalid named label (${firstInvalidField(parsed.error)})`
  const { namedAt, ...label } = parsed.data
  return { kind: 'label', ...label, at: namedAt }
}

function parseCorrection(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerSchema, suggestedAt: Time }).safeParse(value)
  if (!parsed.success) return `an invalid suggested correction (${firstInvalidField(parsed.error)})`
  const correction = Correction.safeParse(value)
  if (!correction.success) return 'an invalid suggested correction'
  const { beer, suggestedAt } = parsed.data
  return { kind: 'correction', beer, correction: tidied(correction.data), at: suggestedAt }
}

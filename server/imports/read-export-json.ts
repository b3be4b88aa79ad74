/**
 * Our own export as JSON. Its records are taken out one at a time, each with its line, so that a broken or hostile one costs
 * nothing but itself; fields that are missing or cannot be are left empty where that is possible.
 */
import { z } from 'zod'
import { UNTAPPD } from '#catalogue'
import { SCAN_TYPES } from '#contracts'
import {
  type NamedBeer,
  type NamedScan,
  type NamedSighting,
  NOTHING_SIGHTED,
  type OwnRecord,
  type ReadRecord,
  type RecordFile,
  storable,
  timeIn,
} from './records.ts'

const NAME_MAX = 200
const TEXT_MAX = 2_000
const LIST_MAX = 1_000
const RECORD_MAX = 4 * 1024 * 1024

export function readExportJson(bytes: Uint8Array): RecordFile {
  let text: string | undefined
  const progress = { read: 0, total: 1 }
  return {
    share: () => progress.read / progress.total,
    records: (async function* () {
      text ??= new TextDecoder().decode(bytes)
      progress.total = Math.max(1, text.length)
      for (const { key, end, ...element } of elementsOf(text)) {
        progress.read = end
        yield toRecord(key, element)
      }
    })(),
  }
}

interface Element {
  /** The list of the file it stands in. */
  key: string
  line: number
  /** Undefined when it is cut off. */
  text: string | undefined
  end: number
}

/**
 * What stands in the lists of the outermost object; brackets are counted outside of strings, nothing is parsed. A record with a
 * quote that never closes ends with its line, and the next one is a record again.
 */
function* elementsOf(text: string): Generator<Element> {
  let isInRoot = false
  let line = 1
  let key = ''
  let list: string | undefined
  /** Brackets open since here; `arrays` of them are square. */
  let element: { from: number; line: number; open: number; arrays: number } | undefined
  /** Square brackets of a record given up that are still to be closed. */
  let owed = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\n') line++
    else if (letter === '"') {
      const end = endOfString(text, at)
      if (isInRoot && list === undefined && !element) key = text.slice(at + 1, Math.min(end, at + 100))
      if (text[end] === '\n') {
        if (element && list !== undefined) {
          yield { key: list, line: element.line, text: text.slice(element.from, end), end }
          owed = element.arrays
          element = undefined
        }
        line++
      }
      at = end
    } else if (letter === '{' || letter === '[') {
      if (element) element.open++
      else if (!isInRoot) isInRoot = true
      else if (list === undefined && letter === '[') list = key
      else element = { from: at, line, open: 1, arrays: 0 }
      if (element && letter === '[') element.arrays++
    } else if (letter === '}' || letter === ']') {
      if (element) {
        element.open--
        if (letter === ']') element.arrays--
        if (element.open > 0) continue
        if (list !== undefined) yield { key: list, line: element.line, text: text.slice(element.from, at + 1), end: at }
        element = undefined
      } else if (letter === ']' && owed > 0) owed--
      else if (letter === ']') list = undefined
      else if (list === undefined) isInRoot = false
    }
  }
  if (isInRoot) yield { key: list ?? '', line: element?.line ?? line, text: undefined, end: text.length }
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '"' || letter === '\n') return at
  }
  return text.length
}

const READERS: Readonly<Record<string, { one: string; read: (value: unknown) => OwnRecord | string }>> = {
  scans: { one: 'scan', read: scanIn },
  favorites: { one: 'favorite', read: favoriteIn },
  searches: { one: 'search', read: searchIn },
  ratings: { one: 'rating', read: ratingIn },
  checkIns: { one: 'check-in', read: checkInIn },
}

function toRecord(key: string, { line, text }: Pick<Element, 'line' | 'text'>): ReadRecord {
  if (text === undefined) return { line, unread: 'the file is cut off here' }
  const reader = Object.hasOwn(READERS, key) ? READERS[key] : undefined
  if (!reader) return { line, unread: 'nothing that belongs into an export' }
  if (text.length > RECORD_MAX) return { line, unread: `a ${reader.one} of more than 4 MB` }
  const read = reader.read(parsedJson(text))
  return typeof read === 'string' ? { line, unread: read } : { line, record: read }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const text = (most: number) => z.string().transform((given) => storable(given, most))
const Text = text(TEXT_MAX).nullable().catch(null)
const Time = z.unknown().transform((given, issues) => {
  const at = timeIn(given)
  if (at) return at
  issues.addIssue('no time')
  return z.NEVER
})
const Percent = z.number().min(0).max(100)
const Count = z.int().min(0).max(1_000_000)
const Spot = z.object({ x: Percent, y: Percent })

const NamedBeerIn = z
  .object({
    id: z.int().positive().max(2_147_483_647).nullable().catch(null),
    name: text(NAME_MAX).refine((name) => name.trim() !== ''),
    brewery: text(NAME_MAX).nullable().catch(null),
    style: text(NAME_MAX).nullable().catch(null),
    abv: Percent.nullable().catch(null),
    ibu: z.number().min(0).max(10_000).nullable().catch(null),
    listed: z.boolean().catch(true),
  })
  .transform((beer): NamedBeer => beer)

const FieldConfidenceIn = z
  .object({ brewery: Percent, name: Percent, style: Percent, abv: Percent })
  .nullable()
  .catch(null)
const EstimatesIn = z
  .object({
    brewery: Text,
    style: Text,
    abv: Percent.nullable().catch(null),
    ibu: z.number().min(0).max(10_000).nullable().catch(null),
    rating: Percent.nullable().catch(null),
  })
  .nullable()
  .catch(null)
const AlternativesIn = z
  .array(z.object({ beer: NamedBeerIn, confidence: Percent }))
  .max(LIST_MAX)
  .catch([])

const SeenIn = z.object({
  price: Text,
  size: Text,
  section: Text,
  position: Spot.nullable().catch(null),
  count: z.int().min(1).max(10_000).catch(1),
  confidence: Percent.nullable().catch(null),
  readText: z.array(text(TEXT_MAX)).max(LIST_MAX).catch([]),
  estimates: EstimatesIn,
})

const ScanIn = z.object({
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
  fieldConfidence: FieldConfidenceIn,
  alternatives: AlternativesIn,
  itemAlternatives: z.array(AlternativesIn).max(LIST_MAX).catch([]),
  fallback: Text,
  spots: z.array(Spot).max(LIST_MAX).catch([]),
})

function scanIn(value: unknown): OwnRecord | string {
  if (z.object({ status: z.literal('processing') }).safeParse(value).success) return 'a scan that was still being read'
  const parsed = ScanIn.safeParse(value)
  if (!parsed.success) return `a scan that cannot be read (${placeOf(parsed.error)})`
  const { menuData, beer, fieldConfidence, alternatives, itemAlternatives, ...scan } = parsed.data
  const list = menuData === null ? undefined : parsedJson(menuData)
  if (menuData !== null && (!Array.isArray(list) || list.length > LIST_MAX))
    return 'a scan whose menuData cannot be read'
  const seen: unknown[] = Array.isArray(list) ? list : beer === null || beer === undefined ? [] : [beer]
  const sightings = seen.map((one, position) => sightingIn(one, itemAlternatives[position] ?? []))
  if (sightings.some((one) => one === undefined)) return 'a scan with a beer that cannot be read'
  const [only] = sightings
  if (menuData === null && only) Object.assign(only, { fieldConfidence, alternatives })
  const named: NamedScan = { ...scan, sightings: sightings.filter((one) => one !== undefined) }
  return { kind: 'scan', scan: named }
}

function sightingIn(value: unknown, alternatives: NamedSighting['alternatives']): NamedSighting | undefined {
  const beer = NamedBeerIn.safeParse(value)
  const seen = SeenIn.safeParse(value)
  return beer.success && seen.success ? { ...NOTHING_SIGHTED, ...seen.data, alternatives, beer: beer.data } : undefined
}

function favoriteIn(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerIn, favoritedAt: Time }).safeParse(value)
  if (!parsed.success) return `a favorite that cannot be read (${placeOf(parsed.error)})`
  return { kind: 'favorite', beer: parsed.data.beer, at: parsed.data.favoritedAt }
}

const SearchIn = z.object({
  query: text(NAME_MAX).refine((query) => query.trim() !== ''),
  resultCount: Count.catch(0),
  searchedAt: Time,
})

function searchIn(value: unknown): OwnRecord | string {
  const parsed = SearchIn.safeParse(value)
  if (!parsed.success) return `a search that cannot be read (${placeOf(parsed.error)})`
  const { query, resultCount, searchedAt } = parsed.data
  return { kind: 'search', query, resultCount, at: searchedAt }
}

function ratingIn(value: unknown): OwnRecord | string {
  const parsed = z.object({ beer: NamedBeerIn, rating: Percent, ratedAt: Time }).safeParse(value)
  if (!parsed.success) return `a rating that cannot be read (${placeOf(parsed.error)})`
  const { beer, rating, ratedAt } = parsed.data
  return { kind: 'rating', beer, rating, at: ratedAt }
}

const CheckInIn = z.object({
  beer: NamedBeerIn,
  hadAt: Time,
  source: text(NAME_MAX).catch(UNTAPPD),
  sourceId: text(NAME_MAX).nullable().catch(null),
})

function checkInIn(value: unknown): OwnRecord | string {
  const parsed = CheckInIn.safeParse(value)
  if (!parsed.success) return `a check-in that cannot be read (${placeOf(parsed.error)})`
  const { beer, hadAt, source, sourceId } = parsed.data
  return { kind: 'check-in', beer, source, sourceId, at: hadAt, rating: null }
}

/** Where the first thing is wrong: 'beer.name'. */
const placeOf = ({ issues }: z.ZodError) => issues[0]?.path.join('.') || 'no object'

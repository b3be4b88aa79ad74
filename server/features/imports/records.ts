/** The records of a user's file, in any format, and the problems found while parsing it. */
import type { ImportedBeer } from '#catalogue/import'
import {
  type BrowserSettings,
  type Coordinates,
  type Correction,
  type Estimates,
  type FieldConfidence,
  type LabelBox,
  MENU_BEERS_MAX,
  type RecognitionOrigin,
  type ServerPreferences,
  type TasteAnswer,
} from '#contracts'
import type { scans } from '../../adapters/db/schema.ts'

/** A beer as named in a file. Its id is trusted only if name and brewery agree with the stored beer. */
export interface NamedBeer {
  id: number | null
  name: string
  brewery: string | null
  style: string | null
  abv: number | null
  ibu: number | null
  /** False if the beer was unlisted when it was exported. */
  listed: boolean
  /** Everything another product states about the beer. */
  imported?: ImportedBeer
}

export interface NamedSighting {
  beer: NamedBeer
  price: string | null
  size: string | null
  section: string | null
  position: { x: number; y: number } | null
  box: LabelBox | null
  count: number
  confidence: number | null
  fieldConfidence: FieldConfidence | null
  alternatives: { beer: NamedBeer; confidence: number }[]
  readText: string[]
  estimates: Estimates | null
  origin: RecognitionOrigin
}

type ScanRow = typeof scans.$inferSelect

export interface NamedScan
  extends Pick<
    ScanRow,
    | 'scanType'
    | 'failure'
    | 'failureCode'
    | 'title'
    | 'detected'
    | 'otherDrink'
    | 'barcode'
    | 'spots'
    | 'fallback'
    | 'progressCurrent'
    | 'progressTotal'
  > {
  /** Null if the file has none; the scan is then identified by its time. */
  id: string | null
  status: 'completed' | 'failed'
  scannedAt: Date
  sightings: NamedSighting[]
}

export type OwnRecord =
  | { kind: 'scan'; scan: NamedScan }
  | { kind: 'favorite'; beer: NamedBeer; at: Date }
  | { kind: 'search'; query: string; resultCount: number | null; at: Date }
  | { kind: 'rating'; beer: NamedBeer; rating: number; at: Date }
  | { kind: 'want'; beer: NamedBeer; at: Date }
  | { kind: 'taste-answer'; beer: NamedBeer; answer: TasteAnswer; at: Date }
  | { kind: 'taste-off'; since: Date }
  | { kind: 'barcode'; beer: NamedBeer; barcode: string; at: Date }
  | { kind: 'label'; beer: NamedBeer; wrongBeer: NamedBeer | null; readText: string[]; at: Date }
  | { kind: 'correction'; beer: NamedBeer; correction: Correction; at: Date }
  | { kind: 'beer-picture'; beer: NamedBeer; bytes: Uint8Array; at: Date }
  | { kind: 'entry-picture'; entry: { source: string; sourceId: string }; bytes: Uint8Array; at: Date }
  | {
      kind: 'settings'
      server: ServerPreferences
      timeZone: string | null
      keepsPictures: boolean
      /** They are handed to the browser. */
      browser: BrowserSettings
    }
  | {
      kind: 'tried'
      beer: NamedBeer
      source: string
      /** Null if the file has none; the entry is then identified by beer and time. */
      sourceId: string | null
      at: Date
      /** The rating given with it, 0-100. */
      rating: number | null
      /** Whether that is also the rating of the beer. Our exports list those separately. */
      ratesBeer: boolean
      note: string | null
      place: string | null
      position: Coordinates | null
    }

/** Lines start at 1. A line with a `problem` is reported and skipped. */
export type ParsedRecord = { line: number } & ({ record: OwnRecord } | { problem: string })

/** The records of a file in order, parsed as they are consumed. */
export interface RecordFile {
  records: AsyncIterable<ParsedRecord>
  /** The share of the file parsed so far, 0-1. */
  share(): number
}

/** The problem of a scan that no version stores. */
export const TOO_MANY_BEERS = `a scan with more than ${MENU_BEERS_MAX.toLocaleString('en')} beers`

export const EMPTY_SIGHTING = {
  price: null,
  size: null,
  section: null,
  position: null,
  box: null,
  count: 1,
  confidence: null,
  fieldConfidence: null,
  alternatives: [],
  readText: [],
  estimates: null,
  origin: 'label',
} satisfies Omit<NamedSighting, 'beer'>

const EARLIEST = Date.UTC(1970, 0, 1)
/** Tolerance for clocks that are ahead, and for local times without a zone. */
const AHEAD_MS = 24 * 60 * 60_000

/** Returns undefined for invalid and implausible times: before 1970 or in the future. */
export function parseTime(text: unknown): Date | undefined {
  if (typeof text !== 'string') return undefined
  const at = new Date(text)
  const ms = at.getTime()
  return ms >= EARLIEST && ms <= Date.now() + AHEAD_MS ? at : undefined
}

/** Makes text safe to store: removes NUL, truncates to `max` characters and replaces lone surrogates. */
export function sanitizeText(text: string, max: number): string {
  return text
    .replaceAll('\0', '')
    .slice(0, max)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Returns every beer the records name, so that a batch can look them up at once. */
export function beersNamedIn(parsed: readonly ParsedRecord[]): NamedBeer[] {
  return parsed.flatMap((entry) => {
    if (!('record' in entry)) return []
    if (entry.record.kind === 'label') return [entry.record.beer, entry.record.wrongBeer ?? []].flat()
    if (entry.record.kind !== 'scan') return 'beer' in entry.record ? [entry.record.beer] : []
    return entry.record.scan.sightings.flatMap(({ beer, alternatives }) => [
      beer,
      ...alternatives.map((other) => other.beer),
    ])
  })
}

export function picturesIn(parsed: readonly ParsedRecord[]): { bytes: Uint8Array }[] {
  return parsed.flatMap((entry) => ('record' in entry && 'bytes' in entry.record ? entry.record : []))
}

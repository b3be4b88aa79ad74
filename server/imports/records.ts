/** What a user's file holds, whatever its format: records to be placed, and what could not be read. */
import type { ImportedBeer } from '#catalogue'
import type { Estimates, FieldConfidence } from '#contracts'
import type { scans } from '../db/schema.ts'

/** A beer as a file names it; its id means something only where name and brewery agree. */
export interface NamedBeer {
  id: number | null
  name: string
  brewery: string | null
  style: string | null
  abv: number | null
  ibu: number | null
  /** False when the file says that the catalogue did not have it. */
  listed: boolean
  /** All that another product says of it. */
  told?: ImportedBeer
}

export interface NamedSighting {
  beer: NamedBeer
  price: string | null
  size: string | null
  section: string | null
  position: { x: number; y: number } | null
  count: number
  confidence: number | null
  fieldConfidence: FieldConfidence | null
  alternatives: { beer: NamedBeer; confidence: number }[]
  readText: string[]
  estimates: Estimates | null
}

type ScanRow = typeof scans.$inferSelect

export interface NamedScan
  extends Pick<
    ScanRow,
    'scanType' | 'failure' | 'title' | 'detected' | 'spots' | 'fallback' | 'progressCurrent' | 'progressTotal'
  > {
  /** Null where the file tells none; then its time tells it apart. */
  id: string | null
  status: 'completed' | 'failed'
  scannedAt: Date
  sightings: NamedSighting[]
}

export type OwnRecord =
  | { kind: 'scan'; scan: NamedScan }
  | { kind: 'favorite'; beer: NamedBeer; at: Date }
  | { kind: 'search'; query: string; resultCount: number; at: Date }
  | { kind: 'rating'; beer: NamedBeer; rating: number; at: Date }
  | {
      kind: 'check-in'
      beer: NamedBeer
      source: string
      /** Null where the file tells none; then beer and time tell it apart. */
      sourceId: string | null
      at: Date
      /** What the person gave with it, 0-100. */
      rating: number | null
    }

/** Lines count from 1. `unread` is told and left out. */
export type ReadRecord = { line: number } & ({ record: OwnRecord } | { unread: string })

/** The records of a file in their order, and how much of the file was read, 0-1. */
export interface RecordFile {
  records: AsyncIterable<ReadRecord>
  share(): number
}

export const NOTHING_SIGHTED = {
  price: null,
  size: null,
  section: null,
  position: null,
  count: 1,
  confidence: null,
  fieldConfidence: null,
  alternatives: [],
  readText: [],
  estimates: null,
} satisfies Omit<NamedSighting, 'beer'>

const EARLIEST = Date.UTC(1970, 0, 1)
const AHEAD_MS = 24 * 60 * 60_000

/** Undefined for what is no time at which somebody can have done something. */
export function timeIn(text: unknown): Date | undefined {
  if (typeof text !== 'string') return undefined
  const at = new Date(text)
  const ms = at.getTime()
  return ms >= EARLIEST && ms <= Date.now() + AHEAD_MS ? at : undefined
}

/** Text as the database takes it: no NUL, no half of a pair, no longer than given. */
export function storable(text: string, most: number): string {
  return text
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

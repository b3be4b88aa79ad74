/** What the writers of an import share: the batch of parsed records, the user it is for, and the beers its records name. */
import { type ImportKind, UNLISTED_BEERS_PER_USER_MAX } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import type { PictureStore, StagedPictures } from '../../core/pictures/picture-store.ts'
import type { ImportStats } from './import-stats.ts'
import type { NamedBeer, OwnRecord } from './records.ts'
import type { BatchResolver } from './resolve-beers.ts'

export interface ImportContext {
  userId: number
  importId: number
  /** Counts what the file would change, and writes nothing. */
  isPreview: boolean
  /** Shared by all batches of the file: for a preview, nothing else records the earlier ones. */
  dedup: DedupSet
  pictures: Pick<PictureStore, 'of'>
  /** The pictures of the batch; none for a preview. */
  staged: StagedPictures
}

export interface RecordBatch extends ImportContext {
  conn: Conn
  resolver: BatchResolver
  stats: ImportStats
}

/** The records of a file seen so far, by key, with what else must be known of earlier batches. */
export class DedupSet {
  readonly #keys = new Set<string>()
  /** The time of the newest rating of each beer. */
  readonly newestRatings = new Map<number, number>()
  /** The sum of the pictures that could be kept. */
  readonly pictures = { count: 0, bytes: 0 }

  /** Returns true the first time a key is added. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    return true
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }
}

export type Parsed<K extends OwnRecord['kind']> = { line: number; record: Extract<OwnRecord, { kind: K }> }

const LIMIT_REACHED = `a beer beyond the ${UNLISTED_BEERS_PER_USER_MAX.toLocaleString('en')} that you can add`

/** Returns the id of the stored beer, or undefined, counted as unresolved, if the user has too many unlisted beers. */
export async function resolveBeer(
  { conn, resolver, stats }: RecordBatch,
  beer: NamedBeer,
  line: number,
): Promise<number | undefined> {
  const id = await resolver.resolve(conn, beer)
  if (id !== 'refused') return id
  stats.addUnresolved(line, LIMIT_REACHED)
  return undefined
}

/** Returns the records whose beer could be resolved, with its id. */
export async function resolveBeers<P extends { line: number; record: { beer: NamedBeer } }>(
  batch: RecordBatch,
  parsed: readonly P[],
): Promise<(P & { beerId: number })[]> {
  const resolved: (P & { beerId: number })[] = []
  for (const entry of parsed) {
    const beerId = await resolveBeer(batch, entry.record.beer, entry.line)
    if (beerId !== undefined) resolved.push({ ...entry, beerId })
  }
  return resolved
}

/** How many more records of a kind the user may have. What a preview counted takes up room as well. */
export function roomFor(
  { isPreview, stats }: Pick<RecordBatch, 'isPreview' | 'stats'>,
  kind: ImportKind,
  max: number,
  stored: number,
): number {
  return max - stored - (isPreview ? stats.fresh(kind) : 0)
}

interface KeptOnce<T, Key> {
  keyOf: (entry: T) => Key
  /** The keys that are stored. */
  known: ReadonlySet<Key>
  /** How many the user may have. */
  max: number
  /** How many the user has. */
  stored: number
  /** The problem of those for which there is no room. */
  beyond: string
}

/** Counts the entries, of which each key is kept once, and returns those to be stored. */
export function freshOf<T extends { line: number }, Key>(
  batch: Pick<RecordBatch, 'isPreview' | 'dedup' | 'stats'>,
  kind: ImportKind,
  entries: readonly T[],
  { keyOf, known, max, stored, beyond }: KeptOnce<T, Key>,
): T[] {
  const { dedup, stats } = batch
  const room = roomFor(batch, kind, max, stored)
  const fresh: T[] = []
  for (const entry of entries) {
    const key = keyOf(entry)
    if (known.has(key) || dedup.has(`${kind} ${key}`)) {
      stats.add(kind, 'known')
    } else if (fresh.length >= room) {
      stats.addUnresolved(entry.line, beyond)
    } else {
      dedup.add(`${kind} ${key}`)
      stats.add(kind, 'fresh')
      fresh.push(entry)
    }
  }
  return fresh
}

export const beerIdsOf = (resolved: readonly { beerId: number }[]) => [...new Set(resolved.map(({ beerId }) => beerId))]

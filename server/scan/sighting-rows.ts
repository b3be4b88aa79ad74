/** What recognition saw -> the rows that are stored: listed beers by their id, unlisted ones kept for their user, unknown spots as places alone. */
import type { FieldConfidence } from '#contracts'
import type { Outcome, Sighting } from '#recognition'
import { unlistedBeers } from '../beers/unlisted-store.ts'
import type { Tx } from '../db/database.ts'
import type { scanItems, scans } from '../db/schema.ts'
import { keepEstimate } from '../ratings/keep-estimate.ts'

/** A row without its place in the scan. */
export type ItemValues = Omit<typeof scanItems.$inferInsert, 'scanId' | 'position'>

const SCAN_TYPE_OF = { single: 'single', group: 'multiple_beers', menu: 'menu' } as const

export function scanTypeOf(shape: Outcome['shape']): (typeof scans.$inferSelect)['scanType'] {
  return SCAN_TYPE_OF[shape]
}

/** The rows of an outcome in the order of the photo. A single photo has one beer at most; in a group each beer stands once. */
export async function rowsOf(tx: Tx, userId: number, { shape, sightings }: Outcome): Promise<ItemValues[]> {
  const rows: ItemValues[] = []
  for (const sighting of sightings) {
    const row = await rowOf(tx, userId, sighting)
    if (row) rows.push(row)
    if (row && shape === 'single') break
  }
  return shape === 'group' ? onceEach(rows) : rows
}

/** Where a group's photo shows containers that could not be read, to a hundredth of a percent. */
export function spotsOf({ shape, sightings }: Outcome): { x: number; y: number }[] {
  const unread = sightings.filter(({ verdict }) => shape === 'group' && verdict === 'unknown-spot')
  return unread.flatMap(({ where }) =>
    where ? [{ x: Number(where.x.toFixed(2)), y: Number(where.y.toFixed(2)) }] : [],
  )
}

/** Undefined for what cannot be shown as a beer: an unknown spot, or an unlisted beer beyond what a user may have. */
export async function rowOf(tx: Tx, userId: number, sighting: Sighting): Promise<ItemValues | undefined> {
  const beerId = await beerIdOf(tx, userId, sighting)
  if (beerId === undefined) return undefined
  const { verdict, candidates, printed, evidence, where, count, confidence, fieldConfidence, estimates } = sighting
  return {
    beerId,
    price: printed.price,
    size: printed.size,
    section: printed.section,
    x: where?.x ?? null,
    y: where?.y ?? null,
    count,
    confidence: percent(confidence),
    fieldConfidence: inPercent(fieldConfidence),
    alternatives: candidates
      .filter((candidate) => candidate.beerId !== beerId)
      .map((candidate) => ({ beerId: candidate.beerId, confidence: percent(candidate.confidence) })),
    readText: evidence,
    estimates: verdict === 'unlisted' ? (estimates ?? null) : null,
  }
}

async function beerIdOf(
  tx: Tx,
  userId: number,
  { verdict, candidates, printed, estimates }: Sighting,
): Promise<number | undefined> {
  if (verdict === 'listed') return candidates[0]?.beerId
  const { name, brewery, style, abv, ibu } = printed
  if (verdict === 'unknown-spot' || name === null) return undefined
  const beerId = await unlistedBeers(tx).of(userId).keep({ name, brewery, style, abv, ibu })
  if (beerId !== undefined && estimates?.rating) await keepEstimate(tx, beerId, estimates.rating)
  return beerId
}

/** Two labels that were read as the same unlisted beer become one row: packs added up, place and text of the best view. */
function onceEach(rows: ItemValues[]): ItemValues[] {
  const byBeer = new Map<number, ItemValues>()
  for (const row of rows) {
    const other = byBeer.get(row.beerId)
    const [best, rest] = !other || (row.confidence ?? 0) > (other.confidence ?? 0) ? [row, other] : [other, row]
    byBeer.set(row.beerId, { ...best, count: (best.count ?? 1) + (rest ? (rest.count ?? 1) : 0) })
  }
  return [...byBeer.values()]
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

function inPercent({ brewery, name, style, abv }: FieldConfidence): FieldConfidence {
  return { brewery: percent(brewery), name: percent(name), style: percent(style), abv: percent(abv) }
}

/**
 * Turns sightings into rows: listed beers by their id, unlisted beers stored for the user. Unread containers become positions
 * of the scan.
 */
import type { FieldConfidence, LabelBox } from '#contracts'
import type { Outcome, Sighting } from '#recognition'
import type { Tx } from '../../adapters/db/database.ts'
import type { scanItems, scans } from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { storeEstimate } from '../../core/ratings/rate-beers.ts'

/** A row without its scan, its owner and its index there. */
export type ItemValues = Omit<typeof scanItems.$inferInsert, 'scanId' | 'userId' | 'position'>

const SCAN_TYPE_OF = { single: 'single', group: 'multiple_beers', menu: 'menu' } as const

export function scanTypeOf(shape: Outcome['shape']): (typeof scans.$inferSelect)['scanType'] {
  return SCAN_TYPE_OF[shape]
}

/** Returns the rows in the order of the photo. A single photo has at most one; a group has one per beer. */
export async function rowsOf(tx: Tx, userId: number, { shape, sightings }: Outcome): Promise<ItemValues[]> {
  const rows: ItemValues[] = []
  for (const sighting of sightings) {
    const row = await rowOf(tx, userId, sighting)
    if (row) rows.push(row)
    if (row && shape === 'single') break
  }
  return shape === 'group' ? mergeSameBeers(rows) : rows
}

/** Returns the positions of a group's unread containers, rounded to a hundredth of a percent. */
export function unreadContainersOf({ shape, sightings }: Outcome): { x: number; y: number }[] {
  const unread = sightings.filter(({ verdict }) => shape === 'group' && verdict === 'unread-container')
  return unread.flatMap(({ position }) => (position ? [{ x: hundredths(position.x), y: hundredths(position.y) }] : []))
}

/** Returns undefined for an unread container, and for an unlisted beer beyond the user's limit. */
export async function rowOf(tx: Tx, userId: number, sighting: Sighting): Promise<ItemValues | undefined> {
  const beerId = await beerIdOf(tx, userId, sighting)
  if (beerId === undefined) return undefined
  const { verdict, candidates, printed, evidence, position, box, count, confidence, fieldConfidence, estimates } =
    sighting
  return {
    beerId,
    price: printed.price,
    size: printed.size,
    section: printed.section,
    x: position?.x ?? null,
    y: position?.y ?? null,
    box: box ? roundedBox(box) : null,
    count,
    confidence: percent(confidence),
    fieldConfidence: inPercent(fieldConfidence),
    alternatives: candidates
      .filter((candidate) => candidate.beerId !== beerId)
      .map((candidate) => ({ beerId: candidate.beerId, confidence: percent(candidate.confidence) })),
    readText: evidence,
    byBarcode: sighting.origin === 'barcode',
    byCorrection: sighting.origin === 'correction',
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
  if (verdict === 'unread-container' || name === null) return undefined
  const beerId = await unlistedBeers(tx).of(userId).findOrCreate({ name, brewery, style, abv, ibu })
  if (beerId !== undefined && estimates?.rating) await storeEstimate(tx, beerId, estimates.rating)
  return beerId
}

/** Merges rows of the same beer: counts add up, the rest comes from the row with the highest confidence. */
function mergeSameBeers(rows: ItemValues[]): ItemValues[] {
  const byBeer = new Map<number, ItemValues>()
  for (const row of rows) {
    const other = byBeer.get(row.beerId)
    const [best, rest] = !other || (row.confidence ?? 0) > (other.confidence ?? 0) ? [row, other] : [other, row]
    byBeer.set(row.beerId, { ...best, count: (best.count ?? 1) + (rest ? (rest.count ?? 1) : 0) })
  }
  return [...byBeer.values()]
}

const hundredths = (value: number) => Number(value.toFixed(2))

function roundedBox({ x, y, width, height }: LabelBox): LabelBox {
  return { x: hundredths(x), y: hundredths(y), width: hundredths(width), height: hundredths(height) }
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

function inPercent({ brewery, name, style, abv }: FieldConfidence): FieldConfidence {
  return { brewery: percent(brewery), name: percent(name), style: percent(style), abv: percent(abv) }
}

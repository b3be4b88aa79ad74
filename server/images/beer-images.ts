/**
 * Pictures of beers, for installations whose operator names a picture source. Stored addresses are asked again, missing
 * pictures are sought, and everything is served from our own origin. A picture goes only when its source says that it is
 * gone or that it is no picture; a source that cannot be reached changes nothing.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import type { Db } from '../db/database.ts'
import { beerImages, beers, breweries } from '../db/schema.ts'

/** The call answers within 10 s; what is not done by then is 'left' for the next one. */
const BUDGET_MS = 8_000
const FETCH_TIMEOUT_MS = 3_000
const PICTURE_MAX_BYTES = 4 * 1024 * 1024
const BATCH = 200
const PICTURE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
const GONE = new Set([404, 410])

export interface ImageCounts {
  checked: number
  removed: number
  found: number
  unreachable: number
  left: number
}

export interface ImagePorts {
  db: Db
  fetch: typeof globalThis.fetch
  /** An address with `{brewery}` and `{name}` that answers with a picture or 404; undefined when none is configured. */
  source: string | undefined
  now: () => number
}

type Looked = { kind: 'picture'; bytes: Uint8Array; contentType: string } | { kind: 'gone' } | { kind: 'unreachable' }

export async function updateBeerImages({ db, fetch, source, now }: ImagePorts): Promise<ImageCounts> {
  const until = now() + BUDGET_MS
  const counts: ImageCounts = { checked: 0, removed: 0, found: 0, unreachable: 0, left: 0 }

  const known = await db
    .select({ beerId: beerImages.beerId, url: beerImages.sourceUrl })
    .from(beerImages)
    .orderBy(asc(beerImages.checkedAt))
    .limit(BATCH)
  for (const { beerId, url } of known) {
    if (now() >= until) break
    const looked = await look(fetch, url)
    counts.checked++
    if (looked.kind === 'picture') await keep(db, beerId, url, looked)
    else if (looked.kind === 'gone') {
      await forget(db, beerId)
      counts.removed++
    } else counts.unreachable++
  }

  if (source !== undefined) {
    const missing = await db
      .select({ id: beers.id, name: beers.name, brewery: breweries.name })
      .from(beers)
      .innerJoin(breweries, eq(breweries.id, beers.breweryId))
      .where(and(isNull(beers.imageUrl), isNull(beers.ownerId), eq(beers.removed, false)))
      .orderBy(sql`${beers.imageSoughtAt} asc nulls first`, sql`${beers.popularity} desc`, beers.id)
      .limit(BATCH)
    for (const beer of missing) {
      if (now() >= until) break
      const url = addressOf(source, beer)
      const looked = await look(fetch, url)
      counts.checked++
      if (looked.kind === 'picture') {
        await keep(db, beer.id, url, looked)
        counts.found++
      } else if (looked.kind === 'unreachable') counts.unreachable++
      await db
        .update(beers)
        .set({ imageSoughtAt: new Date(now()) })
        .where(eq(beers.id, beer.id))
    }
  }

  const [left] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(beers)
    .where(and(isNull(beers.imageUrl), isNull(beers.ownerId), eq(beers.removed, false)))
  return { ...counts, left: left?.n ?? 0 }
}

/** The stored picture of a beer, for serving. */
export async function pictureOf(db: Db, beerId: number) {
  const [picture] = await db.select().from(beerImages).where(eq(beerImages.beerId, beerId))
  return picture
}

function addressOf(source: string, beer: { name: string; brewery: string }): string {
  return source
    .replaceAll('{brewery}', encodeURIComponent(beer.brewery))
    .replaceAll('{name}', encodeURIComponent(beer.name))
}

async function look(fetch: ImagePorts['fetch'], url: string): Promise<Looked> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (GONE.has(response.status)) return { kind: 'gone' }
    if (!response.ok) return { kind: 'unreachable' }
    const bytes = await readAtMost(response, PICTURE_MAX_BYTES)
    const type = bytes && (await fileTypeFromBuffer(bytes))
    if (!bytes || !type || !PICTURE_TYPES.has(type.mime)) return { kind: 'gone' }
    return { kind: 'picture', bytes, contentType: type.mime }
  } catch {
    // Names that do not resolve, refused connections and time-outs all mean the same here: it could not be asked.
    return { kind: 'unreachable' }
  }
}

/** The body, or undefined when it is larger than a picture of a beer has reason to be. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limit) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function keep(
  db: Db,
  beerId: number,
  sourceUrl: string,
  { bytes, contentType }: { bytes: Uint8Array; contentType: string },
) {
  const values = { sourceUrl, contentType, bytes, checkedAt: new Date() }
  await db.transaction(async (tx) => {
    await tx
      .insert(beerImages)
      .values({ beerId, ...values })
      .onConflictDoUpdate({ target: beerImages.beerId, set: values })
    await tx
      .update(beers)
      .set({ imageUrl: `/api/beers/${beerId}/image` })
      .where(eq(beers.id, beerId))
  })
}

async function forget(db: Db, beerId: number) {
  await db.transaction(async (tx) => {
    await tx.delete(beerImages).where(eq(beerImages.beerId, beerId))
    await tx.update(beers).set({ imageUrl: null }).where(eq(beers.id, beerId))
  })
}

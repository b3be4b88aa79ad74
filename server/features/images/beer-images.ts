/**
 * Beer pictures, for installations with a configured picture source. An update rechecks the source of each stored picture
 * and looks for missing ones; pictures are served from our own origin. A picture is removed only if its source answers 404
 * or 410 or returns something else; an unreachable source changes nothing.
 */
import { lookup } from 'node:dns/promises'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { pictureTypeOf } from '#recognition'
import type { Db } from '../../adapters/db/database.ts'
import { beerImages, beers, breweries } from '../../adapters/db/schema.ts'
import { isPrivateHost } from '../../adapters/http/private-address.ts'

/** The call must answer within 10 s; whatever remains is counted as `left` for the next one. */
const BUDGET_MS = 8_000
/** Leaves the other half to missing pictures, also while the source of the stored ones does not answer. */
const STORED_BUDGET_MS = BUDGET_MS / 2
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
  /** URL template with `{brewery}` and `{name}` that answers with a picture or 404; undefined if not configured. */
  source: string | undefined
  now: () => number
  /** The addresses of a host. Default: what the system resolves. */
  addressesOf?: (host: string) => Promise<string[]>
}

type FetchResult =
  | { kind: 'picture'; bytes: Uint8Array; contentType: string }
  | { kind: 'gone' }
  | { kind: 'unreachable' }

/** An update that is running: what it uses, and what it has done so far. */
interface Update {
  db: Db
  now: () => number
  lookUp(url: string): Promise<FetchResult>
  counts: ImageCounts
}

const withoutPicture = and(isNull(beers.imageUrl), isNull(beers.ownerId), eq(beers.removed, false))

export async function updateBeerImages({
  db,
  fetch,
  source,
  now,
  addressesOf = systemAddressesOf,
}: ImagePorts): Promise<ImageCounts> {
  const startedAt = now()
  const until = startedAt + BUDGET_MS
  const isPrivateSource = source !== undefined && isPrivateHost(new URL(source).hostname)
  const lookUp = async (url: string): Promise<FetchResult> =>
    isPrivateSource || (await isPublic(url, addressesOf)) ? await fetchPicture(fetch, url) : { kind: 'unreachable' }
  const counts: ImageCounts = { checked: 0, removed: 0, found: 0, unreachable: 0, left: 0 }
  const update: Update = { db, now, lookUp, counts }
  await recheckStored(update, source === undefined ? until : startedAt + STORED_BUDGET_MS)
  if (source !== undefined) await seekMissing(update, source, until)
  return { ...counts, left: await db.$count(beers, withoutPicture) }
}

/** The picture that was checked longest ago comes first. */
async function recheckStored({ db, now, lookUp, counts }: Update, until: number): Promise<void> {
  const known = await db
    .select({ beerId: beerImages.beerId, url: beerImages.sourceUrl })
    .from(beerImages)
    .orderBy(asc(beerImages.checkedAt))
    .limit(BATCH)
  for (const { beerId, url } of known) {
    if (now() >= until) break
    const result = await lookUp(url)
    const at = new Date(now())
    counts.checked++
    if (result.kind === 'picture') await storePicture(db, { ...result, beerId, url, at })
    else if (result.kind === 'gone') {
      await removePicture(db, beerId)
      counts.removed++
    } else {
      // Otherwise the same pictures would come first again at each update.
      await db.update(beerImages).set({ checkedAt: at }).where(eq(beerImages.beerId, beerId))
      counts.unreachable++
    }
  }
}

/** Beers that were never looked for come first, then those of longest ago; the popular ones among them. */
async function seekMissing({ db, now, lookUp, counts }: Update, source: string, until: number): Promise<void> {
  const missing = await db
    .select({ id: beers.id, name: beers.name, brewery: breweries.name })
    .from(beers)
    .innerJoin(breweries, eq(breweries.id, beers.breweryId))
    .where(withoutPicture)
    .orderBy(sql`${beers.imageSoughtAt} asc nulls first`, sql`${beers.popularity} desc`, beers.id)
    .limit(BATCH)
  for (const beer of missing) {
    if (now() >= until) break
    const url = urlFor(source, beer)
    const result = await lookUp(url)
    const at = new Date(now())
    counts.checked++
    if (result.kind === 'picture') {
      await storePicture(db, { ...result, beerId: beer.id, url, at })
      counts.found++
    } else if (result.kind === 'unreachable') counts.unreachable++
    await db.update(beers).set({ imageSoughtAt: at }).where(eq(beers.id, beer.id))
  }
}

export async function findPicture(db: Db, beerId: number) {
  const [picture] = await db.select().from(beerImages).where(eq(beerImages.beerId, beerId))
  return picture
}

function urlFor(source: string, beer: { name: string; brewery: string }): string {
  return source
    .replaceAll('{brewery}', encodeURIComponent(beer.brewery))
    .replaceAll('{name}', encodeURIComponent(beer.name))
}

/** A public source must not lead the server to a host of its own network, neither by a redirect nor by its name. */
async function isPublic(url: string, addressesOf: (host: string) => Promise<string[]>): Promise<boolean> {
  try {
    const host = new URL(url).hostname
    const addresses = await addressesOf(host)
    return addresses.length > 0 && addresses.every((address) => ipaddr.process(address).range() === 'unicast')
  } catch {
    return false
  }
}

async function systemAddressesOf(host: string): Promise<string[]> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true })
  return found.map(({ address }) => address)
}

async function fetchPicture(fetch: ImagePorts['fetch'], url: string): Promise<FetchResult> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (GONE.has(response.status)) return { kind: 'gone' }
    if (!response.ok) return { kind: 'unreachable' }
    const bytes = await readAtMost(response, PICTURE_MAX_BYTES)
    const contentType = bytes && pictureTypeOf(bytes)
    if (!bytes || !contentType || !PICTURE_TYPES.has(contentType)) return { kind: 'gone' }
    return { kind: 'picture', bytes, contentType }
  } catch {
    // Unresolved names, refused connections and timeouts are all treated alike: the source is unreachable.
    return { kind: 'unreachable' }
  }
}

/** Returns the body, or undefined if it exceeds `limit` bytes. */
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

interface FoundPicture {
  beerId: number
  url: string
  bytes: Uint8Array
  contentType: string
  at: Date
}

async function storePicture(db: Db, { beerId, url, bytes, contentType, at }: FoundPicture) {
  const values = { sourceUrl: url, contentType, bytes, checkedAt: at }
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

async function removePicture(db: Db, beerId: number) {
  await db.transaction(async (tx) => {
    await tx.delete(beerImages).where(eq(beerImages.beerId, beerId))
    await tx.update(beers).set({ imageUrl: null }).where(eq(beers.id, beerId))
  })
}

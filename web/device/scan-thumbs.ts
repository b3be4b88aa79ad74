/**
 * Tiny copies of scanned photos, to tell scans apart that have no beer to show. They stay on this device, and are deleted with the
 * other copies of a user's data when anyone signs in or out.
 */
import { API_CACHE_PREFIX, THUMBS_SUFFIX } from './cache-names.ts'
import { jpegOf } from './photo.ts'

const SIDE_PX = 40
const QUALITY = 0.6
/** The oldest are deleted first. */
const THUMBS_MAX = 100

const nameOf = (userId: number) => `${API_CACHE_PREFIX}${userId}${THUMBS_SUFFIX}`
const addressOf = (scanId: string) => `/thumbs/${scanId}`
/** Plain HTTP has no caches. */
const hasCaches = () => typeof caches !== 'undefined'

export async function keepThumb(userId: number, scanId: string, photo: Blob): Promise<void> {
  if (!hasCaches()) return
  const whole = await createImageBitmap(photo)
  const thumb = await jpegOf(whole, { maxWidth: SIDE_PX, maxHeight: SIDE_PX, quality: QUALITY })
  whole.close()
  if (!thumb) return
  const cache = await caches.open(nameOf(userId))
  await cache.put(addressOf(scanId), new Response(thumb))
  const kept = await cache.keys()
  for (const oldest of kept.slice(0, Math.max(0, kept.length - THUMBS_MAX))) await cache.delete(oldest)
}

export async function thumbOf(userId: number, scanId: string): Promise<Blob | undefined> {
  if (!hasCaches()) return undefined
  return await (await caches.match(addressOf(scanId), { cacheName: nameOf(userId) }))?.blob()
}

/** All of them unless the scans are named. */
export async function forgetThumbs(userId: number, scanIds?: readonly string[]): Promise<void> {
  if (!hasCaches() || !(await caches.has(nameOf(userId)))) return
  if (!scanIds) return void (await caches.delete(nameOf(userId)))
  const cache = await caches.open(nameOf(userId))
  const forgotten = new Set(scanIds.map(addressOf))
  for (const kept of await cache.keys()) if (forgotten.has(new URL(kept.url).pathname)) await cache.delete(kept)
}

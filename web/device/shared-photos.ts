/** Photos shared from another app: the service worker receives and stores them, the page moves them into the outbox. */
import { API_CACHE_PREFIX, apiCacheIn, SHARED_PHOTOS_CACHE } from './cache-names.ts'

/** Path and form field are the manifest's `share_target`. */
export const SHARE_PATH = '/share-target'
const FIELD = 'photos'

const NAME_HEADER = 'X-File-Name'
const OWNER_HEADER = 'X-Owner'

/** A photo waits as long as a sign-in takes. */
const WAIT_MS = 60 * 60_000

/**
 * False if another site may have sent the form. Service workers see neither Origin nor Sec-Fetch-Site, so that a site that hides
 * itself as the referrer looks like an app; it then leaves its page for ours.
 */
export function isFromThisDevice({ referrer, destination }: Pick<Request, 'referrer' | 'destination'>): boolean {
  const isOwn = referrer === '' || new URL(referrer).origin === location.origin
  return isOwn && destination === 'document'
}

/** Stores shared photos for the user who is signed in, or for the next sign-in if nobody is, until a page takes them. */
export async function storeSharedPhotos(form: FormData): Promise<void> {
  const owner = apiCacheIn(await caches.keys()) ?? ''
  const cache = await caches.open(SHARED_PHOTOS_CACHE)
  const photos = form.getAll(FIELD).filter((entry) => entry instanceof File)
  for (const [index, photo] of photos.entries()) {
    const headers = {
      'Content-Type': photo.type,
      Date: new Date().toUTCString(),
      [NAME_HEADER]: encodeURIComponent(photo.name),
      [OWNER_HEADER]: owner,
    }
    await cache.put(`${SHARE_PATH}/${Date.now()}-${index}`, new Response(photo, { headers }))
  }
}

/** Returns the photos that wait for this user, and removes all. */
export async function takeSharedPhotos(userId: number): Promise<File[]> {
  if (typeof caches === 'undefined' || !(await caches.has(SHARED_PHOTOS_CACHE))) return []
  const cache = await caches.open(SHARED_PHOTOS_CACHE)
  const photos: File[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response || !isFor(userId, response)) continue
    const name = decodeURIComponent(response.headers.get(NAME_HEADER) ?? 'photo')
    photos.push(new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' }))
  }
  await removeSharedPhotos()
  return photos
}

export async function removeSharedPhotos(): Promise<void> {
  await caches.delete(SHARED_PHOTOS_CACHE)
}

function isFor(userId: number, { headers }: Response): boolean {
  const owner = headers.get(OWNER_HEADER) ?? ''
  const age = Date.now() - Date.parse(headers.get('Date') ?? '')
  return owner === '' ? age < WAIT_MS : owner === `${API_CACHE_PREFIX}${userId}`
}

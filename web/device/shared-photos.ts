/** Photos shared from another app: the service worker receives and stores them, the page moves them into the outbox. */
import { SHARED_PHOTOS_CACHE } from './cache-names.ts'

/** Path and form field are the manifest's `share_target`. */
export const SHARE_PATH = '/share-target'
const FIELD = 'photos'
/** Where the service worker redirects to after a share. */
export const SHARED_PHOTOS_ADDRESS = '/?shared'

const NAME_HEADER = 'X-File-Name'

/** Stores shared photos until a page takes them, if need be after sign-in. */
export async function storeSharedPhotos(form: FormData): Promise<void> {
  const cache = await caches.open(SHARED_PHOTOS_CACHE)
  const photos = form.getAll(FIELD).filter((entry) => entry instanceof File)
  for (const [index, photo] of photos.entries()) {
    const headers = { 'Content-Type': photo.type, [NAME_HEADER]: encodeURIComponent(photo.name) }
    await cache.put(`${SHARE_PATH}/${Date.now()}-${index}`, new Response(photo, { headers }))
  }
}

/** Returns the stored photos and removes them. */
export async function takeSharedPhotos(): Promise<File[]> {
  if (typeof caches === 'undefined' || !(await caches.has(SHARED_PHOTOS_CACHE))) return []
  const cache = await caches.open(SHARED_PHOTOS_CACHE)
  const photos: File[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response) continue
    const name = decodeURIComponent(response.headers.get(NAME_HEADER) ?? 'photo')
    photos.push(new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' }))
  }
  await caches.delete(SHARED_PHOTOS_CACHE)
  return photos
}

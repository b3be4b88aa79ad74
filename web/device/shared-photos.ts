/** Photos that another app shared with the installed one: the service worker receives them, the page takes them over. */

/** Named by the manifest's `share_target`, with the form field. */
export const SHARE_PATH = '/share-target'
const FIELD = 'photos'
/** Where the page takes them over. */
export const SHARED_ADDRESS = '/?shared'

const CACHE = 'shared-photos'
const NAME_HEADER = 'X-File-Name'

/** Keeps the photos of a share until a page takes them, after sign-in if need be. */
export async function keepSharedPhotos(form: FormData): Promise<void> {
  const cache = await caches.open(CACHE)
  const photos = form.getAll(FIELD).filter((entry) => entry instanceof File)
  for (const [place, photo] of photos.entries()) {
    const headers = { 'Content-Type': photo.type, [NAME_HEADER]: encodeURIComponent(photo.name) }
    await cache.put(`${SHARE_PATH}/${Date.now()}-${place}`, new Response(photo, { headers }))
  }
}

/** The photos that wait, once: who takes them puts them into the outbox. */
export async function takeSharedPhotos(): Promise<File[]> {
  if (typeof caches === 'undefined' || !(await caches.has(CACHE))) return []
  const cache = await caches.open(CACHE)
  const photos: File[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response) continue
    const name = decodeURIComponent(response.headers.get(NAME_HEADER) ?? 'photo')
    photos.push(new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' }))
  }
  await caches.delete(CACHE)
  return photos
}

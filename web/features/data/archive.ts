/** Everything as one ZIP file: the JSON export and the user's pictures. */
import { type Zippable, zipSync } from 'fflate'
import { type PictureToExport, picturePath } from '#contracts'
import { CallError } from '#web/api/call-error.ts'
import { type ArchivedPicture, type Exportable, fileName, inScope, toJson } from './export-data.ts'

/** Browsers open no more to one server. */
const FETCHED_AT_ONCE = 6

export async function archiveOf(
  data: Exportable,
  pictures: readonly PictureToExport[],
  now: Date,
  bytesOf: (id: string) => Promise<Uint8Array | undefined> = fetchPicture,
): Promise<Blob> {
  const files: Zippable = {}
  const archived: ArchivedPicture[] = []
  for (let from = 0; from < pictures.length; from += FETCHED_AT_ONCE) {
    const some = pictures.slice(from, from + FETCHED_AT_ONCE)
    const fetched = await Promise.all(some.map(async (picture) => ({ picture, bytes: await bytesOf(picture.id) })))
    for (const { picture, bytes } of fetched) {
      const { id, ...about } = picture
      const file = `pictures/${id}.webp`
      // Without one whose file a restored backup lacks.
      if (!bytes) continue
      archived.push({ file, ...about })
      // They are compressed already.
      files[file] = [bytes, { level: 0 }]
    }
  }
  const json = toJson({ ...inScope(data, 'all'), pictures: archived }, now)
  const zip = zipSync({ [fileName('all', 'json', now)]: new TextEncoder().encode(json), ...files }, { mtime: now })
  return new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' })
}

async function fetchPicture(id: string): Promise<Uint8Array | undefined> {
  const response = await fetch(picturePath(id), { credentials: 'include' })
  if (response.status === 404) return undefined
  if (!response.ok) throw await CallError.fromResponse(response)
  return new Uint8Array(await response.arrayBuffer())
}

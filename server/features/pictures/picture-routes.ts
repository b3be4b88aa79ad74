/** The pictures that a user keeps. Uploads are decoded in a reader process, never here. */
import type { FastifyInstance } from 'fastify'
import {
  keepBeerPicture,
  keepEntryPicture,
  keepPictures,
  listPictures,
  PictureId,
  picturePath,
  removeBeerPicture,
  removeEntryPicture,
  removePictures,
} from '#contracts'
import type { Readers } from '#recognition'
import type { Db } from '../../adapters/db/database.ts'
import type { DiskSpace } from '../../adapters/disk-space.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import type { PictureStore } from '../../core/pictures/picture-store.ts'
import { toClientError } from '../../core/pictures/reader-errors.ts'
import { assertTakenBy } from '../../core/pictures/taken-by.ts'

const ENCODE_TIMEOUT_MS = 20_000
const PICTURES_PER_MINUTE = 60

interface PicturePorts {
  db: Db
  pictures: PictureStore
  readers: Pick<Readers, 'thumbnail'>
  disk?: Pick<DiskSpace, 'assertRoom'> | undefined
}

export function pictureRoutes(app: FastifyInstance, { db, pictures, readers, disk }: PicturePorts) {
  async function small(image: Uint8Array): Promise<Uint8Array> {
    await disk?.assertRoom()
    try {
      return await readers.thumbnail(image, AbortSignal.timeout(ENCODE_TIMEOUT_MS))
    } catch (error) {
      throw toClientError(error)
    }
  }

  bind(app, listPictures, async ({ user }) => ({ status: 200, body: await pictures.of(user.id).list() }))

  bind(app, keepPictures, async ({ user, body }) => {
    await pictures.of(user.id).setKept(body.isKept)
    return { status: 204, body: null }
  })

  bind(app, removePictures, async ({ user }) => {
    await pictures.of(user.id).removeOfBeers()
    return { status: 204, body: null }
  })

  bind(
    app,
    keepBeerPicture,
    async ({ user, params, form: { image, scanId, takenBy } }) => {
      assertTakenBy(user, takenBy)
      const beerId = await beerStore(db).visibleTo(user.id).currentId(params.id)
      if (beerId === undefined) throw beerNotFound()
      const id = await pictures.of(user.id).keep({ beerId, scanId }, await small(image))
      return { status: 200, body: { id } }
    },
    { perMinute: PICTURES_PER_MINUTE },
  )

  bind(app, removeBeerPicture, async ({ user, params }) => {
    await pictures.of(user.id).removeOfBeer(params.id)
    return { status: 204, body: null }
  })

  bind(
    app,
    keepEntryPicture,
    async ({ user, params: { id: entryId }, form: { image } }) => {
      const id = await pictures.of(user.id).keep({ entryId }, await small(image))
      return { status: 200, body: { id } }
    },
    { perMinute: PICTURES_PER_MINUTE },
  )

  bind(app, removeEntryPicture, async ({ user, params }) => {
    await pictures.of(user.id).removeOfEntry(params.id)
    return { status: 204, body: null }
  })

  /** Serves the picture: a file, not a call of the contract. */
  app.get<{ Params: { id: string } }>(picturePath(':id'), async (request, reply) => {
    const id = PictureId.safeParse(request.params.id)
    const bytes = id.success && request.user && (await pictures.of(request.user.id).read(id.data))
    if (!bytes) throw new ProductError('not_found', "We don't have this picture.")
    // Its bytes never change, but whoever has signed out must not see it.
    return reply.type('image/webp').header('cache-control', 'private, no-cache').send(Buffer.from(bytes))
  })
}

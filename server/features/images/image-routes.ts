import type { FastifyInstance } from 'fastify'
import { IdParam, updateBeerImages as updateBeerImagesRoute } from '#contracts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { findPicture, type ImageCounts, type ImagePorts, updateBeerImages } from './beer-images.ts'

const MIN_INTERVAL_MS = 15_000
const PICTURE_MAX_AGE_S = 86_400

export function imageRoutes(app: FastifyInstance, ports: ImagePorts) {
  let running: Promise<ImageCounts> | undefined
  let nextAt = 0

  bind(app, updateBeerImagesRoute, async () => {
    if (!running && ports.now() < nextAt) {
      throw new ProductError('too_many_requests', 'The pictures were checked a moment ago. Please try again shortly.', {
        retryAfterSeconds: Math.ceil((nextAt - ports.now()) / 1_000),
      })
    }
    running ??= updateBeerImages(ports).finally(() => {
      running = undefined
      nextAt = ports.now() + MIN_INTERVAL_MS
    })
    const counts = await running
    const hasSource = ports.source !== undefined
    return { status: 200, body: { message: messageOf(counts, hasSource), counts, hasSource } }
  })

  /** Serves the picture: a cacheable file, not a call of the contract. */
  app.get<{ Params: { id: string } }>('/api/beers/:id/image', async (request, reply) => {
    const { data: beerId } = IdParam.safeParse(request.params.id)
    const picture = beerId === undefined ? undefined : await findPicture(ports.db, beerId)
    if (!picture) throw new ProductError('not_found', "We don't have a picture of this beer.")
    return reply
      .type(picture.contentType)
      .header('cache-control', `private, max-age=${PICTURE_MAX_AGE_S}`)
      .send(Buffer.from(picture.bytes))
  })
}

function messageOf({ checked, removed, found, unreachable, left }: ImageCounts, hasSource: boolean): string {
  const counts = `${checked} checked, ${removed} removed, ${found} found, ${unreachable} unreachable, ${left} left`
  return hasSource ? `Beer images updated: ${counts}.` : `Beer images: no image source is configured (${counts}).`
}

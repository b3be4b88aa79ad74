import type { FastifyInstance } from 'fastify'
import { updateBeerImages as updateBeerImagesRoute } from '#contracts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { type ImageCounts, type ImagePorts, pictureOf, updateBeerImages } from './beer-images.ts'

const EVERY_MS = 15_000
const PICTURE_MAX_AGE_S = 86_400

export function imageRoutes(app: FastifyInstance, ports: ImagePorts) {
  let running: Promise<ImageCounts> | undefined
  let nextAt = 0

  bind(app, updateBeerImagesRoute, async () => {
    if (!running && ports.now() < nextAt) {
      throw new ProductError('too_many_requests', 'The pictures were checked a moment ago.', {
        retryAfterSeconds: Math.ceil((nextAt - ports.now()) / 1_000),
      })
    }
    running ??= updateBeerImages(ports).finally(() => {
      running = undefined
      nextAt = ports.now() + EVERY_MS
    })
    return { status: 200, body: { message: messageOf(await running, ports.source !== undefined) } }
  })

  /** The picture itself; a cacheable file, not a call of the contract. */
  app.get<{ Params: { id: string } }>('/api/beers/:id/image', async (request, reply) => {
    const picture = await pictureOf(ports.db, Number.parseInt(request.params.id, 10) || 0)
    if (!picture) throw new ProductError('not_found', 'There is no picture of this beer.')
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

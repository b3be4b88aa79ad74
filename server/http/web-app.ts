/** Serves the built phone app: hashed files for ever, everything else asked for again, and its one page for every screen. */
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerError, ProductError } from './errors.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Addresses behind which no screen stands: a file of another version is gone, and no page comes in its place. */
const NO_SCREENS = /^\/(api|idp|assets)(\/|$)/

/** `folder` is undefined where the app is served by somebody else, as in development. */
export async function serveWebApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder !== undefined) {
    const hashed = join(folder, 'assets')
    await app.register(fastifyStatic, {
      root: folder,
      index: 'index.html',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(hashed)
        reply.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (folder !== undefined && isPage && !NO_SCREENS.test(request.url)) return reply.sendFile('index.html')
    return answerError(new ProductError('not_found', 'There is nothing here.'), request, reply)
  })
}

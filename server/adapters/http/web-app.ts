/**
 * Serves the built web app: hashed files are cached for a year, others revalidated, and page requests get `index.html`. Texts go
 * out as the build compressed them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ProductError, sendError } from './errors.ts'
import { inlineStyleSources } from './inline-styles.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Paths that are never screens of the app: a missing file of another version is a 404, not the page. */
const NOT_A_PAGE = /^\/(api|idp|assets)(\/|$)/

/** The inline styles of the app's page, for its content security policy. */
export function styleSourcesOf(folder: string | undefined): string[] {
  return folder === undefined ? [] : inlineStyleSources(readFileSync(join(folder, 'index.html'), 'utf8'))
}

/** `folder` is undefined if another server serves the app, as in development. */
export async function serveWebApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder !== undefined) {
    const hashed = join(folder, 'assets')
    await app.register(fastifyStatic, {
      root: folder,
      // As a list: with compressed files, a single name is ignored.
      index: ['index.html'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(hashed)
        reply.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
        reply.setHeader('vary', 'accept-encoding')
      },
    })
  }
  // Returns nothing: Fastify would wait for a returned reply once for each handler that the request passed.
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (folder !== undefined && isPage && !NOT_A_PAGE.test(request.url)) reply.sendFile('index.html')
    else sendError(new ProductError('not_found', 'Not found.'), request, reply)
  })
}

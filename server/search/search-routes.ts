import type { FastifyInstance } from 'fastify'
import { clearSearches, listSearches, removeSearch, saveSearch, search, searchBeers } from '#contracts'
import type { Db } from '../db/database.ts'
import type { Discovery } from '../discovery/discovery.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import type { CatalogueNames } from './catalogue-names.ts'
import { searchHistoryStore } from './search-history-store.ts'
import { searchService } from './search-service.ts'
import { searchStore } from './search-store.ts'

export interface SearchPorts {
  db: Db
  names: CatalogueNames
  discovery: Discovery
}

export function searchRoutes(app: FastifyInstance, { db, names, discovery }: SearchPorts) {
  const service = searchService(searchStore(db, names), discovery)
  // The first search would otherwise wait for the whole catalogue.
  app.addHook('onListen', () => {
    names.current().catch((error: unknown) => app.log.error({ err: error }, 'the names could not be read'))
  })
  const history = searchHistoryStore(db)

  bind(app, search, async ({ user, query }) => ({ status: 200, body: await service.of(user.id).find(query.q) }))

  bind(app, searchBeers, async ({ user, query }) => {
    const { beers } = await service.of(user.id).find(query.q)
    return { status: 200, body: beers }
  })

  bind(app, listSearches, async ({ user }) => ({ status: 200, body: await history.of(user.id).list() }))

  bind(app, saveSearch, async ({ user, body }) => ({
    status: 201,
    body: await history.of(user.id).save(body.query, body.resultCount),
  }))

  bind(app, clearSearches, async ({ user }) => {
    await history.of(user.id).clear()
    return { status: 204, body: null }
  })

  bind(app, removeSearch, async ({ user, params }) => {
    if (!(await history.of(user.id).remove(params.id))) {
      throw new ProductError('not_found', 'There is no such search.')
    }
    return { status: 204, body: null }
  })
}

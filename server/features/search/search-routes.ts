import type { FastifyInstance } from 'fastify'
import { clearSearches, listSearches, removeSearch, saveSearch, search, searchBeers } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import type { SearchIndexFeed } from '../../core/search/search-index-feed.ts'
import { searchHistoryStore } from './search-history-store.ts'
import { type Discovery, searchService } from './search-service.ts'
import { searchStore } from './search-store.ts'

export interface SearchPorts {
  db: Db
  names: SearchIndexFeed
  discovery: Discovery
}

export function searchRoutes(app: FastifyInstance, { db, names, discovery }: SearchPorts) {
  const service = searchService(searchStore(db, names), discovery)
  // Builds the index at start, so that the first search does not wait for it.
  app.addHook('onListen', () => {
    names.current().catch((error: unknown) => app.log.error({ err: error }, 'cannot build the search index'))
  })
  const history = searchHistoryStore(db)

  bind(app, search, async ({ user, query, endTurn }) => ({
    status: 200,
    body: await service.of(user.id).find(query.q, endTurn),
  }))

  bind(app, searchBeers, async ({ user, query, endTurn }) => {
    const { beers } = await service.of(user.id).find(query.q, endTurn)
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
      throw new ProductError('not_found', "We couldn't find that search.")
    }
    return { status: 204, body: null }
  })
}

import type { FastifyInstance } from 'fastify'
import { listSearches, removeSearch, saveSearch, search, searchBeers } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { catalogueNames } from './catalogue-names.ts'
import { searchHistoryStore } from './search-history-store.ts'
import { searchStore } from './search-store.ts'

export function searchRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const store = searchStore(db, catalogueNames(db))
  const history = searchHistoryStore(db)

  bind(app, search, async ({ user, query }) => ({ status: 200, body: await store.visibleTo(user.id).find(query.q) }))

  bind(app, searchBeers, async ({ user, query }) => {
    const { beers } = await store.visibleTo(user.id).find(query.q)
    return { status: 200, body: beers }
  })

  bind(app, listSearches, async ({ user }) => ({ status: 200, body: await history.of(user.id).list() }))

  bind(app, saveSearch, async ({ user, body }) => ({
    status: 201,
    body: await history.of(user.id).save(body.query, body.resultCount),
  }))

  bind(app, removeSearch, async ({ user, params }) => {
    if (!(await history.of(user.id).remove(params.id))) {
      throw new ProductError('not_found', 'There is no such search.')
    }
    return { status: 204, body: null }
  })
}

import type { FastifyInstance } from 'fastify'
import { addFavorite, listFavorites, removeFavorite } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import { favoriteStore } from './favorite-store.ts'

export function favoriteRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const favorites = favoriteStore(db)

  bind(app, listFavorites, async ({ user }) => ({ status: 200, body: await favorites.of(user.id).list() }))

  bind(app, addFavorite, async ({ user, body: { beerId, favoritedAt } }) => {
    const favorite = await favorites.of(user.id).add(beerId, favoritedAt)
    if (!favorite) throw beerNotFound()
    return { status: 201, body: favorite }
  })

  bind(app, removeFavorite, async ({ user, params }) => {
    await favorites.of(user.id).remove(params.beerId)
    return { status: 204, body: null }
  })
}

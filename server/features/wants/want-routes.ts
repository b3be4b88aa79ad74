import type { FastifyInstance } from 'fastify'
import { addWant, listWants, removeWant } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import { wantStore } from './want-store.ts'

export function wantRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const wants = wantStore(db, clock)

  bind(app, listWants, async ({ user, query }) => ({ status: 200, body: await wants.of(user.id).list(query.before) }))

  bind(app, addWant, async ({ user, params, query }) => {
    const wanted = await wants.of(user.id).add(params.beerId, query.wantedAt)
    if (!wanted) throw beerNotFound()
    return { status: 200, body: wanted }
  })

  bind(app, removeWant, async ({ user, params }) => {
    await wants.of(user.id).remove(params.beerId)
    return { status: 204, body: null }
  })
}

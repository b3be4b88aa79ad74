import type { FastifyInstance } from 'fastify'
import { listHad, listTried } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { notModified } from '../../adapters/http/etag.ts'
import { triedStore } from './tried-store.ts'

export function triedRoutes(app: FastifyInstance, { db }: { db: Db }) {
  bind(app, listTried, async ({ user, headers }) => notModified(await triedStore(db).of(user.id).list(), headers))

  bind(app, listHad, async ({ user, headers }) => {
    const tried = await triedStore(db).of(user.id).list()
    return notModified(
      tried.map(({ triedAt, ...beer }) => ({ ...beer, hadAt: triedAt })),
      headers,
    )
  })
}

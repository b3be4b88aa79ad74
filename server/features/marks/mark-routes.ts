import type { FastifyInstance } from 'fastify'
import { listHad, listMarks } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { notModified } from '../../adapters/http/etag.ts'
import { markStore } from './mark-store.ts'

export function markRoutes(app: FastifyInstance, { db }: { db: Db }) {
  bind(app, listMarks, async ({ user, headers }) => notModified(await markStore(db).of(user.id).list(), headers))

  bind(app, listHad, async ({ user, headers }) => {
    const marks = await markStore(db).of(user.id).list()
    const tried = marks.flatMap(({ beerId, triedAt }) =>
      triedAt === null ? [] : [{ beerId, hadAt: triedAt, how: 'check_in' as const }],
    )
    return notModified(tried, headers)
  })
}

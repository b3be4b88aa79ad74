import type { FastifyInstance } from 'fastify'
import { listHad } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { unlessKnown } from '../http/etag.ts'
import { hadStore } from './had-store.ts'

export function hadRoutes(app: FastifyInstance, { db }: { db: Db }) {
  bind(app, listHad, async ({ user, headers }) => unlessKnown(await hadStore(db).of(user.id).list(), headers))
}

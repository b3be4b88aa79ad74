import type { FastifyInstance } from 'fastify'
import {
  answerTasteCard,
  deleteTaste,
  exportTaste,
  getTaste,
  listTasteCards,
  listTasteSuggestions,
  switchTaste,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { notModified } from '../../adapters/http/etag.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import { tasteStore } from './taste-store.ts'

export function tasteRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const tastes = tasteStore(db, clock)

  bind(app, getTaste, async ({ user, headers }) => notModified(await tastes.of(user.id).read(), headers))

  bind(app, switchTaste, async ({ user, body: { isOn } }) => {
    await tastes.of(user.id).switch(isOn)
    return { status: 200, body: await tastes.of(user.id).read() }
  })

  bind(app, deleteTaste, async ({ user }) => {
    await tastes.of(user.id).remove()
    return { status: 204, body: null }
  })

  bind(app, listTasteCards, async ({ user }) => ({ status: 200, body: await tastes.of(user.id).cards() }))

  bind(app, listTasteSuggestions, async ({ user, query }) => ({
    status: 200,
    body: await tastes.of(user.id).suggestions(query.near),
  }))

  bind(app, exportTaste, async ({ user, query }) => ({
    status: 200,
    body: await tastes.of(user.id).stored(query.before),
  }))

  bind(app, answerTasteCard, async ({ user, params, body: { answer } }) => {
    const isKnown = await tastes.of(user.id).answer(params.beerId, answer)
    if (!isKnown) throw beerNotFound()
    return { status: 204, body: null }
  })
}

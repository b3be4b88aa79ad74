import type { FastifyInstance } from 'fastify'
import { addToJournal, changeJournalEntry, getJournalSummary, listJournal, removeJournalEntry } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { journalStore } from './journal-store.ts'
import { summaryOf, triedBeers } from './journal-summary.ts'

export function journalRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Pick<Clock, 'now'> }) {
  const journal = journalStore(db, clock)

  bind(app, listJournal, async ({ user, query }) => ({ status: 200, body: await journal.of(user.id).page(query) }))

  bind(app, getJournalSummary, async ({ user, query: { year } }) => ({
    status: 200,
    body: summaryOf(await triedBeers(db, { userId: user.id, year })),
  }))

  bind(app, addToJournal, async ({ user, body }) => {
    const entry = await journal.of(user.id).add(body)
    if (!entry) throw new ProductError('not_found', "We couldn't find that beer.")
    return { status: 201, body: entry }
  })

  bind(app, changeJournalEntry, async ({ user, params, body }) => {
    const entry = await journal.of(user.id).change(params.id, body)
    if (!entry) throw entryNotFound()
    return { status: 200, body: entry }
  })

  bind(app, removeJournalEntry, async ({ user, params }) => {
    if (!(await journal.of(user.id).remove(params.id))) throw entryNotFound()
    return { status: 204, body: null }
  })
}

const entryNotFound = () => new ProductError('not_found', "We couldn't find that entry.")

import type { FastifyInstance } from 'fastify'
import {
  closeRound,
  getRound,
  getRoundMenu,
  joinRound,
  leaveRound,
  openRound,
  type Scan,
  SharedScan,
  unwish,
  wishFor,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { notModified } from '../../adapters/http/etag.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import { roundNotFound, roundStore } from './round-store.ts'

/** A person at a table taps far less often. */
const CHANGES_PER_MINUTE = 120

interface RoundRoutePorts {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  menuOf(scanId: string): Promise<Scan | undefined>
}

export function roundRoutes(app: FastifyInstance, { db, clock, menuOf }: RoundRoutePorts) {
  const rounds = roundStore(db, clock)
  const limit = { perMinute: CHANGES_PER_MINUTE }
  cleanHourly(app, clock, 'ended rounds', rounds.removeEnded)

  bind(
    app,
    openRound,
    async ({ user, params }) => {
      const { token, endsAt } = await rounds.of(user.id).open(params.id)
      return { status: 200, body: { token, endsAt: endsAt.toISOString() } }
    },
    limit,
  )

  bind(app, closeRound, async ({ user, params }) => {
    await rounds.of(user.id).close(params.id)
    return { status: 204, body: null }
  })

  bind(app, getRound, async ({ user, params, query, headers }) => {
    const round = await rounds.of(user.id).at({ scanId: params.id, token: query.token })
    if (!round) throw roundNotFound()
    return notModified(round, headers)
  })

  bind(app, getRoundMenu, async ({ user, params, query, headers }) => {
    const round = await rounds.of(user.id).at({ scanId: params.id, token: query.token })
    const scan = round && (await menuOf(params.id))
    if (!scan) throw roundNotFound()
    return notModified(SharedScan.parse(scan), headers)
  })

  bind(
    app,
    joinRound,
    async ({ user, params, query, body }) => {
      const link = { scanId: params.id, token: query.token }
      return { status: 200, body: await rounds.of(user.id).join(link, body.name) }
    },
    limit,
  )

  bind(app, leaveRound, async ({ user, params, query }) => {
    await rounds.of(user.id).leave({ scanId: params.id, token: query.token })
    return { status: 204, body: null }
  })

  bind(
    app,
    wishFor,
    async ({ user, params, query }) => {
      const link = { scanId: params.id, token: query.token }
      return { status: 200, body: await rounds.of(user.id).wishFor(link, params.beerId) }
    },
    limit,
  )

  bind(
    app,
    unwish,
    async ({ user, params, query }) => {
      const link = { scanId: params.id, token: query.token }
      return { status: 200, body: await rounds.of(user.id).unwish(link, params.beerId) }
    },
    limit,
  )
}

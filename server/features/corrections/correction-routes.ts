import type { FastifyInstance } from 'fastify'
import {
  CORRECTIONS_PER_MINUTE_MAX,
  CORRECTIONS_PER_USER_MAX,
  type Correction,
  getCorrection,
  listCorrections,
  suggestCorrection,
  withdrawCorrection,
} from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import { assertStyle } from '../../core/beers/style-store.ts'
import { correctionStore } from './correction-store.ts'

const LIMIT = { perMinute: CORRECTIONS_PER_MINUTE_MAX }

export function correctionRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const corrections = correctionStore(db)

  bind(app, listCorrections, async ({ user }) => ({ status: 200, body: await corrections.of(user.id).list() }))

  bind(app, getCorrection, async ({ user, params }) => ({
    status: 200,
    body: { correction: await corrections.of(user.id).find(params.id) },
  }))

  bind(
    app,
    suggestCorrection,
    async ({ user, params, body }) => {
      if (isEmpty(body)) throw new ProductError('invalid', 'Change something first.')
      await assertStyle(db, body.style)
      const outcome = await corrections.of(user.id).put(params.id, body)
      if (outcome === 'no such beer') throw beerNotFound()
      if (outcome === 'too many') {
        throw new ProductError(
          'too_many_corrections',
          `You can suggest corrections of up to ${CORRECTIONS_PER_USER_MAX} beers.`,
        )
      }
      return { status: 204, body: null }
    },
    LIMIT,
  )

  bind(
    app,
    withdrawCorrection,
    async ({ user, params }) => {
      await corrections.of(user.id).remove(params.id)
      return { status: 204, body: null }
    },
    LIMIT,
  )
}

function isEmpty({ isRetired, ...fields }: Correction): boolean {
  return !isRetired && Object.values(fields).every((value) => value === null)
}

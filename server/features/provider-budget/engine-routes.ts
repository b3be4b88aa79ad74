import type { FastifyInstance } from 'fastify'
import { getEngine } from '#contracts'
import { bind } from '../../adapters/http/bind.ts'
import type { ProviderBudget } from './provider-budget.ts'

export function engineRoutes(app: FastifyInstance, engine: Pick<ProviderBudget, 'info'>): void {
  bind(app, getEngine, async ({ user }) => ({ status: 200, body: await engine.info(user.id) }))
}

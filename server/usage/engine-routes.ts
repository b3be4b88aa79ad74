import type { FastifyInstance } from 'fastify'
import { getEngine } from '#contracts'
import { bind } from '../http/bind.ts'
import type { EngineUse } from './engine-use.ts'

export function engineRoutes(app: FastifyInstance, engine: Pick<EngineUse, 'info'>): void {
  bind(app, getEngine, async ({ user }) => ({ status: 200, body: await engine.info(user.id) }))
}

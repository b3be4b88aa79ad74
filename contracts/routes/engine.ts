import { EngineInfo } from '../engine.ts'
import { route } from '../route.ts'

export const getEngine = route({
  method: 'GET',
  path: '/api/engine',
  auth: 'user',
  summary: 'Returns the recognition engine: where photos are sent, and how many AI provider scans are left today.',
  answer: { 200: EngineInfo },
  errors: [],
})

import { EngineInfo } from '../engine.ts'
import { route } from '../route.ts'

export const getEngine = route({
  method: 'GET',
  path: '/api/engine',
  auth: 'user',
  summary: 'What reads the photos, where they are sent, and how many scans by an AI provider are left today.',
  answer: { 200: EngineInfo },
  errors: [],
})

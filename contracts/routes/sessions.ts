import { z } from 'zod/mini'
import { IdParam } from '../beer.ts'
import { route } from '../route.ts'
import { Session } from '../user.ts'

export const listSessions = route({
  method: 'GET',
  path: '/api/sessions',
  auth: 'user',
  summary: "Returns the user's sessions, the last used one first.",
  answer: { 200: z.array(Session) },
  errors: [],
})

export const endSession = route({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  auth: 'user',
  summary: 'Ends a session of the user.',
  params: z.object({ id: IdParam }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

export const endSessions = route({
  method: 'DELETE',
  path: '/api/sessions',
  auth: 'user',
  summary: 'Ends all sessions of the user, including the one that asks.',
  answer: { 204: null },
  errors: [],
})

import { z } from 'zod/mini'
import { IdParam } from '../beer.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { route } from '../route.ts'
import { Invitation, Session, User } from '../user.ts'

export const getUser = route({
  method: 'GET',
  path: '/api/user',
  auth: 'user',
  summary: 'Returns the signed-in user; 401 when there is none.',
  answer: { 200: User },
  errors: [],
})

export const saveLanguage = route({
  method: 'PUT',
  path: '/api/user/language',
  auth: 'user',
  summary: 'Stores the language in which the server words e-mails and notices for the user.',
  body: z.object({ language: z.enum(LANGUAGE_CODES) }),
  answer: { 204: null },
  errors: ['invalid'],
})

export const deleteUser = route({
  method: 'DELETE',
  path: '/api/user',
  auth: 'user',
  summary:
    'Deletes the account and all its data: scans, favorites, searches, ratings, journal entries, pictures, imports, unlisted beers, shared links and sessions. Running scans are cancelled. The account at an external sign-in provider is not affected.',
  answer: { 204: null },
  errors: [],
})

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

export const createInvitation = route({
  method: 'POST',
  path: '/api/invitations',
  auth: 'user',
  summary:
    'Creates a link with which one other person can create an account, within a week. 404 unless the embedded sign-in uses passwords; 409 when too many invitations are open.',
  answer: { 201: Invitation },
  errors: ['not_found', 'conflict'],
})

/** Pages the browser navigates to; they answer with redirects. */
export const LOGIN_PATH = '/api/login'
export const LOGOUT_PATH = '/api/logout'

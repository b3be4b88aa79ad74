import { route } from '../route.ts'
import { User } from '../user.ts'

export const getUser = route({
  method: 'GET',
  path: '/api/user',
  auth: 'user',
  summary: 'Returns the signed-in user; 401 when there is none.',
  answer: { 200: User },
  errors: [],
})

export const deleteUser = route({
  method: 'DELETE',
  path: '/api/user',
  auth: 'user',
  summary:
    'Deletes the account and all its data: scans, favorites, searches, ratings, check-ins, imports, unlisted beers, shared links and sessions. Running scans are cancelled. The account at an external sign-in provider is not affected.',
  answer: { 204: null },
  errors: [],
})

/** Pages the browser navigates to; they answer with redirects. */
export const LOGIN_PATH = '/api/login'
export const LOGOUT_PATH = '/api/logout'

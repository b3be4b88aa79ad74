import { route } from '../route.ts'
import { User } from '../user.ts'

export const getUser = route({
  method: 'GET',
  path: '/api/user',
  auth: 'user',
  summary: 'The signed-in user; 401 means nobody is signed in.',
  answer: { 200: User },
  errors: [],
})

export const deleteUser = route({
  method: 'DELETE',
  path: '/api/user',
  auth: 'user',
  summary:
    'Deletes the account with all that belongs to it: scans, favorites, searches, ratings, check-ins, imports, unlisted beers, shared links and every session. Running scans are cancelled. An account of another sign-in provider stays there.',
  answer: { 204: null },
  errors: [],
})

/** Addresses the browser goes to; they answer with redirects, not with data. */
export const LOGIN_PATH = '/api/login'
export const LOGOUT_PATH = '/api/logout'

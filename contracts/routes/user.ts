import { z } from 'zod/mini'
import { LANGUAGE_CODES } from '../languages.ts'
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
    'Deletes the account and all its data: scans, favourites, searches, ratings, journal entries, pictures, imports, unlisted beers, shared links and sessions. Running scans are cancelled. The account at an external sign-in provider is not affected.',
  answer: { 204: null },
  errors: [],
})

/** Pages the browser navigates to; they answer with redirects. */
export const LOGIN_PATH = '/api/login'
export const LOGOUT_PATH = '/api/logout'
/** The page on which users of the embedded sign-in with passwords add and remove passkeys. */
export const PASSKEYS_PATH = '/idp/passkeys'

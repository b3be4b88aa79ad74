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

/** Addresses the browser goes to; they answer with redirects, not with data. */
export const LOGIN_PATH = '/api/login'
export const LOGOUT_PATH = '/api/logout'

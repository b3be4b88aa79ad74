/** Sign-in cookies: HttpOnly, SameSite=Lax and, on https, Secure with the `__Host-` prefix. */
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken } from './tokens.ts'

type Name = 'session' | 'browser' | 'signed-out' | 'account-link' | 'known-device' | 'passkeys' | 'no-passkey-yet'

const BROWSER_SECONDS = 365 * 24 * 60 * 60

const isHttps = (origin: string) => origin.startsWith('https:')
const nameFor = (name: Name, origin: string) => (isHttps(origin) ? `__Host-${name}` : name)

export function readCookie(request: FastifyRequest, name: Name, origin: string): string | undefined {
  return request.cookies[nameFor(name, origin)] || undefined
}

/** `maxAge` is in seconds; 0 removes the cookie. */
export function writeCookie(reply: FastifyReply, name: Name, value: string, origin: string, maxAge: number): void {
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(origin),
    maxAge,
  }
  reply.setCookie(nameFor(name, origin), value, options)
}

/** A token of the browser, so that no other one can complete what it begins. */
export function browserToken(request: FastifyRequest, reply: FastifyReply, origin: string): string {
  const token = readCookie(request, 'browser', origin) ?? randomToken()
  writeCookie(reply, 'browser', token, origin, BROWSER_SECONDS)
  return token
}

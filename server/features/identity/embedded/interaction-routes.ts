/** The pages between the authorization request and its answer: the sign-in form, and the links that lead to it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { LOGIN_PATH } from '#contracts'
import { originOf } from '../../../adapters/http/origin.ts'
import { sendPage } from '../../../adapters/http/page.ts'
import { isFromPublicAddress } from '../../../adapters/http/private-address.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { signInFailedPage } from '../pages.ts'
import { writeCookie } from '../session-cookie.ts'
import { textsIn } from '../texts.ts'
import { type AccountLinkStore, linkPath } from './account-links.ts'
import type { SignInForm } from './sign-in-form.ts'

const SIGN_INS_PER_MINUTE = 60
const LINK_COOKIE_SECONDS = 60 * 60

interface InteractionPorts {
  provider: Provider
  mount: string
  form: SignInForm
  publicUrl: string | undefined
  onRejected: (request: FastifyRequest, status: number) => void
  /** Returns the path of a page to show before the sign-in goes on at `next`, if there is one. */
  detour?:
    | ((request: FastifyRequest, reply: FastifyReply, signIn: AnsweredSignIn) => Promise<string | undefined>)
    | undefined
}

export interface AnsweredSignIn {
  accountId: string
  next: string
}

export function interactionRoutes(
  scope: FastifyInstance,
  { provider, mount, form, publicUrl, onRejected, detour }: InteractionPorts,
): void {
  const path = `${mount}/interaction/:uid`
  const isOpen = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(request.raw, reply.raw).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && error.name === 'SessionNotFound') return false
        throw error
      },
    )
  const expired = (request: FastifyRequest, reply: FastifyReply) => {
    const t = textsIn(languageOf(request))
    return sendPage(reply, 400, signInFailedPage(t, t('expired')))
  }

  scope.get(path, async (request, reply) => {
    if (!(await isOpen(request, reply))) return expired(request, reply)
    return sendPage(reply, 200, await form.show(request), form.policy)
  })

  scope.register(async (posts) => {
    acceptForms(posts)
    const config = { rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: '1 minute' } }
    posts.post(path, { config }, async (request, reply) => {
      if (!(await isOpen(request, reply))) return expired(request, reply)
      const outcome = await form.submit(request, reply)
      if ('html' in outcome) {
        onRejected(request, outcome.status)
        return sendPage(reply, outcome.status, outcome.html, form.policy)
      }
      const origin = originOf(request, publicUrl)
      const resumed = await provider.interactionResult(request.raw, reply.raw, { login: outcome })
      writeCookie(reply, 'account-link', '', origin, 0)
      const next = new URL(resumed).pathname
      const page = await detour?.(request, reply, { ...outcome, next })
      return reply.redirect(`${origin}${page ?? next}`, 303)
    })
  })
}

/** Makes the routes of this scope accept forms. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

interface LinkPorts {
  links: AccountLinkStore
  sessionCookie: { name: string; path: string }
  publicUrl: string | undefined
}

/** Opening a link consumes nothing, because messengers open links to preview them. */
export function linkRoutes(scope: FastifyInstance, { links, sessionCookie, publicUrl }: LinkPorts): void {
  scope.get<{ Params: { token: string } }>(linkPath(':token'), async (request, reply) => {
    const { token } = request.params
    if (!(await links.find(token))) {
      const t = textsIn(languageOf(request))
      return sendPage(reply, 410, signInFailedPage(t, t('linkUsed')))
    }
    writeCookie(reply, 'account-link', token, originOf(request, publicUrl), LINK_COOKIE_SECONDS)
    // Without it, the provider would sign in whoever used this browser before.
    reply.clearCookie(sessionCookie.name, { path: sessionCookie.path })
    return reply.header('cache-control', 'no-store').redirect(LOGIN_PATH)
  })

  scope.get(linkPath('none'), async (request, reply) => {
    writeCookie(reply, 'account-link', '', originOf(request, publicUrl), 0)
    return reply.header('cache-control', 'no-store').redirect(LOGIN_PATH)
  })
}

/** A proxy or a tunnel may publish a server that listens on loopback only. */
export function refusePublicAddresses(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (isFromPublicAddress(request)) {
      const t = textsIn(languageOf(request))
      return sendPage(reply, 403, signInFailedPage(t, t('localOnly')))
    }
  })
}

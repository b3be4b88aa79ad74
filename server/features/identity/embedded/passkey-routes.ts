/**
 * The pages on which users add and remove passkeys, the question after a sign-in with a password, and what the script of these pages
 * calls. Only a browser that has just signed in changes passkeys (`passkey-access.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { PASSKEYS_PATH } from '#contracts'
import { ProductError } from '../../../adapters/http/errors.ts'
import { notModified } from '../../../adapters/http/etag.ts'
import { originOf } from '../../../adapters/http/origin.ts'
import { SCRIPT_POLICY, sendPage } from '../../../adapters/http/page.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { PASSKEY_SCRIPT_PATH, type Problem, SIGN_IN_OPTIONS_PATH } from '../pages.ts'
import {
  ADD_OPTIONS_PATH,
  ADD_PATH,
  DONE_PATH,
  offerPath,
  passkeyAccessPage,
  passkeyOfferPage,
  passkeysPage,
  REMOVE_PATH,
} from '../passkey-pages.ts'
import { readCookie, writeCookie } from '../session-cookie.ts'
import { textsIn } from '../texts.ts'
import type { Account, AccountStore } from './account-store.ts'
import type { CheckCredentials } from './check-credentials.ts'
import { type AnsweredSignIn, acceptForms } from './interaction-routes.ts'
import type { PasskeyAccess } from './passkey-access.ts'
import type { PasskeyStore } from './passkey-store.ts'
import { PasskeyId, type Passkeys } from './passkeys.ts'
import { enteredValues } from './sign-in-form.ts'

const CALLS_PER_MINUTE = 120
const NOT_YET_SECONDS = 365 * 24 * 60 * 60

const SignInParam = z.object({ signIn: z.string().check(z.regex(/^[\w-]{1,100}$/)) })

interface PasskeyRoutePorts {
  passkeys: Passkeys
  store: PasskeyStore
  access: PasskeyAccess
  accounts: Pick<AccountStore, 'byId' | 'userIdOf'>
  checkCredentials: CheckCredentials
  /** The script of the pages. */
  script: () => Promise<string>
  publicUrl: string | undefined
  onRejected: (request: FastifyRequest, status: number) => void
}

export function passkeyRoutes(scope: FastifyInstance, ports: PasskeyRoutePorts): void {
  const { passkeys, store, access, accounts, checkCredentials, script, publicUrl, onRejected } = ports
  const config = { rateLimit: { max: CALLS_PER_MINUTE, timeWindow: '1 minute' } }
  const send = (reply: FastifyReply, status: number, html: string) => sendPage(reply, status, html, SCRIPT_POLICY)
  const redirect = (reply: FastifyReply, path: string) => reply.header('cache-control', 'no-store').redirect(path, 303)

  async function sendList(request: FastifyRequest, reply: FastifyReply, account: Account, problem?: Problem) {
    const host = passkeys.hostOf(request)
    const listed = (await store.list(account.id)).map((passkey) => ({
      ...passkey,
      elsewhere: passkey.host === host ? undefined : passkey.host,
    }))
    return send(reply, problem ? 400 : 200, passkeysPage(textsIn(languageOf(request)), listed, problem))
  }

  async function add(request: FastifyRequest, account: Account): Promise<boolean> {
    const isAdded = await passkeys.add(request, account, enteredValues(request).passkey ?? '')
    const userId = await accounts.userIdOf(account.id)
    if (isAdded) request.log.info({ userId }, 'passkey added')
    return isAdded
  }

  scope.get(PASSKEY_SCRIPT_PATH, async (request, reply) => {
    const { status, body, headers } = notModified(await script(), request.headers)
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(body)
  })

  scope.get(PASSKEYS_PATH, async (request, reply) => {
    const account = await access.accountOf(request)
    return account
      ? sendList(request, reply, account)
      : send(reply, 200, passkeyAccessPage(textsIn(languageOf(request))))
  })

  scope.get(offerPath(':signIn'), async (request, reply) => {
    const { signIn } = parsedParams(request)
    if (!(await access.accountOf(request))) return redirect(reply, resumePath(signIn))
    return send(reply, 200, passkeyOfferPage(textsIn(languageOf(request)), signIn))
  })

  scope.register(async (posts) => {
    acceptForms(posts)

    posts.post(SIGN_IN_OPTIONS_PATH, { config }, async (request, reply) => {
      return reply.header('cache-control', 'no-store').send(await passkeys.requestOptions(request, reply))
    })

    posts.post(PASSKEYS_PATH, { config }, async (request, reply) => {
      const t = textsIn(languageOf(request))
      const checked = await checkCredentials(t, request)
      if ('problem' in checked) {
        onRejected(request, checked.status)
        return send(reply, checked.status, passkeyAccessPage(t, enteredValues(request).email, checked.problem))
      }
      await access.give(request, reply, checked.account)
      return redirect(reply, PASSKEYS_PATH)
    })

    posts.post(DONE_PATH, { config }, async (request, reply) => {
      await access.end(request, reply)
      return redirect(reply, '/')
    })

    posts.post(ADD_OPTIONS_PATH, { config }, async (request, reply) => {
      const account = await access.accountOf(request)
      if (!account) throw new ProductError('unauthenticated', 'Please sign in.')
      return reply.header('cache-control', 'no-store').send(await passkeys.creationOptions(request, reply, account))
    })

    posts.post(ADD_PATH, { config }, async (request, reply) => {
      const account = await access.accountOf(request)
      if (!account || (await add(request, account))) return redirect(reply, PASSKEYS_PATH)
      return sendList(request, reply, account, { message: textsIn(languageOf(request))('problem.notAdded') })
    })

    posts.post(REMOVE_PATH, { config }, async (request, reply) => {
      const account = await access.accountOf(request)
      const id = PasskeyId.safeParse(enteredValues(request).id)
      if (account && id.success && (await store.remove(account.id, id.data))) {
        request.log.info({ userId: await accounts.userIdOf(account.id) }, 'passkey removed')
      }
      return redirect(reply, PASSKEYS_PATH)
    })

    posts.post(offerPath(':signIn'), { config }, async (request, reply) => {
      const { signIn } = parsedParams(request)
      const { passkey, later } = enteredValues(request)
      const account = await access.accountOf(request)
      if (account && passkey) await add(request, account)
      if (later) writeCookie(reply, 'no-passkey-yet', '1', originOf(request, publicUrl), NOT_YET_SECONDS)
      await access.end(request, reply)
      return redirect(reply, resumePath(signIn))
    })
  })
}

type OfferPorts = Pick<PasskeyRoutePorts, 'passkeys' | 'store' | 'access' | 'accounts' | 'publicUrl'>

/** Offers a passkey to who signs in with a password, on a device that can keep one, until they have one here or say 'Not now'. */
export function passkeyOffer({ passkeys, store, access, accounts, publicUrl }: OfferPorts) {
  return async (request: FastifyRequest, reply: FastifyReply, { accountId, next }: AnsweredSignIn) => {
    const host = passkeys.hostOf(request)
    const hasSaidNo = readCookie(request, 'no-passkey-yet', originOf(request, publicUrl)) !== undefined
    if (host === undefined || hasSaidNo || enteredValues(request).canKeepPasskey === undefined) return undefined
    const own = await store.list(accountId)
    const account = await accounts.byId(accountId)
    if (!account || own.some((passkey) => passkey.host === host)) return undefined
    await access.give(request, reply, account)
    return offerPath(next.split('/').at(-1) ?? '')
  }
}

/** Where the provider goes on with a sign-in. */
const resumePath = (signIn: string) => `/idp/auth/${signIn}`

function parsedParams(request: FastifyRequest): z.infer<typeof SignInParam> {
  const params = SignInParam.safeParse(request.params)
  if (!params.success) throw new ProductError('not_found', 'Not found.')
  return params.data
}

/**
 * The OpenID provider of installations that configure none: it asks for a name and an e-mail address and verifies neither.
 * It is a complete provider, mounted under /idp.
 */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Conn, Db } from '../../../adapters/db/database.ts'
import { oidcAccounts, oidcState } from '../../../adapters/db/schema.ts'
import { isOwnOrigin, originOf } from '../../../adapters/http/origin.ts'
import { PAGE_POLICY } from '../../../adapters/http/page.ts'
import { isFromPublicAddress } from '../../../adapters/http/private-address.ts'
import type { Issuer } from '../oidc-client.ts'
import { signInFailedPage, signInPage } from '../pages.ts'
import { EMBEDDED_ISSUER } from '../session-store.ts'
import { type OwnSecrets, ownSecrets } from './own-secrets.ts'
import { stateStore } from './state-store.ts'

const MOUNT = '/idp'
const CLIENT_ID = 'beergoggles'
const CALLBACK_PATH = '/api/callback'
const SESSION_SECONDS = 60 * 24 * 60 * 60
const SIGN_INS_PER_MINUTE = 60

export interface EmbeddedPorts {
  db: Db
  now: () => number
  publicUrl: string | undefined
  /** Visitors from the internet may sign in, too. */
  isPublic: boolean
}

export interface EmbeddedProvider {
  issuer: Issuer
  dropExpired(): Promise<void>
}

type Provider = import('oidc-provider').Provider

export async function embeddedProvider(app: FastifyInstance, ports: EmbeddedPorts): Promise<EmbeddedProvider> {
  const own = await ownSecrets(ports.db)
  const state = stateStore(ports.db, ports.now)
  const provider = await createProvider(own, state.adapterFor, ports)
  await app.register(async (scope) => {
    // The provider reads request bodies itself; a Fastify parser would consume the stream first.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    if (!ports.isPublic) refusePublicAddresses(scope)
    interactionRoutes(scope, provider, ports)
    scope.all(`${MOUNT}/*`, (request, reply) => forward(provider, request, reply, ports.publicUrl))
  })
  return {
    dropExpired: state.dropExpired,
    issuer: {
      url: EMBEDDED_ISSUER,
      clientId: CLIENT_ID,
      clientSecret: own.clientSecret,
      fetch: (url, options) => fetchInProcess(app, url, options),
      browserUrl: ({ pathname, search }, origin) => new URL(`${pathname}${search}`, origin),
    },
  }
}

/** Deletes an account of this provider with all its sessions and grants. */
export async function deleteEmbeddedAccount(conn: Conn, accountId: string): Promise<void> {
  await conn.delete(oidcState).where(sql`${oidcState.payload} ->> 'accountId' = ${accountId}`)
  await conn.delete(oidcAccounts).where(eq(oidcAccounts.id, accountId))
}

/** A proxy or a tunnel may publish a server that listens on loopback only. */
function refusePublicAddresses(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (isFromPublicAddress(request)) {
      const message =
        'This sign-in works in the local network only. The operator can set OIDC_ISSUER or EMBEDDED_SIGN_IN.'
      return show(reply, 403, signInFailedPage(message))
    }
  })
}

async function createProvider(
  own: OwnSecrets,
  adapterFor: ReturnType<typeof stateStore>['adapterFor'],
  { db, publicUrl }: EmbeddedPorts,
): Promise<Provider> {
  const { Provider } = await importProvider()
  const provider = new Provider(EMBEDDED_ISSUER, {
    adapter: adapterFor,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: own.clientSecret,
        redirect_uris: [`http://localhost${CALLBACK_PATH}`],
        post_logout_redirect_uris: ['http://localhost/'],
      },
    ],
    jwks: { keys: [own.signingKey] },
    cookies: {
      keys: own.cookieKeys,
      names: { session: 'idp-session', interaction: 'idp-interaction', resume: 'idp-resume' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: MOUNT },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    claims: { openid: ['sub'], profile: ['given_name', 'family_name', 'name'], email: ['email'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource },
    },
    interactions: { url: (_ctx, interaction) => `${MOUNT}/interaction/${interaction.uid}` },
    ttl: { Session: SESSION_SECONDS, Grant: SESSION_SECONDS, Interaction: 60 * 60, AccessToken: 600, IdToken: 600 },
    findAccount: async (_ctx, id) => {
      const [account] = await db.select().from(oidcAccounts).where(eq(oidcAccounts.id, id))
      if (!account) return undefined
      const { email, firstName, lastName } = account
      const names = { given_name: firstName, family_name: lastName, name: `${firstName} ${lastName}` }
      return { accountId: id, claims: async () => ({ sub: id, email, ...names }) }
    },
    // The only client is this product, so that no consent is needed.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError: (ctx) => {
      ctx.type = 'html'
      ctx.body = signInFailedPage("We couldn't finish this sign-in. It may have expired.")
    },
  })
  provider.proxy = true
  // An installation may be reached under several origins: redirects are allowed to its own origins only.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => isOwnAddress(uri, CALLBACK_PATH, publicUrl)
  provider.Client.prototype.postLogoutRedirectUriAllowed = (uri: string) => isOwnAddress(uri, '/', publicUrl)
  return provider
}

/** Imports the package without its warning about the Node.js version, which our tests cover. */
async function importProvider() {
  const warn = console.warn
  console.warn = (...args) => {
    if (!String(args[0]).includes('Unsupported runtime')) warn(...args)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

function isOwnAddress(uri: string, path: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(uri)) return false
  const { origin, pathname } = new URL(uri)
  return pathname === path && isOwnOrigin(origin, publicUrl)
}

/** Signs out without asking for confirmation if the request carries the session's ID token. */
async function logoutSource(ctx: import('oidc-provider').KoaContextWithOIDC, form: string): Promise<void> {
  const { session, entities, params } = ctx.oidc
  if (!entities.IdTokenHint || !session) {
    const fields = form.replace(
      '</form>',
      '<input type="hidden" name="logout" value="yes"><button>Sign out</button></form>',
    )
    ctx.body = signInFailedPage('You are still signed in.').replace('<a class="button"', `${fields}<a hidden`)
    return
  }
  await session.destroy()
  ctx.cookies.set('idp-session', null, { path: MOUNT, httpOnly: true, sameSite: 'lax' })
  ctx.redirect(typeof params?.post_logout_redirect_uri === 'string' ? params.post_logout_redirect_uri : '/')
}

const Answers = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  lastName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(200), z.email()),
})

function interactionRoutes(scope: FastifyInstance, provider: Provider, { db, publicUrl }: EmbeddedPorts): void {
  const path = `${MOUNT}/interaction/:uid`
  const isOpen = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(request.raw, reply.raw).then(
      () => true,
      () => false,
    )
  const expired = (reply: FastifyReply) =>
    show(reply, 400, signInFailedPage('This sign-in has expired, or it was started in another browser.'))

  scope.get(path, async (request, reply) => {
    if (!(await isOpen(request, reply))) return expired(reply)
    return show(reply, 200, signInPage(request.url))
  })

  scope.register(async (form) => {
    form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const config = { rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: '1 minute' } }
    form.post(path, { config }, async (request, reply) => {
      if (!(await isOpen(request, reply))) return expired(reply)
      const answers = Answers.safeParse(request.body)
      if (!answers.success) {
        const values = z.catch(z.record(z.string(), z.string()), {}).parse(request.body)
        return show(
          reply,
          400,
          signInPage(request.url, values, 'Please fill in your name and a complete email address.'),
        )
      }
      const accountId = await upsertAccount(db, answers.data)
      const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId } })
      return reply.redirect(`${originOf(request, publicUrl)}${new URL(next).pathname}`, 303)
    })
  })
}

function show(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html')
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .send(html)
}

async function upsertAccount(db: Db, answers: z.infer<typeof Answers>): Promise<string> {
  const { firstName, lastName } = answers
  const [row] = await db
    .insert(oidcAccounts)
    .values({ id: randomUUID(), ...answers })
    .onConflictDoUpdate({ target: oidcAccounts.email, set: { firstName, lastName } })
    .returning({ id: oidcAccounts.id })
  if (!row) throw new Error('upsert returned no account')
  return row.id
}

/** Forwards a request to the provider, with the mount path removed and the origin the browser used. */
function forward(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): void {
  const origin = new URL(originOf(request, publicUrl))
  reply.hijack()
  const raw = Object.assign(request.raw, { originalUrl: request.raw.url })
  raw.url = raw.url?.slice(MOUNT.length)
  raw.headers.host = origin.host
  raw.headers['x-forwarded-proto'] = origin.protocol.slice(0, -1)
  delete raw.headers['x-forwarded-host']
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && name !== 'content-security-policy') reply.raw.setHeader(name, value)
  }
  provider.callback()(raw, reply.raw)
}

type FetchOptions = Parameters<NonNullable<Issuer['fetch']>>[1]

/** Calls the provider through the app's routes, without a port or the network. */
async function fetchInProcess(
  app: FastifyInstance,
  url: string,
  { method, headers, body }: FetchOptions,
): Promise<Response> {
  const { pathname, search } = new URL(url)
  const payload = body === undefined || body === null ? undefined : String(body)
  const response = await app.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url: `${pathname}${search}`,
    headers: { ...headers, host: 'localhost' },
    ...(payload !== undefined && { payload }),
  })
  const type = response.headers['content-type']
  return new Response(response.body, {
    status: response.statusCode,
    headers: type ? { 'content-type': String(type) } : {},
  })
}

/**
 * The OpenID provider of installations that configure none. It is a complete provider, mounted under /idp; what it asks for is in
 * `sign-in-form.ts` and `password-form.ts`.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../adapters/db/database.ts'
import { temporaryErrorPage } from '../../../adapters/http/errors.ts'
import { originOf } from '../../../adapters/http/origin.ts'
import { PAGE_POLICY } from '../../../adapters/http/page.ts'
import { anonymousLimit } from '../../../adapters/http/protection.ts'
import { languageOf } from '../../../adapters/language/request-language.ts'
import { CALLBACK_PATH, type Issuer } from '../oidc-client.ts'
import { signInFailedPage } from '../pages.ts'
import { EMBEDDED_ISSUER } from '../session-store.ts'
import { textsIn } from '../texts.ts'
import { randomToken } from '../tokens.ts'
import { type AccountLinkStore, accountLinkStore } from './account-links.ts'
import { type AccountStore, accountStore } from './account-store.ts'
import { changePasswordRoutes } from './change-password.ts'
import { credentialsCheck } from './check-credentials.ts'
import { passwordCheck } from './check-password.ts'
import { interactionRoutes, linkRoutes, refusePublicAddresses } from './interaction-routes.ts'
import { knownDevices } from './known-devices.ts'
import { type OwnSecrets, ownSecrets } from './own-secrets.ts'
import { passkeyAccess } from './passkey-access.ts'
import { passkeyOffer, passkeyRoutes } from './passkey-routes.ts'
import { passkeyStore } from './passkey-store.ts'
import { passkeyCeremonies } from './passkeys.ts'
import { passwordAttemptLimit } from './password-attempts.ts'
import { passwordForm } from './password-form.ts'
import { type HashCost, passwordHashes } from './password-hash.ts'
import { plainForm } from './sign-in-form.ts'
import { signer } from './signer.ts'
import { stateStore } from './state-store.ts'

const MOUNT = '/idp'
const CLIENT_ID = 'beergoggles'
const SESSION_SECONDS = 60 * 24 * 60 * 60
const SESSION_COOKIE = 'idp-session'
/** With a secret of this process, on calls that the server makes to itself. */
const IN_PROCESS_HEADER = 'x-in-process'

export interface EmbeddedPorts {
  db: Db
  now: () => number
  publicUrl: string | undefined
  /** `password`: accounts have passwords and need an invitation. Undefined: only private networks may sign in. */
  signIn: 'allow' | 'password' | undefined
  /** The form was shown again with what is wrong, as an answer with this status. */
  onRejected: (request: FastifyRequest, status: number) => void
  passwordCost?: HashCost | undefined
  /** The script of the pages with passkeys. */
  passkeyScript: () => Promise<string>
}

export interface EmbeddedProvider {
  issuer: Issuer
  /** Undefined if accounts have no passwords. */
  links: AccountLinkStore | undefined
  dropExpired(): Promise<void>
}

type Provider = import('oidc-provider').Provider
type ErrorContext = Pick<import('oidc-provider').KoaContextWithOIDC, 'type' | 'req' | 'status' | 'set' | 'body'>

export async function embeddedProvider(app: FastifyInstance, ports: EmbeddedPorts): Promise<EmbeddedProvider> {
  const { db, now, publicUrl, onRejected } = ports
  const own = await ownSecrets(db)
  const state = stateStore(db, now)
  const accounts = accountStore(db)
  const links = accountLinkStore(db, now)
  const attempts = passwordAttemptLimit(db, now)
  const asksPassword = ports.signIn === 'password'
  if (asksPassword) await accounts.endSessionsWithoutPassword()
  const passwords = passwordHashes(ports.passwordCost)
  const devices = knownDevices(signer(own.cookieKeys[0]), publicUrl)
  const check = passwordCheck({ accounts, attempts, devices, passwords })
  const store = passkeyStore(db, now)
  const passkeys = passkeyCeremonies({ store, attempts, devices, publicUrl })
  const access = passkeyAccess({ accounts, state: state.adapterFor('PasskeyAccess'), publicUrl })
  const checkCredentials = credentialsCheck({ check, passkeys })
  const passwordPorts = { accounts, links, attempts, checkCredentials, devices, passwords, publicUrl }
  const form = asksPassword ? passwordForm(passwordPorts) : plainForm(accounts)
  const passkeyPorts = { passkeys, store, access, accounts, checkCredentials, publicUrl, onRejected }
  const detour = asksPassword ? passkeyOffer(passkeyPorts) : undefined
  const provider = await createProvider(own, state.adapterFor, accounts, app.log)
  const ownCalls = randomToken()
  await app.register(async (scope) => {
    limitCalls(scope, ownCalls)
    // The provider reads request bodies itself; a Fastify parser would consume the stream first.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    if (ports.signIn === undefined) refusePublicAddresses(scope)
    interactionRoutes(scope, { provider, mount: MOUNT, form, publicUrl, onRejected, detour })
    if (asksPassword) {
      linkRoutes(scope, { links, sessionCookie: { name: SESSION_COOKIE, path: MOUNT }, publicUrl })
      changePasswordRoutes(scope, { accounts, check, devices, passwords, onRejected })
      passkeyRoutes(scope, { ...passkeyPorts, script: ports.passkeyScript })
    }
    scope.all(`${MOUNT}/*`, (request, reply) => forward(provider, request, reply, publicUrl))
  })
  return {
    links: asksPassword ? links : undefined,
    async dropExpired() {
      await state.dropExpired()
      await links.dropExpired()
      await attempts.dropExpired()
      await store.dropExpired()
    },
    issuer: {
      url: EMBEDDED_ISSUER,
      clientId: CLIENT_ID,
      clientSecret: own.clientSecret,
      fetch: (url, options) =>
        fetchInProcess(app, url, { ...options, headers: { ...options.headers, [IN_PROCESS_HEADER]: ownCalls } }),
      browserUrl: ({ pathname, search }, origin) => new URL(`${pathname}${search}`, origin),
    },
  }
}

/** Whoever calls the provider has no session yet. The calls of the server itself come from one address for all users. */
function limitCalls(scope: FastifyInstance, ownCalls: string): void {
  const limit = anonymousLimit(scope)
  scope.addHook('onRequest', async (request) => {
    if (request.headers[IN_PROCESS_HEADER] === ownCalls) return
    await limit.check(request)
    await limit.count(request)
  })
}

async function createProvider(
  own: OwnSecrets,
  adapterFor: ReturnType<typeof stateStore>['adapterFor'],
  accounts: AccountStore,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): Promise<Provider> {
  const { Provider } = await importProvider()
  const provider = new Provider(EMBEDDED_ISSUER, {
    adapter: adapterFor,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: own.clientSecret,
        id_token_signed_response_alg: own.signingKey.alg,
        redirect_uris: [`http://localhost${CALLBACK_PATH}`],
        post_logout_redirect_uris: ['http://localhost/'],
      },
    ],
    jwks: { keys: [own.signingKey] },
    cookies: {
      keys: own.cookieKeys,
      names: { session: SESSION_COOKIE, interaction: 'idp-interaction', resume: 'idp-resume' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: MOUNT },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    claims: { openid: ['sub'], profile: ['given_name', 'family_name', 'name'], email: ['email'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource },
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `${MOUNT}/interaction/${interaction.uid}` },
    ttl: { Session: SESSION_SECONDS, Grant: SESSION_SECONDS, Interaction: 60 * 60, AccessToken: 600, IdToken: 600 },
    findAccount: async (_ctx, id) => {
      const account = await accounts.byId(id)
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
    renderError: (ctx, _out, error) => renderError(ctx, error),
  })
  provider.proxy = true
  const report = (error: unknown) => {
    if (temporaryErrorPage(error, 'en')) log.info({ err: error }, 'the embedded sign-in was interrupted')
    else log.error({ err: error }, 'the embedded sign-in failed')
  }
  // The session is stored outside of what `renderError` is called for. Koa would print the error, with the session in it.
  provider.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.status = 500
      renderError(ctx, error)
      report(error)
    }
  })
  provider.on('server_error', (_ctx, error) => report(error))
  // An installation may be reached under several origins: a redirect leads back to the one of the request.
  const isOwnAddress = (uri: string, path: string) => {
    const { ctx } = Provider
    return ctx !== undefined && uri === `${ctx.protocol}://${ctx.host}${path}`
  }
  provider.Client.prototype.redirectUriAllowed = (uri: string) => isOwnAddress(uri, CALLBACK_PATH)
  provider.Client.prototype.postLogoutRedirectUriAllowed = (uri: string) => isOwnAddress(uri, '/')
  return provider
}

function renderError(ctx: ErrorContext, error: unknown): void {
  ctx.type = 'html'
  const t = textsIn(languageOf(ctx.req))
  const temporary = temporaryErrorPage(error, t.language)
  if (temporary) {
    ctx.status = temporary.status
    ctx.set('retry-after', temporary.retryAfter)
  }
  ctx.body = temporary?.html ?? signInFailedPage(t, t('unfinished'))
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

/** Signs out without asking for confirmation if the request carries the session's ID token. */
async function logoutSource(ctx: import('oidc-provider').KoaContextWithOIDC, form: string): Promise<void> {
  const { session, entities, params } = ctx.oidc
  if (!entities.IdTokenHint || !session) {
    const t = textsIn(languageOf(ctx.req))
    const confirm = `<input type="hidden" name="logout" value="yes"><button>${t('signOut.confirm')}</button></form>`
    const fields = form.replace('</form>', confirm)
    ctx.body = signInFailedPage(t, t('stillSignedIn')).replace('<a class="button"', `${fields}<a hidden`)
    return
  }
  await session.destroy()
  ctx.cookies.set(SESSION_COOKIE, null, { path: MOUNT, httpOnly: true, sameSite: 'lax' })
  ctx.redirect(typeof params?.post_logout_redirect_uri === 'string' ? params.post_logout_redirect_uri : '/')
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
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.setHeader('content-security-policy', PAGE_POLICY)
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

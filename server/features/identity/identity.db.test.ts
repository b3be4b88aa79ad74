import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addFavorite, getUser, LOGIN_PATH, LOGOUT_PATH } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { Browser } from '#testing/browser.ts'
import { spec } from '#testing/spec.ts'
import { systemClock } from '../../adapters/clock.ts'
import { sessions, signIns } from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { SESSION_DAYS } from './session-store.ts'

let app: TestApp
let port: number
let passedMs = 0
const clock = { ...systemClock, now: () => Date.now() + passedMs }
beforeAll(async () => {
  app = await startTestApp({ clock })
  port = await listen(app.app, { host: 'localhost', port: 0 })
})
afterAll(() => app.close())

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.org' }
const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }

/** Opens the login address, fills in the form, and follows every redirect. */
async function signIn(browser: Browser, person = ada, path = LOGIN_PATH) {
  const form = await browser.open(path)
  expect(form.status, form.text).toBe(200)
  return await browser.submit(form, person)
}

it('limits the calls to the embedded provider from one address, and not the sign-ins of others', async () => {
  const { app: limited, close } = await startTestApp()
  const host = 'localhost:3000'
  const flood = (remoteAddress: string, accept: string) =>
    limited.inject({ url: '/idp/.well-known/openid-configuration', remoteAddress, headers: { host, accept } })
  // The server calls itself from this address.
  // All at once: one after another could take a busy machine longer than the minute that the limit is for.
  const accepted = await Promise.all(Array.from({ length: 600 }, () => flood('127.0.0.1', '*/*')))
  expect(new Set(accepted.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const [refused, page] = [await flood('127.0.0.1', '*/*'), await flood('127.0.0.1', 'text/html')]
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect([page.statusCode, page.body]).toEqual([429, expect.stringContaining('Try again</a>')])

  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: object): Promise<{ url: string; body: string }> => {
    const { pathname, search } = new URL(address, 'http://localhost')
    const { headers, body } = await limited.inject({
      method: form ? 'POST' : 'GET',
      url: pathname + search,
      remoteAddress: '192.168.0.9',
      headers: {
        host,
        cookie: [...cookies].map((cookie) => cookie.join('=')).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: String(new URLSearchParams({ ...form })) }),
    })
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return headers.location === undefined ? { url: address, body } : await visit(String(headers.location))
  }
  const { url } = await visit(LOGIN_PATH)
  await visit(url, { ...ada, email: 'from-elsewhere@example.org' })
  expect((await visit(getUser.path)).body).toContain('from-elsewhere@example.org')
  await close()
})

it('speaks the language of the browser, and notes it for e-mails to a new user', async () => {
  const browser = new Browser(`http://localhost:${port}`, 'a browser', 'pt, fr-CH;q=0.8, en;q=0.5')
  const form = await browser.open(LOGIN_PATH)
  expect(form.text).toContain('<html lang="fr">')
  expect(form.text).toContain('Prénom')
  expect((await browser.submit(form, {})).text).toContain('Veuillez indiquer votre nom')
  await browser.submit(form, { ...ada, email: 'adele@example.org' })
  expect(JSON.parse((await browser.open('/api/user')).text)).toMatchObject({ language: 'fr' })
})

it.each(['Session', 'Interaction'])(
  'says and logs that it cannot store the sign-in, and prints nothing of it: %s',
  async (model) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const lines: string[] = []
    const log = pino(
      { serializers: { err: (error: Error) => error.message.split('\n', 1)[0] } },
      { write: (line) => lines.push(line) },
    )
    const { app: failing, close } = await startTestApp({ log })
    const origin = `http://localhost:${await listen(failing, { host: 'localhost', port: 0 })}`
    for (const [code, status, text] of [
      ['disk_full', 503, 'The disk of this server is full'],
      ['internal_error', 500, 'That didn&#39;t work'],
    ] as const) {
      const browser = new Browser(origin)
      const form = await browser.open(LOGIN_PATH)
      await app.db.execute(sql`
      create function refuse_state() returns trigger language plpgsql as
        ${sql.raw(`$$ begin raise 'refused' using errcode = '${code}'; end $$`)}`)
      await app.db.execute(sql`
      create trigger refuse_state before insert or update on oidc_state for each row
        when (new.model = ${sql.raw(`'${model}'`)}) execute function refuse_state()`)
      const page = await (model === 'Session' ? browser.submit(form, ada) : browser.open(LOGIN_PATH))
      await app.db.execute(sql`drop function refuse_state cascade`)
      expect([page.status, page.text]).toEqual([status, expect.stringContaining(text)])
    }
    await close()
    expect(printed).not.toHaveBeenCalled()
    const reported = lines.flatMap((line) => /the embedded sign-in (?:was interrupted|failed)/u.exec(line) ?? [])
    expect([...new Set(reported)]).toEqual(['the embedded sign-in was interrupted', 'the embedded sign-in failed'])
  },
)

describe.each(['localhost', '127.0.0.1', '[::1]'])('sign-in through the embedded provider on %s', (host) => {
  const browserOn = () => new Browser(`http://${host}:${port}`)

  it(
    'asks for a name, lets in, and brings the visitor back to the address they wanted',
    spec('3.6.1', '7.2.1'),
    async () => {
      const browser = browserOn()
      expect((await browser.open('/api/user')).status).toBe(401)
      const arrived = await signIn(browser, ada, `${LOGIN_PATH}?returnTo=/menu/42%3Fa%3D1`)
      expect(arrived.url).toBe(`http://${host}:${port}/menu/42?a=1`)
      const user = await browser.open('/api/user')
      expect(user.status).toBe(200)
      expect(JSON.parse(user.text)).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
    },
  )

  it('signs in the same user for the same e-mail address', async () => {
    const [first, second] = [browserOn(), browserOn()]
    await signIn(first)
    await signIn(second, { ...ada, firstName: 'Augusta' })
    const [before, after] = [await first.open('/api/user'), await second.open('/api/user')]
    expect(JSON.parse(after.text).id).toBe(JSON.parse(before.text).id)
    expect(JSON.parse(after.text).firstName).toBe('Augusta')
  })

  it('asks again after sign-out, and rejects the old session', async () => {
    const browser = browserOn()
    await signIn(browser)
    const session = browser.cookie('session')
    const left = await browser.open(LOGOUT_PATH)
    expect(left.url).toBe(`http://${host}:${port}/`)
    expect((await browser.open('/api/user')).status).toBe(401)
    browser.setCookie('session', session ?? '')
    expect((await browser.open('/api/user')).status).toBe(401)

    await signIn(browser, grace)
    expect(JSON.parse((await browser.open('/api/user')).text).firstName).toBe('Grace')
  })

  it('shows the form again with the entered values if one is missing', async () => {
    const browser = browserOn()
    const form = await browser.open(LOGIN_PATH)
    const again = await browser.submit(form, { ...ada, firstName: '"><b>', email: 'nowhere' })
    expect(again.status).toBe(400)
    expect(again.text).toContain('value="&quot;&gt;&lt;b&gt;"')
    // The browser's own bubbles would speak its language: the page says what is wrong, at the first wrong field.
    expect(form.text).toContain(' novalidate>')
    const [, email = ''] = /<label>Email(.*?)<button>/s.exec(again.text) ?? []
    expect(email).toContain('aria-invalid="true" aria-describedby="problem" autofocus')
    expect(email).toContain('<p class="problem" id="problem" role="alert">Please fill in your name')
    expect(again.text.match(/ autofocus|role="alert"|aria-invalid/g)).toHaveLength(3)
    await browser.submit(again, ada)
    expect((await browser.open('/api/user')).status).toBe(200)
  })
})

describe('sign-in', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/..//evil.example',
    '/\t/evil.example',
    'menu',
    '/api/logout',
    '/x/../api/logout',
    '/%61pi/logout',
    '/idp/session/end',
  ])('never leads to another site or out again: %s', async (returnTo) => {
    const browser = new Browser(`http://localhost:${port}`)
    const arrived = await signIn(browser, ada, `${LOGIN_PATH}?returnTo=${encodeURIComponent(returnTo)}`)
    expect(new URL(arrived.url).origin).toBe(`http://localhost:${port}`)
    expect(arrived.url).not.toContain('evil')
    expect((await browser.open('/api/user')).status).toBe(200)
  })

  it('cannot be completed in another browser', async () => {
    const [victim, attacker] = [new Browser(`http://localhost:${port}`), new Browser(`http://localhost:${port}`)]
    const form = await attacker.open(LOGIN_PATH)
    const callback = await attacker.submit(form, ada, { stopAt: '/api/callback' })
    const refused = await victim.open(callback.url)
    expect(refused.status).toBe(400)
    expect((await victim.open('/api/user')).status).toBe(401)
  })

  it('can be completed once; the back button then leads home', async () => {
    const browser = new Browser(`http://localhost:${port}`)
    const callback = await browser.submit(await browser.open(LOGIN_PATH), ada, { stopAt: '/api/callback' })
    await browser.open(callback.url)
    expect((await browser.open('/api/user')).status).toBe(200)
    const again = await browser.open(callback.url)
    expect(again.url).toBe(`http://localhost:${port}/`)
    browser.setCookie('session', '')
    expect((await browser.open(callback.url)).status).toBe(400)
  })

  it('works in two tabs at once', async () => {
    const browser = new Browser(`http://localhost:${port}`)
    const [one, two] = [
      await browser.open(`${LOGIN_PATH}?returnTo=/one`),
      await browser.open(`${LOGIN_PATH}?returnTo=/two`),
    ]
    expect((await browser.submit(one, ada)).url).toContain('/one')
    expect((await browser.submit(two, ada)).url).toContain('/two')
  })

  it.each(['x-forwarded-for', 'x-real-ip'])('without a password is not offered to the internet: %s', async (name) => {
    const visit = async (address: string, path = LOGIN_PATH): Promise<Response> => {
      const response = await fetch(new URL(path, `http://localhost:${port}`), {
        headers: { [name]: address },
        redirect: 'manual',
      })
      const next = response.headers.get('location')
      return next ? visit(address, next) : response
    }
    const refused = await visit('203.0.113.7')
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('only from this server&#39;s own network')
    // Followed without cookies, so that the form itself is out of reach.
    expect((await visit('192.168.0.17')).status).toBe(400)
  })

  it('is rejected under a foreign host name', async () => {
    const { statusCode } = await app.app.inject({ url: LOGIN_PATH, headers: { host: 'evil.example' } })
    expect(statusCode).toBe(400)
  })

  it('stores hashes only, and cookies that scripts cannot read', async () => {
    const browser = new Browser(`http://localhost:${port}`)
    await signIn(browser)
    const token = browser.cookie('session') ?? ''
    expect(token.length).toBeGreaterThan(40)
    expect(await app.db.select().from(sessions).where(eq(sessions.tokenHash, token))).toEqual([])
    expect(browser.attributesOf('session')).toMatch(/HttpOnly/i)
    expect(browser.attributesOf('session')).toMatch(/SameSite=Lax/i)
  })

  it('is logged with the number of the user, and nothing else about them', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const logging = await startTestApp({ log })
    const browser = new Browser(`http://localhost:${await listen(logging.app, { host: 'localhost', port: 0 })}`)
    await signIn(browser, grace)
    const { id } = JSON.parse((await browser.open('/api/user')).text)
    await logging.close()
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'signed in', userId: id, requestId: expect.any(String) }),
    )
    expect(lines.join('')).not.toMatch(/grace|hopper|example\.org/i)
  })

  it('expires, and expired rows are removed', async () => {
    const { call } = await app.signIn()
    expect((await call(getUser)).status).toBe(200)
    passedMs = (SESSION_DAYS + 1) * 24 * 60 * 60_000
    expect((await call(getUser)).status).toBe(401)
    const other = await startTestApp({ clock })
    await expect.poll(() => app.db.select().from(sessions)).toEqual([])
    expect(await app.db.select().from(signIns)).toEqual([])
    await other.close()
  })
})

describe('sign-out', () => {
  const open = (cookie: string, headers: Record<string, string>) =>
    app.app.inject({ url: LOGOUT_PATH, headers: { host: 'localhost:3000', cookie, ...headers } })

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ referer: 'http://localhost:3000/profile' }],
    [{}],
  ])('follows a link of our own, and clients other than browsers: %j', async (headers) => {
    const { cookie, call } = await app.signIn()
    const answer = await open(cookie, headers)
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect((await call(getUser)).status).toBe(401)
  })

  it('ends the session while the provider does not answer', async () => {
    const issuer = { url: 'http://127.0.0.1:9/', clientId: 'beergoggles', clientSecret: undefined }
    const external = await startTestApp({ issuer })
    const { cookie, call } = await external.signIn()
    const headers = { host: 'localhost:3000', cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const answer = await external.app.inject({ url: LOGOUT_PATH, headers })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect((await call(getUser)).status).toBe(401)
    await external.close()
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', referer: 'http://localhost:3000/profile' }],
    [{ referer: 'https://evil.example/' }],
    [{ referer: 'http://localhost:9/' }],
    [{ accept: 'text/html,*/*' }],
  ])('asks before it follows a link that may be of another site: %j', async (headers) => {
    const { cookie, call } = await app.signIn()
    const answer = await open(cookie, headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await call(getUser)).status).toBe(200)

    const action = /<form method="post" action="([^"]+)"/.exec(answer.body)?.[1] ?? ''
    const confirm = (origin: string) => {
      const form = { host: 'localhost:3000', cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
      return app.app.inject({ method: 'POST', url: action, headers: form, payload: '' })
    }
    expect((await confirm('https://evil.example')).statusCode).toBe(403)
    expect((await call(getUser)).status).toBe(200)
    expect((await confirm('http://localhost:3000')).statusCode).toBe(303)
    expect((await call(getUser)).status).toBe(401)
  })
})

describe('the embedded provider', () => {
  const CHALLENGE = 'code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const authorize = (uri: string) =>
    `/idp/auth?client_id=beergoggles&response_type=code&scope=openid&${CHALLENGE}&redirect_uri=${encodeURIComponent(uri)}`
  const signOut = (uri: string) =>
    `/idp/session/end?client_id=beergoggles&post_logout_redirect_uri=${encodeURIComponent(uri)}`
  const open = (path: string) => fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })

  it('redirects to the origin of the request', async () => {
    expect((await open(authorize(`http://localhost:${port}/api/callback`))).status).toBe(303)
    expect((await open(signOut(`http://localhost:${port}/`))).status).toBe(200)
  })

  it.each([
    'http://192.168.0.66',
    'http://localhost:9',
    'http://127.0.0.1',
    'https://localhost',
    'http://evil.example',
  ])('redirects to no other address, private or not: %s', async (origin) => {
    const refused = [await open(authorize(`${origin}/api/callback`)), await open(signOut(`${origin}/`))]
    expect(refused.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [400, null],
      [400, null],
    ])
  })

  it.each(['', '&code_challenge_method=plain&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'])(
    'gives no code without a challenge of the browser: %j',
    async (challenge) => {
      const asked = authorize(`http://localhost:${port}/api/callback`).replace(`&${CHALLENGE}`, challenge)
      const { searchParams } = new URL((await open(asked)).headers.get('location') ?? '')
      expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['invalid_request', null])
    },
  )

  it.each(['code id_token', 'id_token', 'none'])('answers no request for %j', async (type) => {
    const asked = authorize(`http://localhost:${port}/api/callback`).replace(
      'response_type=code',
      `response_type=${type}`,
    )
    expect((await open(asked)).headers.get('location')).toContain('error=unsupported_response_type')
  })

  it.each(['/idp/auth', '/idp/session/end', '/idp/interaction/none', '/idp/jwks'])(
    'sends the headers of a page without scripts: %s',
    async (path) => {
      const response = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('permissions-policy')).toContain('microphone=()')
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('same-origin')
    },
  )
})

describe('a call that changes data', () => {
  const beer = { body: { beerId: 1 } }

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:9' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://localhost:3000' }, 404],
    [{ 'sec-fetch-site': 'same-origin' }, 404],
    [{}, 404],
  ])('from %j answers %i', async (headers, status) => {
    const { call } = await app.signIn()
    expect((await call(addFavorite, { ...beer, headers })).status).toBe(status)
  })
})

describe('behind https', () => {
  it('uses Secure cookies with the __Host- prefix', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://beer.example.org', EMBEDDED_SIGN_IN: 'allow' } })
    const answer = await secure.app.inject({ url: LOGIN_PATH, headers: { host: 'beer.example.org' } })
    expect(answer.headers.location).toMatch(/^https:\/\/beer\.example\.org\/idp\/auth\?/)
    expect(answer.headers.location).toContain(encodeURIComponent('https://beer.example.org/api/callback'))
    const { pathname, search } = new URL(answer.headers.location ?? '')
    const asks = await secure.app.inject({ url: `${pathname}${search}`, headers: { host: 'beer.example.org' } })
    expect(asks.statusCode).toBe(303)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-browser=.*Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    const { cookie } = await secure.signIn()
    const asked = (header: string) =>
      secure.app.inject({ url: '/api/user', headers: { host: 'beer.example.org', cookie: header } })
    expect((await asked(cookie)).statusCode).toBe(401)
    expect((await asked(`__Host-${cookie}`)).statusCode).toBe(200)
    await secure.close()
  })
})

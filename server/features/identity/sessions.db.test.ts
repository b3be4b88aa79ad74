import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSession, endSessions, getUser, LOGIN_PATH, listSessions, type Session } from '#contracts'
import { startTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts'
import { Browser } from '#testing/browser.ts'
import { systemClock } from '../../adapters/clock.ts'
import { sessions, users } from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { sessionCommands } from './session-commands.ts'
import { SESSION_DAYS } from './session-store.ts'

const DAY_MS = 24 * 60 * 60_000
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'

let passedMs = 0
const clock = { ...systemClock, now: () => Date.now() + passedMs }
let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp({ clock, env: { SESSION_IDLE_DAYS: '10' } })
  origin = `http://localhost:${await listen(app.app, { host: 'localhost', port: 0 })}`
})
afterAll(() => app.close())
beforeEach(() => {
  passedMs = 0
})

let people = 0
const aPerson = () => ({ firstName: 'Ada', lastName: 'Lovelace', email: `ada-${people++}@example.org` })

async function signIn(person: object, userAgent?: string): Promise<Browser> {
  const browser = new Browser(origin, userAgent)
  await browser.submit(await browser.open(LOGIN_PATH), person)
  return browser
}

const isSignedIn = async (browser: Browser) => (await browser.open(getUser.path)).status === 200
const sessionsIn = async (browser: Browser): Promise<Session[]> =>
  JSON.parse((await browser.open(listSessions.path)).text)
const remove = (browser: Browser, path: string) =>
  fetch(new URL(path, origin), {
    method: 'DELETE',
    headers: { origin, cookie: `session=${browser.cookie('session')}` },
  })

describe('the list of sessions', () => {
  it('names the devices of the user, and the one that asks', async () => {
    const person = aPerson()
    const [phone, other] = [await signIn(person, FIREFOX), await signIn(person, 'curl/8')]
    await signIn(aPerson())
    const listed = await sessionsIn(phone)
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      [null, false],
      ['Firefox on Android', true],
    ])
    expect((await sessionsIn(other)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  })

  it('says when each was last used, to within some minutes', async () => {
    const { call } = await app.signIn()
    const lastSeen = async () => Date.parse((await call(listSessions)).body[0]?.lastSeenAt ?? '')
    const first = await lastSeen()
    passedMs = 5 * 60_000
    expect(await lastSeen()).toBe(first)
    passedMs = 11 * 60_000
    await call(getUser)
    expect(await lastSeen()).toBeGreaterThanOrEqual(first + 10 * 60_000)
  })
})

describe('ending a session', () => {
  it('signs out that device, which then has to sign in anew, and no other', async () => {
    const person = aPerson()
    const [phone, lost] = [await signIn(person), await signIn(person)]
    const [ended] = (await sessionsIn(phone)).filter(({ isCurrent }) => !isCurrent)
    expect((await remove(phone, `/api/sessions/${ended?.id}`)).status).toBe(204)
    expect([await isSignedIn(phone), await isSignedIn(lost)]).toEqual([true, false])
    expect((await lost.open(LOGIN_PATH)).text).toContain('First name')
    expect((await remove(phone, `/api/sessions/${ended?.id}`)).status).toBe(404)
  })

  it('is not possible for another user', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const id = (await ada.call(listSessions)).body[0]?.id ?? 0
    expect((await grace.call(endSession, { params: { id } })).status).toBe(404)
    expect((await ada.call(getUser)).status).toBe(200)
  })
})

it('signs out everywhere, and nobody else', async () => {
  const person = aPerson()
  const devices = [await signIn(person), await signIn(person)]
  const { call } = await app.signIn()
  expect((await remove(devices[0] as Browser, endSessions.path)).status).toBe(204)
  for (const device of devices) {
    expect(await isSignedIn(device)).toBe(false)
    expect((await device.open(LOGIN_PATH)).text).toContain('First name')
  }
  expect((await call(getUser)).status).toBe(200)
})

it('signs out everywhere, also where the form was just answered', async () => {
  const person = aPerson()
  const phone = await signIn(person)
  const other = new Browser(origin)
  const form = await other.open(LOGIN_PATH)
  const resume = `/idp/auth/${form.url.split('/').at(-1)}`
  await other.submit(form, person, { stopAt: resume })
  await remove(phone, endSessions.path)
  await other.open(resume)
  expect(await isSignedIn(other)).toBe(false)
})

describe('a session', () => {
  it('ends when its browser signs in anew', async () => {
    const browser = await signIn(aPerson())
    const before = browser.cookie('session') ?? ''
    await browser.open(LOGIN_PATH)
    expect(browser.cookie('session')).not.toBe(before)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await sessionsIn(browser)).toHaveLength(1)
    browser.setCookie('session', before)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('ends when it is not used for the set time', async () => {
    const { call } = await app.signIn()
    passedMs = 9 * DAY_MS
    expect((await call(getUser)).status).toBe(200)
    passedMs = 18 * DAY_MS
    expect((await call(getUser)).status).toBe(200)
    passedMs = 28 * DAY_MS + 1
    expect((await call(getUser)).status).toBe(401)
    const next = await startTestApp({ clock, env: { SESSION_IDLE_DAYS: '10' } })
    expect(await app.db.select().from(sessions)).toEqual([])
    await next.close()
  })

  it('ends after 60 days, however often it is used', async () => {
    const { call } = await app.signIn()
    for (let day = 0; day < SESSION_DAYS; day += 5) {
      passedMs = day * DAY_MS
      expect((await call(getUser)).status).toBe(200)
    }
    passedMs = SESSION_DAYS * DAY_MS
    expect((await call(getUser)).status).toBe(401)
  })
})

describe('a session of another issuer', () => {
  const at = (url: string) => ({ issuer: { url, clientId: 'beergoggles', clientSecret: undefined } })
  const KEYCLOAK = 'https://login.test/realms/home'
  const sessionsLeft = () => app.db.select({ id: sessions.id }).from(sessions)

  /** Signs in as before the change, then starts a node with the other setting. */
  async function statusAfter(before: TestAppOptions, after: TestAppOptions): Promise<{ on: number; left: number }> {
    await app.db.delete(sessions)
    const old = await startTestApp({ clock, ...before })
    const { cookie } = await old.signIn()
    const next = await startTestApp({ clock, ...after })
    const left = (await sessionsLeft()).length
    // Of a node that has the old setting still.
    const { cookie: late } = await old.signIn()
    const headers = { host: 'localhost:3000' }
    const statuses = await Promise.all(
      [cookie, late].map(async (one) => {
        const answer = await next.app.inject({ url: getUser.path, headers: { ...headers, cookie: one } })
        return answer.statusCode
      }),
    )
    await Promise.all([old.close(), next.close()])
    expect(new Set(statuses).size).toBe(1)
    return { on: statuses[0] ?? 0, left }
  }

  it.each([
    ['from the form without passwords to a provider', {}, at(KEYCLOAK)],
    ['from a provider to the embedded one', at(KEYCLOAK), {}],
    ['from one provider to another', at(KEYCLOAK), at('https://login.test/realms/work')],
    ['from the form to a provider with many issuers', {}, at('https://login.microsoftonline.com/common/v2.0')],
  ])('ends at the change %s, on any node', async (_change, before, after) => {
    expect(await statusAfter(before, after)).toEqual({ on: 401, left: 0 })
  })

  it.each([
    ['the same provider', at(KEYCLOAK), at(KEYCLOAK)],
    ['the same provider, written otherwise', at('https://login.test'), at('https://LOGIN.test/')],
    ['the same provider, by its document', at(KEYCLOAK), at(`${KEYCLOAK}/.well-known/openid-configuration`)],
    [
      'one tenant of many',
      at('https://login.microsoftonline.com/9188040d/v2.0'),
      at('https://login.microsoftonline.com/common/v2.0'),
    ],
    ['the embedded provider', {}, {}],
  ])('is none of %s', async (_which, before, after) => {
    expect(await statusAfter(before, after)).toEqual({ on: 200, left: 1 })
  })
})

describe('an operator', () => {
  const signOut = (input: unknown) => sessionCommands(app.db)['sign-out'](input, () => {}, new AbortController().signal)

  it('signs out one user, whose devices then have to sign in anew, and nobody else', async () => {
    const person = aPerson()
    const [phone, laptop, other] = [await signIn(person), await signIn(person), await signIn(aPerson())]
    expect(await signOut(person.email.toUpperCase())).toBe(2)
    expect(await isSignedIn(phone)).toBe(false)
    expect((await laptop.open(LOGIN_PATH)).text).toContain('<form')
    expect(await isSignedIn(other)).toBe(true)
    await expect(signOut('nobody@example.org')).rejects.toThrow('No user')
    await expect(signOut('Everyone')).rejects.toThrow('No user has the address Everyone.')
  })

  it('signs out a user whose provider states no valid address', async () => {
    const person = aPerson()
    const browser = await signIn(person)
    const address = `${person.email.split('@')[0]}@localhost`
    await app.db.update(users).set({ email: address }).where(eq(users.email, person.email))
    expect(await signOut(address.toUpperCase())).toBe(1)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('signs out everyone', async () => {
    const browsers = [await signIn(aPerson()), await signIn(aPerson())]
    expect(await signOut(null)).toBeGreaterThanOrEqual(2)
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
  })
})

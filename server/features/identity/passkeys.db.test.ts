import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteUser,
  endSessions,
  getUser,
  LOGIN_PATH,
  LOGOUT_PATH,
  PASSKEYS_PATH,
  PASSKEYS_PER_ACCOUNT_MAX,
} from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { Authenticator } from '#testing/authenticator.ts'
import { Browser, type Page } from '#testing/browser.ts'
import { spec } from '#testing/spec.ts'
import { systemClock } from '../../adapters/clock.ts'
import {
  oidcAccounts,
  oidcState,
  passkeyChallenges,
  passkeys,
  passwordAttempts,
  users,
} from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { accountCommands } from './embedded/account-commands.ts'
import { passwordHashes } from './embedded/password-hash.ts'
import { PASSKEY_SCRIPT_PATH, SIGN_IN_OPTIONS_PATH } from './pages.ts'
import { ADD_OPTIONS_PATH, ADD_PATH, DONE_PATH, REMOVE_PATH } from './passkey-pages.ts'

let passedMs = 0
const clock = { ...systemClock, now: () => Date.now() + passedMs }
const env = { EMBEDDED_SIGN_IN: 'password' }
/** A hundredth of the real one. */
const passwordCost = { logN: 10, r: 8, p: 1 }
const MINUTE_MS = 60_000
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'

let node: TestApp
let origin: string
let otherOrigin: string
let stop: () => Promise<unknown>
beforeAll(async () => {
  node = await startTestApp({ clock, env, passwordCost })
  const other = await startTestApp({ clock, env, passwordCost })
  origin = `http://localhost:${await listen(node.app, { host: 'localhost', port: 0 })}`
  otherOrigin = `http://localhost:${await listen(other.app, { host: 'localhost', port: 0 })}`
  stop = () => Promise.all([node.close(), other.close()])
})
afterAll(() => stop())

const password = 'correct horse battery'
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
beforeEach(async () => {
  passedMs = 0
  for (const table of [passwordAttempts, passkeyChallenges, oidcAccounts, users]) await node.db.delete(table)
  const passwordHash = await passwordHashes(passwordCost).hash(password)
  await node.db.insert(oidcAccounts).values([
    { id: 'ada', ...ada, passwordHash },
    { id: 'grace', ...grace, passwordHash },
  ])
})

const browserOn = (address = origin) => new Browser(address, FIREFOX)
const userIn = async (browser: Browser) => {
  const page = await browser.open(getUser.path)
  return page.status === 200 ? JSON.parse(page.text).firstName : null
}
const jsonOf = ({ status, text }: Page) => {
  expect(status).toBe(200)
  return JSON.parse(text)
}
const asked = async (browser: Browser) => jsonOf(await browser.post(SIGN_IN_OPTIONS_PATH))
const askedToAdd = async (browser: Browser) => jsonOf(await browser.post(ADD_OPTIONS_PATH))
const signInWithPassword = async (fields: object, browser = browserOn()) => {
  const page = await browser.submit(await browser.open(LOGIN_PATH), { password, ...fields })
  return { browser, page }
}

/** A browser whose user may change passkeys, since they have entered their password. */
async function admitted({ email }: { email: string }, browser = browserOn()): Promise<Browser> {
  await browser.post(PASSKEYS_PATH, { email, password })
  return browser
}

async function withPasskey(person: { email: string }, browser?: Browser) {
  const authenticator = new Authenticator()
  const added = await admitted(person, browser)
  const passkey = JSON.stringify(authenticator.create(await askedToAdd(added), { origin }))
  return { authenticator, browser: added, page: await added.post(ADD_PATH, { passkey }) }
}

type GetOptions = Partial<Parameters<Authenticator['get']>[1]>
type SignInOptions = GetOptions & { challenge?: string }

/** Signs in with a passkey; `challenge`: instead of a new one. */
async function signIn(authenticator: Authenticator, options: SignInOptions = {}, address = origin) {
  const browser = browserOn(address)
  const form = await browser.open(LOGIN_PATH)
  const { challenge } = options.challenge === undefined ? await asked(browser) : { challenge: options.challenge }
  const passkey = JSON.stringify(authenticator.get({ challenge }, { origin: address, ...options }))
  return { browser, form, passkey, challenge, page: await browser.submit(form, { passkey }) }
}

const removePasskeys = (email: string) =>
  accountCommands({ db: node.db, now: clock.now })['remove-passkeys'](email, () => {}, new AbortController().signal)

describe('a passkey', () => {
  it('signs in, on any node, without the password', async () => {
    const { authenticator, page } = await withPasskey(ada)
    expect(page.text).toContain('Firefox on Android')
    expect(page.text).toContain('Not used yet')
    for (const address of [origin, otherOrigin]) {
      const { browser } = await signIn(authenticator, {}, address)
      expect(await userIn(browser)).toBe('Ada')
    }
    const [stored] = await node.db.select().from(passkeys)
    expect(stored).toMatchObject({ host: 'localhost', device: 'Firefox on Android', lastUsedAt: expect.any(Date) })
  })

  it('is asked for as one that browsers find by themselves and that verifies its user', async () => {
    const browser = await admitted(ada)
    expect(await asked(browserOn())).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const { authenticator } = await withPasskey(ada, browser)
    const options = await askedToAdd(browser)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'BeerGoggles' },
      user: { name: ada.email, displayName: 'Ada Lovelace' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(options.excludeCredentials).toEqual([{ id: authenticator.id, type: 'public-key' }])
  })

  it.each<[string, SignInOptions]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without verifying its user', { verifiesUser: false }],
    ['a challenge of nobody', { challenge: 'AAAA' }],
  ])('is refused when it signs %s', async (_what, options) => {
    const { authenticator } = await withPasskey(ada)
    const { browser, page } = await signIn(authenticator, options)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('That passkey didn&#39;t work')])
    expect(await userIn(browser)).toBeNull()
    expect(await userIn((await signIn(authenticator)).browser)).toBe('Ada')
  })

  it('signs a challenge once, in the browser that asked for it, within five minutes', async () => {
    const { authenticator } = await withPasskey(ada)
    const { browser, challenge, passkey, form } = await signIn(authenticator)
    await browser.open(LOGOUT_PATH)
    const replayed = await browser.submit(await browser.open(LOGIN_PATH), { passkey })
    expect(replayed.status).toBe(403)
    expect((await browserOn().submit(form, { passkey })).status).toBe(400)

    const { challenge: open } = await asked(browser)
    expect((await signIn(authenticator, { challenge: open })).page.status).toBe(403)
    expect((await signIn(authenticator, { challenge })).page.status).toBe(403)

    const late = browserOn()
    const page = await late.open(LOGIN_PATH)
    const signed = JSON.stringify(authenticator.get(await asked(late), { origin }))
    passedMs = 5 * MINUTE_MS
    expect((await late.submit(page, { passkey: signed })).status).toBe(403)
  })

  it('consumes the challenge even if it is refused', async () => {
    const { authenticator } = await withPasskey(ada)
    const { browser, form, challenge } = await signIn(authenticator, { verifiesUser: false })
    const passkey = JSON.stringify(authenticator.get({ challenge }, { origin }))
    expect((await browser.submit(form, { passkey })).status).toBe(403)
  })

  it('opens no other account', async () => {
    const { authenticator } = await withPasskey(ada)
    await withPasskey(grace)
    authenticator.userHandle = Buffer.from('grace').toString('base64url')
    expect((await signIn(authenticator)).page.status).toBe(403)
  })

  it('that is unknown is refused like a wrong one, whatever is sent', async () => {
    const unknown = new Authenticator()
    const { browser, form, page } = await signIn(unknown)
    const { authenticator } = await withPasskey(ada)
    const { page: wrong } = await signIn(authenticator, { verifiesUser: false })
    const withoutPath = ({ text }: Page) => text.replaceAll(/interaction\/[\w-]+/g, '')
    expect([page.status, withoutPath(page)]).toEqual([wrong.status, withoutPath(wrong)])
    const made = JSON.stringify(new Authenticator().create({ challenge: 'AAAA', user: { id: 'ada' } }, { origin }))
    for (const passkey of ['{', '[]', '{"id":"\\u0000"}', made]) {
      expect((await browser.submit(form, { passkey })).status).toBe(403)
    }
  })

  it('is refused when its counter shows that somebody has a copy', async () => {
    const { authenticator } = await withPasskey(ada)
    expect(await userIn((await signIn(authenticator, { counter: 7 })).browser)).toBe('Ada')
    expect((await signIn(authenticator, { counter: 7 })).page.status).toBe(403)
    expect(await userIn((await signIn(authenticator, { counter: 8 })).browser)).toBe('Ada')
  })

  it('cannot be tried without limit from one address, and needs none of the attempts at the password', async () => {
    const { authenticator } = await withPasskey(ada)
    await signInWithPassword({ email: ada.email, password: 'wrong horse battery' })
    await signIn(new Authenticator())
    await node.db.update(passwordAttempts).set({ count: 60 })
    const { page } = await signIn(authenticator)
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many attempts')])
    passedMs = 15 * MINUTE_MS
    expect(await userIn((await signIn(authenticator)).browser)).toBe('Ada')
  })

  it('stays when a password is set by the operator’s link, until the operator removes it', async () => {
    const { authenticator } = await withPasskey(ada)
    const { browser } = await signIn(authenticator)
    const reset = accountCommands({ db: node.db, now: clock.now })['reset-password']
    const { path } = Object(await reset(ada.email, () => {}, new AbortController().signal))
    const resetting = browserOn()
    await resetting.submit(await resetting.open(path), { password: 'a brand new passphrase' })
    expect(await userIn(browser)).toBeNull()
    const { browser: again } = await signIn(authenticator)
    const opened = { passkey: JSON.stringify(authenticator.get(await asked(again), { origin })) }
    expect((await again.post(PASSKEYS_PATH, opened)).text).toContain('Firefox on Android')
    expect(await userIn(again)).toBe('Ada')

    expect(await removePasskeys('ADA@example.org')).toBe(1)
    expect(await userIn(again)).toBeNull()
    expect((await again.post(ADD_OPTIONS_PATH)).status).toBe(401)
    expect((await signIn(authenticator)).page.status).toBe(403)
    await expect(removePasskeys('nobody@example.org')).rejects.toThrow('No account')
  })

  it('begins a sign-in that a new password ends', async () => {
    const { authenticator } = await withPasskey(ada)
    const browser = browserOn()
    const form = await browser.open(LOGIN_PATH)
    const resume = `/idp/auth/${form.url.split('/').at(-1)}`
    const passkey = JSON.stringify(authenticator.get(await asked(browser), { origin }))
    expect((await browser.submit(form, { passkey }, { stopAt: resume })).url).toContain(resume)
    await browserOn().post('/idp/password', { email: ada.email, password, newPassword: 'a brand new passphrase' })
    expect((await browser.open(resume)).status).toBe(400)
    expect(await userIn(browser)).toBeNull()
  })

  it('goes with the account', async () => {
    const { authenticator } = await withPasskey(ada)
    const { browser } = await signIn(authenticator)
    const headers = { cookie: `session=${browser.cookie('session')}`, origin }
    expect((await fetch(new URL(deleteUser.path, origin), { method: 'DELETE', headers })).status).toBe(204)
    expect(await node.db.$count(passkeys)).toBe(0)
    expect((await signIn(authenticator)).page.status).toBe(403)
  })
})

it('signs in with no passkey that was removed while it was checked', async () => {
  const { authenticator } = await withPasskey(ada)
  await node.db.execute(sql`
    create function remove_passkeys() returns trigger language plpgsql as $$ begin delete from passkeys; return old; end $$`)
  // Its challenge is taken once it was found.
  await node.db.execute(sql`
    create trigger removal after delete on passkey_challenges for each row execute function remove_passkeys()`)
  const { page } = await signIn(authenticator)
  await node.db.execute(sql`drop function remove_passkeys cascade`)
  expect(page.status).toBe(403)
})

describe('the page of passkeys', () => {
  it('opens with the password or a passkey, for ten minutes or until its user is done', async () => {
    const wrong = await browserOn().post(PASSKEYS_PATH, { email: ada.email, password: 'wrong horse battery' })
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('don&#39;t match')])
    const { authenticator } = await withPasskey(ada)

    const browser = browserOn()
    expect((await browser.open(PASSKEYS_PATH)).text).toContain('type="password"')
    const passkey = JSON.stringify(authenticator.get(await asked(browser), { origin }))
    expect((await browser.post(PASSKEYS_PATH, { passkey })).text).toContain('Firefox on Android')
    expect(browser.attributesOf('passkeys')).toMatch(/max-age=600.*httponly.*samesite=lax/i)
    await browser.post(DONE_PATH)
    expect((await browser.open(PASSKEYS_PATH)).text).toContain('type="password"')

    await admitted(ada, browser)
    passedMs = 10 * MINUTE_MS
    expect((await browser.open(PASSKEYS_PATH)).text).toContain('type="password"')
  })

  it('closes with a new password, and at sign-out', async () => {
    const { browser } = await withPasskey(ada)
    await signInWithPassword({ email: ada.email }, browser)
    await browser.open(LOGOUT_PATH)
    expect((await browser.open(PASSKEYS_PATH)).text).toContain('type="password"')
    await admitted(ada, browser)
    await browserOn().post('/idp/password', { email: ada.email, password, newPassword: 'a brand new passphrase' })
    expect((await browser.open(PASSKEYS_PATH)).text).toContain('type="password"')
  })

  it('closes when its user signs out everywhere, also for somebody else who had opened it', async () => {
    const { authenticator } = await withPasskey(ada)
    const other = browserOn()
    await other.post(PASSKEYS_PATH, { passkey: JSON.stringify(authenticator.get(await asked(other), { origin })) })
    expect((await other.open(PASSKEYS_PATH)).text).toContain('Firefox on Android')
    const { browser } = await signInWithPassword({ email: ada.email })
    const headers = { cookie: `session=${browser.cookie('session')}`, origin }
    expect((await fetch(new URL(endSessions.path, origin), { method: 'DELETE', headers })).status).toBe(204)
    expect((await other.post(ADD_OPTIONS_PATH)).status).toBe(401)
    expect((await other.open(PASSKEYS_PATH)).text).toContain('type="password"')
  })

  it('cannot be opened with a cookie that the server has not given', async () => {
    const browser = await admitted(ada)
    const [stored] = await node.db.select().from(oidcState).where(eq(oidcState.model, 'PasskeyAccess'))
    for (const forged of [stored?.id ?? '', 'ada', '%00', '..']) {
      browser.setCookie('passkeys', forged)
      expect((await browser.open(PASSKEYS_PATH)).text).toContain('type="password"')
      expect((await browser.post(ADD_OPTIONS_PATH)).status).toBe(401)
    }
  })

  it('removes a passkey, and none of another account', async () => {
    const [{ authenticator: ofAda, browser }, { authenticator: ofGrace }] = [
      await withPasskey(ada),
      await withPasskey(grace),
    ]
    for (const id of [ofGrace.id, '\u0000', '']) await browser.post(REMOVE_PATH, { id })
    await browserOn().post(REMOVE_PATH, { id: ofGrace.id })
    expect(await userIn((await signIn(ofGrace)).browser)).toBe('Grace')
    expect((await browser.post(REMOVE_PATH, { id: ofAda.id })).text).not.toContain('Firefox on Android')
    expect((await signIn(ofAda)).page.status).toBe(403)
    expect(await userIn((await signInWithPassword({ email: ada.email })).browser)).toBe('Ada')
  })

  it.each<[string, GetOptions]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without verifying its user', { verifiesUser: false }],
  ])('adds no passkey that was made %s', async (_what, options) => {
    const browser = await admitted(ada)
    const passkey = new Authenticator().create(await askedToAdd(browser), { origin, ...options })
    const page = await browser.post(ADD_PATH, { passkey: JSON.stringify(passkey) })
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('No passkey was added')])
    expect(await node.db.$count(passkeys)).toBe(0)
  })

  it('adds a passkey once, with a challenge of this account, and never over another one', async () => {
    const { browser, authenticator } = await withPasskey(ada)
    const other = await admitted(grace)
    const ofAda = new Authenticator().create(await askedToAdd(browser), { origin })
    expect((await other.post(ADD_PATH, { passkey: JSON.stringify(ofAda) })).status).toBe(400)
    const signInChallenge = { ...(await askedToAdd(other)), ...(await asked(other)) }
    const wrongPurpose = new Authenticator().create(signInChallenge, { origin })
    expect((await other.post(ADD_PATH, { passkey: JSON.stringify(wrongPurpose) })).status).toBe(400)
    const taken = authenticator.create(await askedToAdd(other), { origin })
    expect((await other.post(ADD_PATH, { passkey: JSON.stringify(taken) })).status).toBe(400)
    expect(await node.db.select({ accountId: passkeys.accountId }).from(passkeys)).toEqual([{ accountId: 'ada' }])
  })

  it('asks nobody about the certificates of an authenticator', async () => {
    const browser = await admitted(ada)
    const statement = new Map()
      .set('alg', -7)
      .set('sig', Buffer.alloc(70))
      .set('x5c', [Buffer.alloc(100)])
    const authenticator = new Authenticator()
    const passkey = JSON.stringify(authenticator.create(await askedToAdd(browser), { origin }, statement))
    await browser.post(ADD_PATH, { passkey })
    expect(await userIn((await signIn(authenticator)).browser)).toBe('Ada')
  })

  it('adds at most 20', spec('10.1.22'), async () => {
    const { browser } = await withPasskey(ada)
    const [first] = await node.db.select().from(passkeys)
    if (!first) throw new Error('no passkey was added')
    const more = Array.from({ length: PASSKEYS_PER_ACCOUNT_MAX - 2 }, (_, n) => ({ ...first, id: `${first.id}${n}` }))
    await node.db.insert(passkeys).values(more)
    const add = async () => {
      const passkey = new Authenticator().create(await askedToAdd(browser), { origin })
      return await browser.post(ADD_PATH, { passkey: JSON.stringify(passkey) })
    }
    expect((await add()).text).toContain(`You have ${PASSKEYS_PER_ACCOUNT_MAX} passkeys`)
    expect((await add()).status).toBe(400)
    expect(await node.db.$count(passkeys)).toBe(PASSKEYS_PER_ACCOUNT_MAX)
  })

  it('names the address of a passkey that works elsewhere', async () => {
    const { browser } = await withPasskey(ada)
    expect((await browser.open(PASSKEYS_PATH)).text).not.toContain('Works only at')
    await node.db.update(passkeys).set({ host: 'old.example.org' })
    expect((await browser.open(PASSKEYS_PATH)).text).toContain('Works only at old.example.org')
  })

  it('is no way for other sites, and has none where browsers know no passkeys', async () => {
    const { browser } = await withPasskey(ada)
    const cookie = `passkeys=${browser.cookie('passkeys')}`
    for (const path of [PASSKEYS_PATH, ADD_OPTIONS_PATH, ADD_PATH, REMOVE_PATH, DONE_PATH, '/idp/passkeys/offer/a']) {
      const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
      expect((await fetch(`${origin}${path}`, { method: 'POST', headers, body: '' })).status, path).toBe(403)
    }
    const headers = { host: '192.168.0.7' }
    const answer = await node.app.inject({ method: 'POST', url: SIGN_IN_OPTIONS_PATH, headers })
    expect(answer.statusCode).toBe(404)
  })

  it('logs what changed, for whom and nothing else', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const logging = await startTestApp({ clock, env, passwordCost, log })
    const address = `http://localhost:${await listen(logging.app, { host: 'localhost', port: 0 })}`
    const { browser } = await signInWithPassword({ email: ada.email }, browserOn(address))
    await admitted(ada, browser)
    const authenticator = new Authenticator()
    const passkey = JSON.stringify(authenticator.create(await askedToAdd(browser), { origin: address }))
    await browser.post(ADD_PATH, { passkey })
    await browser.post(REMOVE_PATH, { id: authenticator.id })
    await logging.close()
    const logged = lines.map((line) => JSON.parse(line))
    const [{ id: userId } = { id: 0 }] = await node.db.select({ id: users.id }).from(users)
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'passkey added', userId }))
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'passkey removed', userId }))
    expect(lines.join('')).not.toMatch(/lovelace|example\.org/i)
    expect(lines.join('')).not.toContain(authenticator.id)
  })
})

describe('the question after a sign-in with a password', () => {
  const canKeepPasskey = 'yes'

  it('is asked where a passkey can be kept, and leads on with or without one', async () => {
    const { browser, page } = await signInWithPassword({ email: ada.email, canKeepPasskey })
    expect(page.text).toContain('Next time without a password')
    expect(await userIn(browser)).toBeNull()
    await browser.submit(page, { passkey: 'nonsense' })
    expect(await userIn(browser)).toBe('Ada')
    expect(browser.cookie('passkeys')).toBeUndefined()

    await browser.open(LOGOUT_PATH)
    const { page: again } = await signInWithPassword({ email: ada.email, canKeepPasskey }, browser)
    const authenticator = new Authenticator()
    const passkey = JSON.stringify(authenticator.create(await askedToAdd(browser), { origin }))
    await browser.submit(again, { passkey })
    expect(await userIn(browser)).toBe('Ada')
    expect(await userIn((await signIn(authenticator)).browser)).toBe('Ada')

    const { browser: elsewhere } = await signInWithPassword({ email: ada.email, canKeepPasskey })
    expect(await userIn(elsewhere)).toBe('Ada')
  })

  it('is not asked again after ‘Not now’, in this browser', async () => {
    const { browser, page } = await signInWithPassword({ email: ada.email, canKeepPasskey })
    await browser.submit(page, { later: 'yes' })
    expect(await userIn(browser)).toBe('Ada')
    expect(browser.attributesOf('no-passkey-yet')).toMatch(/max-age=31536000/i)
    await browser.open(LOGOUT_PATH)
    await signInWithPassword({ email: ada.email, canKeepPasskey }, browser)
    expect(await userIn(browser)).toBe('Ada')
    expect((await signInWithPassword({ email: ada.email, canKeepPasskey })).page.text).toContain('Not now')
  })

  it('leads on once its time is over', async () => {
    const { browser, page } = await signInWithPassword({ email: ada.email, canKeepPasskey })
    passedMs = 10 * MINUTE_MS
    await browser.open(page.url)
    expect(await userIn(browser)).toBe('Ada')
    expect((await browserOn().open('/idp/passkeys/offer/a.b')).status).toBe(404)
  })
})

it('the pages run one script, which is a file', async () => {
  const answer = await node.app.inject({ url: PASSKEYS_PATH, headers: { host: 'localhost' } })
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'")
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|nonce/)
  expect(answer.body.match(/<script[^>]*>/g)).toEqual([`<script src="${PASSKEY_SCRIPT_PATH}">`])
  const script = await node.app.inject({ url: PASSKEY_SCRIPT_PATH, headers: { host: 'localhost' } })
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  const headers = { host: 'localhost', 'if-none-match': String(script.headers.etag) }
  expect((await node.app.inject({ url: PASSKEY_SCRIPT_PATH, headers })).statusCode).toBe(304)
})

it('does not exist for accounts without passwords', async () => {
  const plain = await startTestApp({ clock })
  for (const url of [PASSKEYS_PATH, PASSKEY_SCRIPT_PATH]) {
    expect((await plain.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404)
  }
  await plain.close()
})

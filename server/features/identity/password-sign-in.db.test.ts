import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInvitation, getUser, Invitation, LOGIN_PATH, LOGOUT_PATH } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { Browser, type Page } from '#testing/browser.ts'
import { systemClock } from '../../adapters/clock.ts'
import { accountLinks, oidcAccounts, oidcState, passwordAttempts, users } from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { accountCommands, firstAccountNotice } from './embedded/account-commands.ts'

let passedMs = 0
const clock = { ...systemClock, now: () => Date.now() + passedMs }
const env = { EMBEDDED_SIGN_IN: 'password' }
/** A hundredth of the real one. */
const passwordCost = { logN: 10, r: 8, p: 1 }
const WEEK_MS = 7 * 24 * 60 * 60_000

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
beforeEach(async () => {
  passedMs = 0
  for (const table of [accountLinks, passwordAttempts, oidcState, oidcAccounts, users]) await node.db.delete(table)
})

const password = 'correct horse battery'
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.org', password }
const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', password }

const browserOn = (address = origin) => new Browser(address)
const setUpLink = async () => {
  const notice = await firstAccountNotice({ db: node.db, now: clock.now }, '')
  return notice?.replace('Create the first account: ', '') ?? ''
}
const command = async (name: 'invite' | 'reset-password', input: unknown = null): Promise<string> => {
  const commands = accountCommands({ db: node.db, now: clock.now })
  return Object(await commands[name](input, () => {}, new AbortController().signal)).path
}
const userIn = async (browser: Browser) => {
  const page = await browser.open(getUser.path)
  return page.status === 200 ? JSON.parse(page.text) : null
}

/** Follows a link and fills in its form. */
async function follow(link: string, fields: object, browser = browserOn()): Promise<{ browser: Browser; page: Page }> {
  return { browser, page: await browser.submit(await browser.open(link), fields) }
}

async function signIn(fields: object, browser = browserOn()): Promise<{ browser: Browser; page: Page }> {
  return follow(LOGIN_PATH, fields, browser)
}

function invite(browser: Browser): Promise<Response> {
  const headers = { cookie: `session=${browser.cookie('session')}`, origin }
  return fetch(new URL(createInvitation.path, origin), { method: 'POST', headers })
}

const invitationOf = async (browser: Browser) => Invitation.parse(await (await invite(browser)).json())

describe('the first account', () => {
  it('is created with the set-up link, which then no longer works', async () => {
    const [link, printedByOtherNode] = [await setUpLink(), await setUpLink()]
    const { browser } = await follow(link, ada)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada', email: 'ada@example.org', canInvite: true })
    for (const used of [link, printedByOtherNode]) expect((await browserOn().open(used)).status).toBe(410)
    expect(await firstAccountNotice({ db: node.db, now: clock.now }, '')).toBeUndefined()
  })

  it('is one account, even if two set-up links are used at once', async () => {
    const browsers = [browserOn(), browserOn(otherOrigin)]
    const forms = await Promise.all(browsers.map(async (browser) => browser.open(await setUpLink())))
    await Promise.all(browsers.map((browser, n) => browser.submit(forms[n] as Page, n === 0 ? ada : grace)))
    const signedIn = (await Promise.all(browsers.map(userIn))).filter((user) => user !== null)
    expect(signedIn).toHaveLength(1)
    expect(await node.db.$count(oidcAccounts)).toBe(1)
  })

  it('can be created after a mistake, and after a preview of the link', async () => {
    const link = await setUpLink()
    await browserOn().open(link)
    const { browser, page } = await follow(link, { ...ada, password: 'short' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('at least 12 characters')
    expect(page.text).toContain('value="Lovelace"')
    expect(page.text).not.toContain('short')
    await browser.submit(page, ada)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('is stored without its password or the token of its link', async () => {
    const link = await setUpLink()
    const token = link.split('/').at(-1) ?? ''
    expect(JSON.stringify(await node.db.select().from(accountLinks))).not.toContain(token)
    await follow(link, ada)
    expect(JSON.stringify(await node.db.select().from(oidcAccounts))).not.toContain(password)
  })
})

describe('an invitation', () => {
  it('is created by a user and lets one person in, on any node', async () => {
    const { browser } = await follow(await setUpLink(), ada)
    const { path, expiresAt } = await invitationOf(browser)
    expect(Date.parse(expiresAt) - clock.now()).toBeGreaterThan(WEEK_MS - 60_000)
    const invited = await follow(path, grace, browserOn(otherOrigin))
    expect(await userIn(invited.browser)).toMatchObject({ firstName: 'Grace' })
    expect((await browserOn().open(path)).status).toBe(410)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('expires after a week, and after the account that created it', async () => {
    const link = await command('invite')
    passedMs = WEEK_MS + 1
    expect((await browserOn().open(link)).status).toBe(410)
    passedMs = 0
    const { browser } = await follow(await command('invite'), ada)
    const { path } = await invitationOf(browser)
    const headers = { cookie: `session=${browser.cookie('session')}`, origin }
    expect((await fetch(new URL('/api/user', origin), { method: 'DELETE', headers })).status).toBe(204)
    expect((await browserOn().open(path)).status).toBe(410)
  })

  it('is one of at most ten that are open, however fast they are created', async () => {
    const { browser } = await follow(await setUpLink(), ada)
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(browser)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
  })

  it('is listed for the operator, who can revoke it', async () => {
    const { browser } = await follow(await setUpLink(), ada)
    const ofUser = (await invitationOf(browser)).path
    const ofOperator = await command('invite')
    const commands = accountCommands({ db: node.db, now: clock.now })
    const run = async (name: 'links' | 'revoke', input: unknown) =>
      commands[name](input, () => {}, new AbortController().signal)
    const listed = Object(await run('links', null))
    expect(listed).toMatchObject([{ purpose: 'invitation', email: 'ada@example.org' }, { email: null }])
    await run('revoke', listed[0].id)
    expect((await browserOn().open(ofUser)).status).toBe(410)
    expect((await browserOn().open(ofOperator)).status).toBe(200)
    await expect(run('revoke', listed[0].id)).rejects.toThrow('No link has this id.')
  })

  it('stays valid if the address already has an account, and keeps that account', async () => {
    await follow(await setUpLink(), ada)
    const link = await command('invite')
    const { browser, page } = await follow(link, { ...ada, firstName: 'Mallory', password: 'another horse battery' })
    expect(page.status).toBe(409)
    expect(page.text).toContain('already has an account')
    await browser.submit(page, grace)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Grace' })
    expect(await userIn((await signIn(ada)).browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('asks for a new person in a browser where somebody is signed in', async () => {
    const { browser } = await follow(await setUpLink(), ada)
    const form = await browser.open(await command('invite'))
    expect(form.text).toContain('Create your account')
    await browser.submit(form, grace)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Grace' })
  })

  it('can be left for the sign-in by someone who has an account', async () => {
    await follow(await setUpLink(), ada)
    const browser = browserOn()
    const form = await browser.open(await command('invite'))
    const other = await browser.open(/<a href="([^"]+)">I already/.exec(form.text)?.[1] ?? '')
    await browser.submit(other, ada)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('is limited in number, and refused where nobody needs one', async () => {
    const { browser } = await follow(await setUpLink(), ada)
    for (let n = 0; n < 10; n++) expect((await invite(browser)).status).toBe(201)
    expect((await invite(browser)).status).toBe(409)
    const plain = await startTestApp({ clock })
    const { call } = await plain.signIn()
    expect((await call(createInvitation)).status).toBe(404)
    expect((await call(getUser)).body).not.toHaveProperty('canInvite')
    await plain.close()
  })
})

describe('the password', () => {
  let account: typeof oidcAccounts.$inferInsert | undefined
  beforeEach(async () => {
    if (account) await node.db.insert(oidcAccounts).values(account)
    else {
      await follow(await setUpLink(), ada)
      account = (await node.db.select().from(oidcAccounts))[0]
    }
  })

  it('lets in, on any node, and is asked for again after sign-out', async () => {
    const { browser } = await signIn(ada, browserOn(otherOrigin))
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
    await browser.open(LOGOUT_PATH)
    expect((await browser.open(LOGIN_PATH)).text).toContain('type="password"')
  })

  it.each([
    ['a wrong password', { ...ada, password: 'correct horse batterz' }],
    ['an unknown address', { ...ada, email: 'nobody@example.org' }],
    ['a name in place of it', { firstName: 'Ada', lastName: 'Lovelace', email: ada.email, password: 'Ada' }],
  ])('is refused with one message for %s', async (_what, fields) => {
    const { browser, page } = await signIn(fields)
    expect(page.status).toBe(403)
    expect(page.text).toContain('email address and password don&#39;t match')
    expect(await userIn(browser)).toBeNull()
  })

  it('cannot be tried without limit, on all nodes together', async () => {
    const wrong = { ...ada, password: 'wrong horse battery' }
    expect((await signIn(wrong)).page.status).toBe(403)
    await node.db.update(passwordAttempts).set({ count: 18 })
    for (const address of [origin, otherOrigin]) expect((await signIn(wrong, browserOn(address))).page.status).toBe(403)
    expect((await signIn(ada)).page.status).toBe(429)
    const { body: metrics } = await node.app.inject('/metrics')
    expect(metrics).toMatch(/^sign_ins_total\{kind="password",outcome="refused"\} \d+$/mu)
    expect(metrics).toMatch(/^sign_ins_total\{kind="password",outcome="limited"\} \d+$/mu)
    passedMs = 15 * 60_000
    const { browser } = await signIn(ada)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('can be tried for a limited number of accounts from one address', async () => {
    const { browser, page } = await signIn({ ...ada, password: 'wrong horse battery' })
    await node.db.update(passwordAttempts).set({ count: 60 })
    const again = await browser.submit(page, { ...grace, password: 'wrong horse battery' })
    expect(again.status).toBe(429)
  })

  it('is logged when it is wrong and when it is changed, without what was typed', async () => {
    const { id: userId } = (await userIn((await signIn(ada)).browser)) ?? expect.fail('not signed in')
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const logging = await startTestApp({ clock, env, passwordCost, log })
    const browser = browserOn(`http://localhost:${await listen(logging.app, { host: 'localhost', port: 0 })}`)
    await signIn({ ...ada, password: 'another guess of mine' }, browser)
    await browser.submit(await browser.open('/idp/password'), { ...ada, newPassword: 'the next guess of mine' })
    await logging.close()
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'sign-in refused', status: 403, requestId: expect.any(String) }),
    )
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'password changed', userId }))
    expect(lines.join('')).not.toMatch(/guess|lovelace|example\.org/i)
  })

  it('is changed by its user, who knows it, which ends every session of the account', async () => {
    const { browser: elsewhere } = await signIn(ada)
    const next = 'a brand new passphrase'
    const change = async (fields: object, browser = browserOn()) =>
      browser.submit(await browser.open('/idp/password'), { ...ada, newPassword: next, ...fields })
    expect((await browserOn().open(LOGIN_PATH)).text).toContain('href="/idp/password"')

    const wrong = await change({ password: 'wrong horse battery' })
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('value="Ada@Example.org"')])
    for (const newPassword of ['short', 'lovelace ada lovelace', '']) {
      const { status, text } = await change({ newPassword })
      expect([status, text]).toEqual([400, expect.not.stringContaining(password)])
    }
    expect((await change({ email: 'nobody@example.org' })).status).toBe(403)
    expect(await userIn(elsewhere)).not.toBeNull()

    const { page } = await follow('/idp/password', { ...ada, newPassword: next })
    expect(page.text).toContain('type="password"')
    expect(await userIn(elsewhere)).toBeNull()
    expect((await signIn(ada)).page.status).toBe(403)
    expect(await userIn((await signIn({ ...ada, password: next })).browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('cannot be guessed on the page that changes it either', async () => {
    const wrong = { ...ada, password: 'wrong horse battery', newPassword: 'a brand new passphrase' }
    const { browser, page } = await follow('/idp/password', wrong)
    await node.db.update(passwordAttempts).set({ count: 20 })
    expect((await browser.submit(page, { ...wrong, password })).status).toBe(429)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    const elsewhere = await fetch(`${origin}/idp/password`, { method: 'POST', headers, body: '' })
    expect(elsewhere.status).toBe(403)
  })

  it('can be set anew by the operator’s link, which ends every session of the account', async () => {
    const { browser: before } = await signIn(ada)
    const [link, older] = [
      await command('reset-password', 'ADA@example.org'),
      await command('reset-password', ada.email),
    ]
    const form = await browserOn().open(link)
    expect(form.text).toContain('value="ada@example.org"')
    const { browser } = await follow(link, { password: 'a brand new passphrase' }, before)
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
    expect((await signIn(ada)).page.status).toBe(403)
    expect(await userIn((await signIn({ ...ada, password: 'a brand new passphrase' })).browser)).not.toBeNull()
    for (const used of [link, older]) expect((await browserOn().open(used)).status).toBe(410)
    await expect(command('reset-password', 'nobody@example.org')).rejects.toThrow('No account')
    await expect(command('reset-password', 'ada')).rejects.toThrow(/^ada is no e-mail address\.$/)
  })
})

describe('a new password', () => {
  /** A browser in which the form was answered, but that has not followed the redirect. */
  async function answered() {
    const browser = browserOn()
    const form = await browser.open(LOGIN_PATH)
    const resume = `/idp/auth/${form.url.split('/').at(-1)}`
    expect((await browser.submit(form, ada, { stopAt: resume })).url).toContain(resume)
    return { browser, resume }
  }
  const change = async () =>
    follow('/idp/password', { ...ada, newPassword: 'a brand new passphrase' }, browserOn(otherOrigin))

  it.each([
    ['its user', change],
    [
      'the operator’s link',
      async () => follow(await command('reset-password', ada.email), { password: 'a new pass phrase' }),
    ],
  ])('from %s ends sign-ins that the old one began', async (_from, setPassword) => {
    await follow(await setUpLink(), ada)
    const { browser, resume } = await answered()
    await setPassword()
    expect((await browser.open(resume)).status).toBe(400)
    expect(await userIn(browser)).toBeNull()
  })

  it('ends the links that would set another one', async () => {
    await follow(await setUpLink(), ada)
    const link = await command('reset-password', ada.email)
    await change()
    expect((await browserOn().open(link)).status).toBe(410)
  })
})

it('ends the other sessions when a password is set', async () => {
  await follow(await setUpLink(), ada)
  const { browser: stolen } = await signIn(ada)
  await follow(await command('reset-password', ada.email), { password: 'a brand new passphrase' })
  expect(await userIn(stolen)).toBeNull()
  expect((await stolen.open(LOGIN_PATH)).text).toContain('type="password"')
})

describe('an account of the form without passwords', () => {
  it('has no session and no password until the operator sends a link', async () => {
    const plain = await startTestApp({ clock, env: { EMBEDDED_SIGN_IN: 'allow' } })
    const plainOrigin = `http://localhost:${await listen(plain.app, { host: 'localhost', port: 0 })}`
    const { browser: before } = await signIn(ada, browserOn(plainOrigin))
    expect(await userIn(before)).not.toBeNull()
    await plain.close()

    const next = await startTestApp({ clock, env })
    await next.close()
    const moved = browserOn()
    moved.setCookie('session', before.cookie('session') ?? '')
    expect(await userIn(moved)).toBeNull()
    expect((await signIn({ ...ada, password: '' })).page.status).toBe(403)
    expect(await firstAccountNotice({ db: node.db, now: clock.now }, '')).toContain('reset-password')

    const { browser } = await follow(await command('reset-password', ada.email), { password })
    expect(await userIn(browser)).toMatchObject({ firstName: 'Ada' })
  })

  it('is all that form opens: it refuses accounts with a password', async () => {
    await follow(await setUpLink(), ada)
    const plain = await startTestApp({ clock, env: { EMBEDDED_SIGN_IN: 'allow' } })
    const plainOrigin = `http://localhost:${await listen(plain.app, { host: 'localhost', port: 0 })}`
    const { browser, page } = await signIn(ada, browserOn(plainOrigin))
    expect(page.status).toBe(400)
    expect(page.text).toContain('has a password')
    expect(await userIn(browser)).toBeNull()
    await plain.close()
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getUser, LOGIN_PATH, LOGOUT_PATH } from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { Browser } from '#testing/browser.ts'
import { oidcAccounts, passwordAttempts } from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { accountCommands } from './embedded/account-commands.ts'
import { passwordAttemptLimit } from './embedded/password-attempts.ts'
import { passwordHashes } from './embedded/password-hash.ts'

const now = Date.now
const MINUTE_MS = 60_000
/** A hundredth of the real one. */
const passwordCost = { logN: 10, r: 8, p: 1 }
const node = await startTestApp({ env: { EMBEDDED_SIGN_IN: 'password' }, passwordCost })
const origin = `http://localhost:${await listen(node.app, { host: 'localhost', port: 0 })}`
afterAll(() => node.close())

const password = 'correct horse battery'
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
beforeEach(async () => {
  await node.db.delete(passwordAttempts)
  await node.db.delete(oidcAccounts)
  const passwordHash = await passwordHashes(passwordCost).hash(password)
  await node.db.insert(oidcAccounts).values({ id: 'ada', ...ada, passwordHash })
})

describe('attempts at a password', () => {
  const { begin, forget } = passwordAttemptLimit(node.db, now)
  const { email } = ada

  /** The number of attempts that could be made. */
  async function beginAll(times: number, addressOf: (n: number) => string): Promise<number> {
    let begun = 0
    for (let n = 0; n < times; n++) if (await begin({ target: email, address: addressOf(n) })) begun++
    return begun
  }

  it('from one address, which is a whole network with IPv6, leave others theirs', async () => {
    expect(await beginAll(50, (n) => `2001:db8:0:1::${n}`)).toBe(20)
    expect(await begin({ target: email, address: '2001:db8:0:2::1' })).toBeDefined()
  })

  it('do not count for the account once their address has none left', async () => {
    await begin({ target: 'grace@example.org', address: '192.0.2.1' })
    await node.db.update(passwordAttempts).set({ count: 60 })
    expect(await beginAll(101, () => '192.0.2.1')).toBe(0)
    expect(await begin({ target: email, address: '192.0.2.2' })).toBeDefined()
  })

  it('are limited for an account, from however many addresses', async () => {
    expect(await beginAll(120, (n) => `192.0.2.${n}`)).toBe(100)
    expect(await begin({ target: 'grace@example.org', address: '192.0.2.1' })).toBeDefined()
  })

  it('do not count if they succeed, and give strangers no more', async () => {
    await beginAll(99, (n) => `192.0.2.${n}`)
    for (let n = 0; n < 70; n++) await (await begin({ target: email, address: '198.51.100.1' }))?.succeeded()
    expect(await begin({ target: email, address: '198.51.100.1' })).toBeDefined()
    expect(await begin({ target: email, address: '198.51.100.2' })).toBeUndefined()
  })

  it('count for a quarter of an hour, also if the clock was set back since the first', async () => {
    const start = now()
    let time = start
    const attempts = passwordAttemptLimit(node.db, () => time)
    const beginAtOnce = async (times: number) => {
      let begun = 0
      for (let n = 0; n < times; n++) if (await attempts.begin({ target: email, address: '192.0.2.1' })) begun++
      return begun
    }
    time = start + 365 * 24 * 60 * MINUTE_MS
    expect(await beginAtOnce(21)).toBe(20)
    time = start
    expect(await beginAtOnce(21)).toBe(20)
    time = start + 14 * MINUTE_MS
    expect(await beginAtOnce(1)).toBe(0)
    time = start + 15 * MINUTE_MS
    expect(await beginAtOnce(1)).toBe(1)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a new password', () => forget({ target: email, address: '192.0.2.1' })],
    [
      'the sign-in on a known device',
      async () => (await begin({ target: email, address: '192.0.2.1', device: 'id' }))?.succeeded(),
    ],
  ])('from one address start again with %s there, and give those from others no more', async (_what, succeed) => {
    expect(await beginAll(21, () => '192.0.2.1')).toBe(20)
    await succeed()
    expect(await beginAll(21, () => '192.0.2.1')).toBe(20)
    await beginAll(120, (n) => `198.51.100.${n}`)
    await succeed()
    expect(await begin({ target: email, address: '192.0.2.1' })).toBeUndefined()
  })
})

describe('a device that has signed in to the account before', () => {
  const browserOn = () => new Browser(origin)
  const signIn = async (entered: string, browser = browserOn()) => {
    const page = await browser.submit(await browser.open(LOGIN_PATH), { email: ada.email, password: entered })
    return { browser, page }
  }
  const userIn = async (browser: Browser) => {
    const { status, text } = await browser.open(getUser.path)
    return status === 200 ? JSON.parse(text).firstName : null
  }
  const strangersUseUpAllAttempts = async () => {
    expect((await signIn('wrong horse battery')).page.status).toBe(403)
    await node.db.update(passwordAttempts).set({ count: 1_000 })
    expect((await signIn(password)).page.status).toBe(429)
  }

  it('lets its owner in, however often strangers try', async () => {
    const { browser } = await signIn(password)
    await browser.open(LOGOUT_PATH)
    await strangersUseUpAllAttempts()
    await signIn(password, browser)
    expect(await userIn(browser)).toBe('Ada')
    expect(browser.attributesOf('known-device')).toMatch(/max-age=31536000.*httponly.*samesite=lax/i)
  })

  it('is unknown again after the password was changed on another one', async () => {
    const [{ browser }, { browser: other }] = [await signIn(password), await signIn(password)]
    const newPassword = 'a brand new passphrase'
    await strangersUseUpAllAttempts()
    await browser.submit(await browser.open('/idp/password'), { email: ada.email, password, newPassword })
    expect((await signIn(newPassword, other)).page.status).toBe(429)
    await signIn(newPassword, browser)
    expect(await userIn(browser)).toBe('Ada')
  })

  it('has one token for its account, also after the password was changed on another one', async () => {
    const { browser } = await signIn(password)
    const newPassword = 'a brand new passphrase'
    const other = browserOn()
    await other.submit(await other.open('/idp/password'), { email: ada.email, password, newPassword })
    await browser.open(LOGOUT_PATH)
    await signIn(newPassword, browser)
    expect(browser.cookie('known-device')?.split('~')).toHaveLength(1)
  })

  it('has a limit of its own', async () => {
    const { browser } = await signIn(password)
    await browser.open(LOGOUT_PATH)
    const { page } = await signIn('wrong horse battery', browser)
    await node.db.update(passwordAttempts).set({ count: 19 })
    const entered = { email: ada.email, password }
    expect((await browser.submit(page, { ...entered, password: 'wrong horse battery' })).status).toBe(403)
    expect((await browser.submit(page, entered)).status).toBe(429)
    expect(await userIn((await signIn(password)).browser)).toBe('Ada')
  })

  it('is known for those who share it, and nobody else can say so', async () => {
    const { browser } = await signIn(password)
    const invite = accountCommands({ db: node.db, now }).invite
    const { path } = Object(await invite(null, () => {}, new AbortController().signal))
    const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', password }
    await browser.submit(await browser.open(path), grace)
    expect(await userIn(browser)).toBe('Grace')
    const [ofGrace = '', ofAda = ''] = (browser.cookie('known-device') ?? '').split('~')
    await browser.open(LOGOUT_PATH)
    await strangersUseUpAllAttempts()
    await signIn(password, browser)
    expect(await userIn(browser)).toBe('Ada')

    for (const forged of [ofGrace, `${ofAda.split('.')[0]}.AAAA`, ofAda.replace('.', 'x.'), '~.~']) {
      const stranger = browserOn()
      stranger.setCookie('known-device', forged)
      expect((await signIn(password, stranger)).page.status).toBe(429)
    }
  })
})

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addToJournal, getNotifications, saveLanguage, saveNotifications, sendConfirmation } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { imports, notificationPreferences, outgoingMessages } from '../../adapters/db/schema.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'

const MINUTE_MS = 60_000
/** Long enough for a busy machine. */
const WAIT = 10_000

const clock = manualClock(Date.parse('2026-05-04T07:30:00Z'))
const inbox: { to: string; text: string }[] = []
let refusal: { code: number } | undefined
let smtp: SMTPServer
let nodes: TestApp[]
let app: TestApp
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        if (refusal) return done(Object.assign(new Error('refused'), { responseCode: refusal.code }))
        // Long lines are folded.
        inbox.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          text: text.replaceAll('=\r\n', '').replaceAll('=3D', '='),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'BeerGoggles <beer@example.org>',
    PUBLIC_URL: 'http://localhost:3000',
  }
  app = await startTestApp({ clock, env })
  nodes = [app, await startTestApp({ clock, env, readerSlots: 0 })]
})
afterAll(async () => {
  for (const node of nodes.reverse()) await node.app.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
beforeEach(async () => {
  inbox.length = 0
  refusal = undefined
  await app.db.delete(outgoingMessages)
})

const passUntil = (check: () => void | Promise<void>) =>
  vi.waitFor(async () => {
    clock.advance(2_000)
    await check()
  }, WAIT)
const request = (method: 'GET' | 'POST', path: string, headers = {}) =>
  app.app.inject({ method, url: path, headers: { host: 'localhost:3000', ...headers } })
const linkIn = (text: string, path: string) => new RegExp(`/api/email/${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? ''

async function confirmed() {
  const user = await app.signIn()
  const emails = { ...DEFAULT_PREFERENCES, weeklyDigest: true, emailNotifications: true }
  await user.call(saveNotifications, { body: emails })
  expect((await user.call(sendConfirmation)).status).toBe(202)
  await passUntil(() => expect(inbox).toHaveLength(1))
  expect(inbox[0]?.to).toBe(user.user.email)
  const link = linkIn(inbox[0]?.text ?? '', 'confirm')
  inbox.length = 0
  return { ...user, link, state: async () => (await user.call(getNotifications)).body }
}

it('confirms an address by a link, which opening alone does not', async () => {
  const { call, link, state } = await confirmed()
  expect((await call(sendConfirmation)).status).toBe(429)
  expect((await request('GET', link)).body).toContain('Is this your address?')
  expect(await state()).toMatchObject({ email: 'unconfirmed' })
  const forged = `${link.slice(0, -4)}AAAA`
  for (const bad of [
    forged,
    '/api/email/confirm?token=x.y',
    '/api/email/confirm',
    link.replace('confirm', 'unsubscribe'),
  ]) {
    expect((await request('POST', bad)).statusCode, bad).toBe(410)
  }
  expect((await request('POST', link)).statusCode).toBe(200)
  expect(await state()).toMatchObject({ email: 'confirmed' })
  expect((await call(sendConfirmation)).status).toBe(409)
})

it('leaves the preferences of a user who asks for a link as they are: not chosen', async () => {
  const { call } = await app.signIn()
  const arrives = async () => {
    await passUntil(() => expect(inbox).toHaveLength(1))
    inbox.length = 0
  }
  expect((await call(sendConfirmation)).status).toBe(202)
  await arrives()
  expect((await call(sendConfirmation)).status).toBe(429)
  expect((await call(getNotifications)).body).toMatchObject({ preferences: null })
  clock.advance(10 * MINUTE_MS)
  expect((await call(sendConfirmation)).status).toBe(202)
  await arrives()
})

it('sends the digest once, in the language of the user, to confirmed addresses alone, until it is stopped by one click', async () => {
  const [ada, ben] = [await confirmed(), await confirmed()]
  await ada.call(saveLanguage, { body: { language: 'de' } })
  await request('POST', ada.link)
  const { id: beerId, name } = await aBeer(app.db, { name: 'Old & <Strong>', style: 'Wheat Beer' })
  for (const { call } of [ada, ben]) {
    const key = randomUUID()
    await call(addToJournal, { body: { key, beerId, triedAt: '2026-05-01T20:00:00Z' } })
  }
  clock.advance(Date.parse('2026-05-04T08:01:00Z') - clock.now())
  await passUntil(() => expect(inbox).not.toEqual([]))
  await passUntil(async () => expect(await app.db.select().from(outgoingMessages)).toEqual([]))
  expect(inbox.map(({ to }) => to)).toEqual([ada.user.email])
  const [{ text } = { text: '' }] = inbox
  expect(text).toMatch(/Subject: =\?UTF-8\?Q\?Deine_Bierwoche/)
  expect(text).toContain(`Das hast du getrunken: ${name}`)
  expect(text).toContain('Old &amp; &lt;Strong&gt;')
  expect(text).toContain('Zum ersten Mal dabei: Weizenbier.')
  expect(text.replaceAll(/\r\n\s+/g, ' ')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  const stop = linkIn(text, 'unsubscribe')
  await request('GET', stop)
  expect(await ada.state()).toMatchObject({ preferences: { emailNotifications: true } })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const [{ id: importId } = { id: 0 }] = await app.db
    .insert(imports)
    .values({ userId: ada.user.id, source: 'beergoggles', fileName: 'all.json' })
    .returning()
  const own = eq(notificationPreferences.userId, ada.user.id)
  await app.db.update(notificationPreferences).set({ importId }).where(own)
  expect((await request('POST', stop, form)).statusCode).toBe(200)
  expect(await ada.state()).toMatchObject({ preferences: { emailNotifications: false, weeklyDigest: true } })
  // Undoing the import does not switch e-mails on again.
  expect(await app.db.select().from(notificationPreferences).where(own)).toMatchObject([{ importId: null }])
})

it('tries again when the mail server cannot take it now, and not when it refuses', async () => {
  const { call } = await app.signIn()
  refusal = { code: 451 }
  await call(sendConfirmation)
  await passUntil(async () =>
    expect(await app.db.select().from(outgoingMessages)).toMatchObject([{ attempt: 1, leaseToken: null }]),
  )
  // The operator's password has changed: that says nothing about the e-mail.
  refusal = { code: 535 }
  clock.advance(MINUTE_MS)
  await passUntil(async () =>
    expect(await app.db.select().from(outgoingMessages)).toMatchObject([{ attempt: 2, leaseToken: null }]),
  )
  refusal = undefined
  clock.advance(10 * MINUTE_MS)
  await passUntil(() => expect(inbox).toHaveLength(1))
  refusal = { code: 550 }
  await (await app.signIn()).call(sendConfirmation)
  await passUntil(async () => expect(await app.db.select().from(outgoingMessages)).toEqual([]))
  expect(inbox).toHaveLength(1)
})

/** Accounts with passwords: the pages that the server renders for them, the devices of a user, and an invitation. */
import { expect, type Page } from '@playwright/test'
import { createInvitation, getUser, LOGIN_PATH, listSessions, type Session } from '#contracts'
import { createAccountPage, newPasswordPage, passwordPage, signInFailedPage } from '#server/features/identity/pages.ts'
import { type ListedPasskey, passkeyOfferPage, passkeysPage } from '#server/features/identity/passkey-pages.ts'
import { textsIn } from '#server/features/identity/texts.ts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

const EMAIL = 'jana.novakova@example.org'
const PAGE = '/idp/interaction/drawn'
const t = textsIn('en')

/** Shows a page in the place of the product's sign-in page, with its fonts, as where passkeys work: the product of the screens asks for no password. */
async function show(page: Page, html: string): Promise<void> {
  const signInPage = await (await page.request.get(LOGIN_PATH)).text()
  const main = /<main>.*<\/main>/s
  const body = signInPage.replace(main, () => main.exec(html)?.[0] ?? '').replace('<html ', '<html class="passkeys" ')
  await page.route(
    ({ pathname }) => pathname === PAGE,
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  )
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const WEAK = { message: t('problem.easyToGuess'), fields: ['password'] }

const PASSKEYS: readonly ListedPasskey[] = [
  {
    id: 'a',
    device: 'Safari on iPhone',
    createdAt: new Date('2026-11-20'),
    lastUsedAt: new Date('2026-11-27'),
    elsewhere: undefined,
  },
  {
    id: 'b',
    device: null,
    createdAt: new Date('2026-03-01'),
    lastUsedAt: null,
    elsewhere: 'beer.example.org',
  },
]

const SIGN_IN: readonly View[] = (
  [
    ['of an account', passwordPage(t, PAGE)],
    ['wrong password', passwordPage(t, PAGE, EMAIL, { message: t('problem.mismatch') })],
    ['by invitation', createAccountPage(t, PAGE)],
    ['weak password', createAccountPage(t, PAGE, { firstName: 'Jana', email: EMAIL }, WEAK)],
    ['new password', newPasswordPage(t, PAGE, EMAIL)],
    ['used link', signInFailedPage(t, t('linkUsed'))],
    ['passkey offered', passkeyOfferPage(t, 'drawn')],
    ['passkeys', passkeysPage(t, PASSKEYS)],
    ['no passkey added', passkeysPage(t, [], { message: t('problem.notAdded') })],
  ] as const
).map(([state, html]) => ({ screen: 'Password', state, as: 'visitor', draw: (page) => show(page, html) }))

const HOUR_MS = 3_600_000
const agoOf = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const DEVICES: readonly Session[] = [
  { id: 1, device: 'Safari on iPhone', createdAt: agoOf(900), lastSeenAt: agoOf(0), isCurrent: true },
  { id: 2, device: 'Firefox on Android', createdAt: agoOf(400), lastSeenAt: agoOf(3), isCurrent: false },
  { id: 3, device: null, createdAt: agoOf(2_000), lastSeenAt: agoOf(700), isCurrent: false },
]

export const ACCOUNTS: readonly View[] = [
  ...SIGN_IN,
  {
    screen: 'Devices',
    state: 'three',
    as: 'regular',
    async draw(page) {
      await answers(page, listSessions, { status: 200, body: [...DEVICES] })
      await open(page, '/profile', 'Jana Nováková')
      await page.getByRole('button', { name: 'Signed-in devices' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(DEVICES.length)
    },
  },
  {
    screen: 'Invitation',
    state: 'created',
    as: 'regular',
    async draw(page) {
      const user = { id: 1, firstName: 'Jana', lastName: 'Nováková', email: EMAIL, provider: null, canInvite: true }
      await answers(page, getUser, { status: 200, body: user })
      const path = `/idp/link/${'drawn-'.repeat(7)}`
      await answers(page, createInvitation, { status: 201, body: { path, expiresAt: agoOf(-24 * 7) } })
      await open(page, '/profile', 'Jana Nováková')
      await page.getByRole('button', { name: 'Invite someone' }).click()
      await page.getByRole('button', { name: 'Create a link' }).click()
      await expect(page.getByRole('dialog').getByText(path)).toBeVisible()
    },
  },
]

/** A passkey of a household's server: added after the password, used without it, and removed. */
import type { Page } from '@playwright/test'
import { violationsOn } from '../fixtures/accessibility.ts'
import {
  ada,
  asNew,
  createAccount,
  enterPassword,
  expect,
  expectProfileOf,
  invitation,
  phoneOf,
  signInWithPasskey,
  test,
} from '../fixtures/household.ts'

// In one worker: each would start a household of its own.
test.describe.configure({ mode: 'default' })

/** The fingerprint reader of a phone, which its owner touches whenever a page asks. */
async function fingerprintReader(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognises: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Suggested passkeys would be chosen before a button is. */
async function withoutSuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/api/logout')
  await page.getByRole('link', { name: 'Get Started' }).click()
}

test('a passkey is added after the password, signs in without it, and is removed', async ({ browser, household }) => {
  const member = asNew(ada)
  const page = await phoneOf(browser, household)
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  await withoutSuggestions(page)
  const reader = await fingerprintReader(page)

  await test.step('the sign-in offers one, and goes on if the user cancels', async () => {
    await createAccount(page, invitation(household), member)
    await expect(page.getByRole('heading', { name: 'Next time without a password' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await reader.recognises(false)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectProfileOf(page, 'Ada Lovelace')
  })

  await test.step('the next one offers it again', async () => {
    await reader.recognises(true)
    await signOut(page)
    await enterPassword(page, member.email, member.password)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectProfileOf(page, 'Ada Lovelace')
  })

  await test.step('the passkey signs in, with nothing typed', async () => {
    await signOut(page)
    await expect(signInWithPasskey(page)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await signInWithPasskey(page).click()
    await expectProfileOf(page, 'Ada Lovelace')
  })

  await test.step('the profile leads to the list, where no second one is added on this device', async () => {
    await page.getByRole('button', { name: 'Signed-in devices' }).click()
    await page.getByRole('link', { name: 'Your passkeys' }).click()
    await enterPassword(page, member.email, member.password)
    await expect(page.getByRole('listitem')).toContainText('Last used')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('already has a passkey')
    expect(await violationsOn(page)).toEqual([])
  })

  await test.step('removed, it no longer signs in, and the password does', async () => {
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('button', { name: 'Done' }).click()
    await signOut(page)
    await signInWithPasskey(page).click()
    await expect(page.getByRole('alert')).toContainText("That passkey didn't work")
    await enterPassword(page, member.email, member.password)
    await page.getByRole('button', { name: 'Not now' }).click()
    await expectProfileOf(page, 'Ada Lovelace')
  })

  await test.step('whoever said ‘Not now’ is not asked again', async () => {
    await signOut(page)
    await enterPassword(page, member.email, member.password)
    await expectProfileOf(page, 'Ada Lovelace')
  })
  expect(violations).toEqual([])
})

test('a browser that suggests the passkey signs in with nothing pressed', async ({ browser, household }) => {
  const page = await phoneOf(browser, household)
  await fingerprintReader(page)
  await createAccount(page, invitation(household), asNew(ada))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectProfileOf(page, 'Ada Lovelace')
  await signOut(page)
  await expectProfileOf(page, 'Ada Lovelace')
})

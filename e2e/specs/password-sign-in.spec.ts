/** A household's server, published with passwords: the first account, an invitation, a wrong password, a forgotten one. */
import {
  ada,
  createAccount,
  enterPassword,
  expect,
  expectProfileOf,
  grace,
  phoneOf,
  setUpLink,
  signInWithPasskey,
  test,
} from '../fixtures/household.ts'

test('a household signs in with passwords, by invitation', async ({ browser, newHousehold: household }) => {
  const page = await phoneOf(browser, household)
  const setUp = setUpLink(household)

  await test.step('the set-up link creates the first account, with a password that is hard to guess', async () => {
    await createAccount(page, setUp, { ...ada, password: 'password1234' })
    await expect(page.getByRole('alert')).toContainText('easy to guess')
    await page.getByLabel('Password').fill(ada.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectProfileOf(page, 'Ada Lovelace')
  })

  const invitation = await test.step('a user invites somebody', async () => {
    await page.getByRole('button', { name: 'Invite someone' }).click()
    await page.getByRole('button', { name: 'Create a link' }).click()
    return await page
      .getByRole('dialog')
      .getByText(/\/idp\/link\//)
      .innerText()
  })

  const other = await phoneOf(browser, household, { javaScriptEnabled: false })
  await test.step('the invitation lets one more person in, without JavaScript', async () => {
    await createAccount(other, invitation, grace)
    await other.goto('/api/user')
    await expect(other.getByText(grace.email)).toBeVisible()
    await other.goto(invitation)
    await expect(other.getByRole('alert')).toContainText('has been used')
  })

  await test.step('and again by password, as passkeys need JavaScript', async () => {
    await other.goto('/api/logout')
    await other.goto('/api/login')
    await expect(other.getByLabel('Password')).toBeVisible()
    await expect(signInWithPasskey(other)).toBeHidden()
    await enterPassword(other, grace.email, grace.password)
    await other.goto('/api/user')
    await expect(other.getByText(grace.email)).toBeVisible()
  })

  await test.step('a wrong password does not', async () => {
    await page.goto('/api/logout')
    await page.getByRole('link', { name: 'Get Started' }).click()
    await enterPassword(page, ada.email, 'three pints of lager')
    await expect(page.getByRole('alert')).toContainText("don't match")
    await enterPassword(page, ada.email, ada.password)
    await expectProfileOf(page, 'Ada Lovelace')
  })

  await test.step('the operator’s link sets a new password, and signs out everywhere else', async () => {
    const forgetful = await phoneOf(browser, household)
    await forgetful.goto(household.operatorCommand('accounts', 'reset-password', ada.email))
    await expect(forgetful.getByLabel('Email')).toHaveValue(ada.email)
    await forgetful.getByLabel('Password').fill('seven hoppy lagers')
    await forgetful.getByRole('button', { name: 'Continue' }).click()
    await expectProfileOf(forgetful, 'Ada Lovelace')
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await page.getByRole('link', { name: 'Get Started' }).click()
    await enterPassword(page, ada.email, ada.password)
    await expect(page.getByRole('alert')).toContainText("don't match")
  })
})

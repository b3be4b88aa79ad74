/** A correction is suggested, found again, changed and withdrawn. */
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test('a user suggests a correction of a beer, finds it again and withdraws it', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.goto('/search')
  await page.getByRole('searchbox').fill('orval')
  await page.getByRole('link', { name: 'Orval', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'How to serve it' })).toBeVisible()
  await expect(page.getByText(/^(?:Not checked|Checked)/)).toBeVisible()

  const open = page.getByRole('button', { name: 'Suggest a correction' })
  const sheet = page.getByRole('dialog', { name: 'Suggest a correction' })
  await open.click()
  await expect(sheet.getByLabel('Name')).toHaveValue('Orval')
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByLabel('ABV (%)').fill('6.9')
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thanks, we noted your correction.', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()

  await page.reload()
  await open.click()
  await expect(sheet.getByLabel('ABV (%)')).toHaveValue('6.9')
  await sheet.getByRole('button', { name: 'Withdraw my suggestion' }).click()
  await expect(page.getByText('Suggestion withdrawn', { exact: true })).toBeVisible()
  await open.click()
  await expect(sheet.getByLabel('ABV (%)')).not.toHaveValue('6.9')
  await expect(sheet.getByRole('button', { name: 'Withdraw my suggestion' })).toBeHidden()
})

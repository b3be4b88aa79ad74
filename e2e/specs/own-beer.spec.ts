/** A beer that nobody knows is added, found in the journal and by searching, and edited. */
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test('a user adds a beer that nobody knows, and says later what it is', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.goto('/search')
  await page.getByRole('searchbox').fill('Grottenqruit')
  await page.getByRole('button', { name: 'Add it yourself' }).click()
  await page.getByRole('button', { name: 'I had it' }).click()
  await expect(page.getByRole('heading', { name: 'Grottenqruit', level: 1 })).toBeVisible()
  await expect(page.getByText(/^You had this on/)).toBeVisible()

  await page.getByRole('button', { name: 'Edit this beer' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit your beer' })
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByLabel('Name').fill('Grottengruit')
  await sheet.getByLabel('Brewery').fill('Café Keller')
  await sheet.getByLabel('Style').fill('saison')
  await sheet.getByLabel('ABV (%)').fill('5.4')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Grottengruit', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'At a glance' })).toContainText('Saison')

  await page.goto('/history?show=journal')
  await expect(page.getByRole('link', { name: 'Grottengruit' })).toBeVisible()
  await page.goto('/search')
  await page.getByRole('searchbox').fill('cafe keller')
  await expect(page.getByRole('link', { name: 'Grottengruit' })).toBeVisible()
})

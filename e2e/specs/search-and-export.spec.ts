/** From a search to a brewery by keyboard alone; and the export of the user's data. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures/app.ts'

test('a search leads to a brewery and one of its beers, by keyboard alone', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  const tabTo = async (name: RegExp) => {
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
      })
      if (name.test(focused)) return
    }
    throw new Error(`the keyboard does not reach ${name}`)
  }
  await tabTo(/^Search$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('orval')
  await expect(page.getByRole('heading', { name: 'Breweries' })).toBeVisible()
  await tabTo(/Brasserie d.Orval/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/brewery\/\d+$/)
  await expect(page.getByRole('heading', { name: /Orval/, level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Beers \(\d+\)$/ })).toBeVisible()
  await tabTo(/^Orval$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/results\?beer=\d+$/)
  await expect(page.getByRole('heading', { name: 'Orval', level: 1 })).toBeFocused()
})

test('saved beers are exported as a file', async ({ openPhone }) => {
  const { page } = await openPhone({ path: '/search', isSignedIn: true })
  await page.goto('/search')
  await page.getByRole('searchbox').fill('orval')
  await page.getByRole('link', { name: 'Orval', exact: true }).first().click()
  await page.getByRole('button', { name: 'Save Beer' }).click()
  await expect(page.getByText('Beer Saved').first()).toBeVisible()
  await page.goto('/export-data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /favorites/i }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^beergoggles-favorites-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    favorites: [{ beer: { name: 'Orval' } }],
    totalRecords: 1,
  })
  await expect(page.getByText('Export Complete', { exact: true })).toBeVisible()
})

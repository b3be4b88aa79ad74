/** A beer from the search to the journal and back, and to the list of beers to try. */
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test.use({ serviceWorkers: 'allow' })

test('a beer is had, found in the journal, taken back, and wanted', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.goto('/search')
  await page.getByRole('searchbox').fill('orval')
  const row = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Orval', exact: true }) })
    .first()
  await row.getByRole('button', { name: 'Had it: Orval', exact: true }).click()
  await expect(row).toContainText('had just now')
  await row.getByRole('link', { name: 'Orval', exact: true }).click()
  await expect(page.getByText(/^You had this on/)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Edit your entry: Orval' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const heightOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.height ?? 0
  // The date has its time below it, and is not cut.
  expect(await heightOf('When')).toBeGreaterThan(1.5 * (await heightOf('Where')))
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Where').fill('The Anchor')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('article')).toContainText('The Anchor')
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'Edit your entry: Orval' }).click()
  await page.getByRole('button', { name: 'Remove from journal' }).click()
  await expect(page.getByText('Nothing in your journal yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Orval', exact: true }).click()
  await expect(page.getByText(/^You had this on/)).toBeVisible()

  await page.getByRole('button', { name: 'Want to try' }).click()
  await expect(page.getByRole('button', { name: 'Want to try' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/favorites')
  await page.getByRole('link', { name: 'Want to Try' }).click()
  await expect(page.getByRole('heading', { name: 'Want to Try', level: 1 })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Had it: Orval' }).click()
  await expect(page.getByText('No beers to try yet')).toBeVisible()
})

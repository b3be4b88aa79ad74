/** A menu of two pages: the second page is merged without duplicates, and can be removed again. */
import { renderMenu } from '#testing/pictures/index.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test('a second page is added to the menu, and removed again', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 7)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page } = await openPhone({ isSignedIn: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const first = await renderMenu({ beers: beers.slice(0, 4), seed })
  await (await chooser).setFiles({ name: 'one.jpg', mimeType: 'image/jpeg', buffer: first })
  await expect(page).toHaveURL(/\/menu-view/, { timeout: SCAN_TIMEOUT_MS })
  const names = page.getByRole('article').getByRole('heading')
  await expect(names.first()).toBeVisible()
  const onFirst = await names.allTextContents()

  const second = await renderMenu({ beers: beers.slice(4), seed: seed + 1 })
  await page
    .getByLabel('Photos of the next pages')
    .setInputFiles({ name: 'two.jpg', mimeType: 'image/jpeg', buffer: second })
  const pages = page.getByRole('region', { name: 'Pages of this menu' })
  await expect(pages.getByText('Page 2')).toBeVisible()
  await expect(pages.getByText(/^\d+ beers?$/)).toHaveCount(2, { timeout: SCAN_TIMEOUT_MS })
  await expect.poll(() => names.count()).toBeGreaterThan(onFirst.length)
  const joined = await names.allTextContents()
  expect(joined.slice(0, onFirst.length)).toEqual(onFirst)

  await page.goto('/history')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('link').click()
  await expect(names).toHaveText(joined)
  await pages.getByRole('button', { name: 'Remove page 2' }).click()
  await expect(names).toHaveText(onFirst)
  await expect(pages.getByText('Page 2')).toBeHidden()
})

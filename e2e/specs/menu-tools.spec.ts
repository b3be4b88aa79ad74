/** Using a menu in the pub: sort it, let it pick a beer, save several; then clean up the history. */
import { UNDO_MS } from '#contracts'
import { renderMenu } from '#testing/pictures/index.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test('a menu is sorted, picked from and saved; its scan is removed and restored', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 6)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page } = await openPhone({ isSignedIn: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const buffer = await renderMenu({ beers, seed })
  await (await chooser).setFiles({ name: 'menu.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page).toHaveURL(/\/menu-view/, { timeout: SCAN_TIMEOUT_MS })
  const rows = page.getByRole('article')
  await expect(rows.first()).toContainText('new')

  await page.getByRole('combobox', { name: /Sort/ }).selectOption('ABV')
  const abvs = (await rows.allTextContents()).map((text) => Number(/(\d+\.\d)%/.exec(text)?.[1] ?? -1))
  expect(abvs.length).toBeGreaterThan(1)
  expect(abvs).toEqual([...abvs].sort((a, b) => b - a))

  // Back from a beer, and after a reload, the menu is as it was left.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  const top = await page.evaluate(() => window.scrollY)
  expect(top).toBeGreaterThan(100)
  await rows.last().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/results/)
  await page.getByRole('button', { name: 'Back' }).click()
  const sort = page.getByRole('combobox', { name: /Sort/ })
  await expect(sort).toHaveValue('abv')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
  await page.reload()
  await expect(sort).toHaveValue('abv')
  // Without the photo, which a reload forgets, the page is a little shorter.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)

  // The pick comes to where the user is looking.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  await page.getByRole('button', { name: 'Pick for me' }).click()
  await expect(page.getByText('Picked for you')).toBeInViewport()
  await expect(page.getByRole('link', { name: 'View Details', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Select' }).click()
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Save 2 beers' }).click()
  await expect(rows.nth(0)).toContainText('saved')
  await expect(rows.nth(1)).toContainText('saved')

  await page.goto('/history')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^Remove .* from your history$/ }).click()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(1)
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.clock.install()
  await page.getByRole('button', { name: /^Remove .* from your history$/ }).click()
  await expect(rows).toHaveCount(0)
  await page.clock.fastForward(UNDO_MS)
  expect((await removed).status()).toBe(204)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No scan history yet' })).toBeVisible()
})

/** The user's own rating: set, shown on the brewery page, changed, removed and restored. */
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test('a beer is rated by keyboard and marked on its brewery page; the rating is removed and restored', async ({
  openPhone,
}) => {
  const { page, signIn } = await openPhone()
  await signIn()
  await page.goto('/search')
  await page.getByRole('searchbox').fill('orval')
  await page.getByRole('link', { name: 'Orval', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  const ratings = page.getByText(/^Rating \d+, expected \d+-\d+/)
  // An earlier try may have left a rating.
  const before = await ratings.textContent()

  const own = page.getByRole('region', { name: 'Your rating' })
  await own.getByRole('button', { name: 'Rate this beer' }).press('Enter')
  const slider = own.getByRole('slider', { name: 'Your rating' })
  await expect(slider).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  await slider.press('End')
  await slider.press('ArrowLeft')
  await slider.press('Enter')
  await expect(own).toContainText('99 /100')
  await expect(ratings).toContainText(/: mostly an estimate, \d+ ratings?$/)
  await expect(ratings).not.toHaveText(before ?? '')
  await expect(own.getByRole('button', { name: 'Change your rating' })).toBeFocused()

  const brewery = page.getByRole('main').getByRole('link', { name: /Orval/ }).first()
  await brewery.click()
  await expect(page).toHaveURL(/\/brewery\/\d+/)
  await expect(page.getByText(/^You've had 1 of \d+$/)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Orval' }).first()).toContainText('had')
  await expect(page.getByRole('link', { name: 'Map', exact: true })).toBeVisible()
  await page.goBack()

  await own.getByRole('button', { name: 'Remove your rating' }).click()
  await expect(own).toContainText('Not rated yet')
  await expect(ratings).toHaveText(before ?? '')
  const restored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(own).toContainText('99 /100')
  await restored
  await page.reload()
  await expect(own).toContainText('99 /100')
})

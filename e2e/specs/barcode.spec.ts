/** A barcode that nobody knows: its beer is named once, and found by it afterwards. */
import { renderBackLabel } from '#testing/pictures/index.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'

test('the beer of a barcode is named once, and found by it from then on', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  const photograph = async (barcode: string) => {
    await page.goto('/')
    const buffer = await renderBackLabel(barcode)
    await page.getByLabel('Photo to upload').setInputFiles({ name: 'back.jpg', mimeType: 'image/jpeg', buffer })
  }

  await photograph('5410228142218')
  await expect(page.getByRole('heading', { name: 'Which beer is this?' })).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('searchbox').fill('orval')
  await page.getByRole('button', { name: 'Orval', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()

  await photograph('5410228142218')
  await expect(page.getByRole('heading', { name: 'Orval', level: 1 })).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
  await expect(page.getByText('Found by its barcode')).toBeVisible()
})

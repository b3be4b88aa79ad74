/** Auto-scan, switched on in the help panel, identifies a beer without a tap and stores one scan. */
import { renderSingle } from '#testing/pictures/index.ts'
import { cameraReady, expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test('auto-scan identifies the beer in front of the camera', async ({ openPhone, seed }) => {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  console.log(`    ${beer.name} (${beer.brewery}), seed ${seed}`)
  const { page } = await openPhone({ at: await renderSingle({ beer, seed }), isSignedIn: true })
  await page.getByRole('button', { name: /^Capture/ }).click()
  await cameraReady(page)

  const pill = page.getByRole('button', { expanded: false })
  await pill.click()
  await page.getByRole('switch', { name: 'Auto-scan' }).click()
  await page.getByRole('button', { expanded: true }).click()

  const card = page.getByRole('region', { name: 'BEER IDENTIFIED' })
  await expect(card).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
  await expect(card.getByRole('heading')).toHaveText(beer.name)
  await card.getByRole('button', { name: 'Save Beer' }).click()
  await expect(page.getByText('Beer Saved!', { exact: true })).toBeVisible()
  const brewery = card.getByRole('link').filter({ hasNotText: 'View Full Details' })
  await expect(brewery).toHaveAttribute('href', /^\/brewery\/\d+$/)
  await card.getByRole('link', { name: 'View Full Details' }).click()
  await expect(page).toHaveURL(/\/results\?beer=\d+/)
  await expect(page.getByRole('heading', { name: beer.name, level: 1 })).toBeVisible()

  await page.goto('/history')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(beer.name)
})

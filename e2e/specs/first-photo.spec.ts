/** The main journey with the real engine: sign in, photograph a beer, find it in the history. */
import { renderFridge, renderMenu, renderNoBeer, renderSingle } from '#testing/pictures/index.ts'
import { IS_THOROUGH } from '#testing/thorough.ts'
import { cameraReady, expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

/**
 * The gate reads one photo with the camera and an uploaded one. Other journeys photograph fridges and upload photos, with beer and
 * without, to recorded readers, and `recognition/recognise.slow.test.ts` reads such pictures with the real engine.
 */

test.use({ engine: 'embedded', motion: 'no-preference', serviceWorkers: 'allow' })
// One product for all of them: starting it and its readers takes longer than a journey.
test.describe.configure({ mode: 'default' })

test('a captured beer is identified, saved and listed in the history', async ({ openPhone, seed }) => {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  console.log(`    ${beer.name} (${beer.brewery}), seed ${seed}`)
  const { page, signIn } = await openPhone({ at: await renderSingle({ beer, seed }) })
  await expect(page.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
  await signIn()

  await expect(page.getByText('CAM STANDBY')).toBeVisible()
  await page.getByRole('button', { name: /^Capture/ }).click()
  await cameraReady(page)
  await page.getByRole('button', { name: /^Capture/ }).click()

  await expect(page).toHaveURL(/\/results\?beer=\d+/, { timeout: SCAN_TIMEOUT_MS })
  await expect(page.getByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Save Beer' }).click()
  await expect(page.getByText('Beer Saved').first()).toBeVisible()

  await page.goto('/favorites')
  await expect(page.getByText(beer.name).first()).toBeVisible()
  await page.goto('/history')
  await expect(page.getByText(beer.name).first()).toBeVisible()
})

test('a menu becomes a list in printed order', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 6)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page, signIn } = await openPhone()
  await signIn()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({
    name: 'menu.jpg',
    mimeType: 'image/jpeg',
    buffer: await renderMenu({ beers, seed }),
  })
  await expect(page).toHaveURL(/\/menu-view/, { timeout: SCAN_TIMEOUT_MS })
  await expect(page.getByRole('article').first()).toBeVisible()
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  const order = beers.map((beer) => names.findIndex((name) => name.includes(beer.name))).filter((index) => index >= 0)
  expect(order.length, `found ${names.join(', ')}`).toBeGreaterThanOrEqual(4)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  await page.goto('/history')
  await expect(page.getByText('Beer Menu').first()).toBeVisible()
})

if (IS_THOROUGH) {
  test('a fridge shows a grid of its beers', async ({ openPhone, seed }) => {
    const beers = someBeers(seed, 4)
    console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
    const { page, signIn } = await openPhone({ at: await renderFridge({ beers, seed }) })
    await signIn()
    await page.getByRole('button', { name: 'Fridge', exact: true }).click()
    await page.getByRole('button', { name: /^Capture/ }).click()
    await cameraReady(page)
    await page.getByRole('button', { name: /^Capture/ }).click()
    const results = page.getByRole('dialog', { name: 'Fridge Scan Results' })
    await expect(results).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
    await expect(results.getByText(/\d+ beers? detected/)).toBeVisible()
    const found = await Promise.all(beers.map((beer) => results.getByText(beer.name, { exact: true }).count()))
    expect(found.filter((count) => count > 0).length, 'identified beers of the fridge').toBeGreaterThanOrEqual(2)
  })

  test('an uploaded photo is identified', async ({ openPhone, seed }) => {
    const [beer] = someBeers(seed, 1)
    if (!beer) throw new Error('no beer to draw')
    console.log(`    ${beer.name} (${beer.brewery}), seed ${seed}`)
    const { page, signIn } = await openPhone()
    await signIn()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await (await chooser).setFiles({
      name: 'beer.jpg',
      mimeType: 'image/jpeg',
      buffer: await renderSingle({ beer, seed }),
    })
    await expect(page).toHaveURL(/\/results\?beer=\d+/, { timeout: SCAN_TIMEOUT_MS })
    await expect(page.getByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
  })

  test('a photo without beer is reported as such', async ({ openPhone, seed }) => {
    const { page, signIn } = await openPhone()
    await signIn()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const buffer = await renderNoBeer({ seed, kind: 'room' })
    await (await chooser).setFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.getByText('No beer detected').first()).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
  })
}

/** Menu mode of the scan home: from a menu in front of the camera to a beer among the favourites. */
import type { Page } from '@playwright/test'
import { listScans, parseMenu } from '#contracts'
import { renderMenu } from '#testing/pictures/index.ts'
import { cameraReady, expect, holdAnswer, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test.use({ serviceWorkers: 'allow' })

/** The scans that have reached the server. */
const scansOf = async (page: Page): Promise<unknown[]> => (await page.request.get(listScans.path)).json()

test('in standby, Menu starts the camera and waits for a tap; the scan can be cancelled', async ({
  openPhone,
  seed,
}) => {
  const { page } = await openPhone({ at: await renderMenu({ beers: someBeers(seed, 5), seed }), isSignedIn: true })
  await expect(page.getByText('CAM STANDBY')).toBeVisible()
  const menuMode = page.getByRole('button', { name: 'Menu', exact: true })
  await menuMode.click()
  await expect(page.getByText('Camera Not Ready', { exact: true })).toBeVisible()
  await expect(page.getByText('Please wait for camera to initialize', { exact: true })).toBeVisible()
  await expect(menuMode).toHaveAttribute('aria-pressed', 'true')
  await cameraReady(page)
  const shutter = page.getByRole('button', { name: 'Capture Menu', exact: true })
  await expect(shutter).toBeEnabled()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await scansOf(page)).toEqual([])

  const answer = await holdAnswer(page, parseMenu.path)
  await shutter.click()
  const wait = page.getByRole('dialog', { name: 'Parsing Menu' })
  await expect(wait).toContainText('This may take 30-60 seconds')
  // Held requests reach the server even when the page aborts them, and a scan that is not there yet cannot be deleted.
  await expect.poll(async () => (await scansOf(page)).length).toBe(1)
  const cancelled = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await wait.getByRole('button', { name: 'Cancel' }).click()
  await expect(wait).toBeHidden()
  await expect(shutter).toBeFocused()
  await cancelled
  answer.release()
  await page.getByRole('link', { name: 'History' }).first().click()
  await expect(page.getByRole('heading', { name: 'No scan history yet' })).toBeVisible()
})

test('with a live camera, Menu captures at once; a beer of the menu is saved, removed and restored', async ({
  openPhone,
  seed,
}) => {
  const beers = someBeers(seed, 5)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const { page } = await openPhone({ at: await renderMenu({ beers, seed }), isSignedIn: true })
  await page.getByRole('button', { name: /^Capture/ }).click()
  await cameraReady(page)
  const answer = await holdAnswer(page, parseMenu.path)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Parsing Menu' })).toBeVisible()
  answer.release()
  // The toast leaves by itself.
  await Promise.all([
    expect(page.getByText('Menu Parsed Successfully', { exact: true })).toBeVisible({ timeout: SCAN_TIMEOUT_MS }),
    expect(page).toHaveURL(/\/menu-view/, { timeout: SCAN_TIMEOUT_MS }),
  ])
  await expect(page.getByRole('heading', { name: 'Scanned Menu', level: 1 })).toBeVisible()
  expect(await scansOf(page)).toHaveLength(1)

  const row = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Save: / }) })
    .first()
  const name = (await row.getByRole('heading').textContent()) ?? ''
  await row.getByRole('button', { name: `Save: ${name}`, exact: true }).click()
  await expect(page.getByText('Beer Saved', { exact: true })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Favorites' }).click()
  const saved = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(saved).toHaveCount(1)

  const removal = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await saved.getByRole('button', { name: `Remove ${name} from favorites`, exact: true }).click()
  expect((await removal).status()).toBe(204)
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved).toHaveCount(1)
  await page.reload()
  await expect(saved).toHaveCount(1)
})

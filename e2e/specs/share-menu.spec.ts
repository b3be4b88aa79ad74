/** A menu is shared by link: another user can open it after sign-in, until it is unshared. */
import { renderMenu } from '#testing/pictures/index.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test('a menu is shared, opened by a second user, and unshared', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 5)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const owner = await openPhone({ isSignedIn: true })
  const chooser = owner.page.waitForEvent('filechooser')
  await owner.page.getByRole('button', { name: 'Upload', exact: true }).click()
  const buffer = await renderMenu({ beers, seed })
  await (await chooser).setFiles({ name: 'menu.jpg', mimeType: 'image/jpeg', buffer })
  await expect(owner.page).toHaveURL(/\/menu-view/, { timeout: SCAN_TIMEOUT_MS })
  await owner.page.goto('/history')
  await owner.page.getByRole('article').getByRole('link').click()
  await expect(owner.page.getByRole('heading', { name: 'Shared Menu' })).toBeVisible()
  const names = await owner.page.getByRole('article').getByRole('heading').allTextContents()
  expect(names.length).toBeGreaterThan(0)

  await owner.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.page.getByRole('button', { name: 'Share this menu' }).click()
  await expect(owner.page.getByText('Shared', { exact: true })).toBeVisible()
  const copied = () => owner.page.evaluate(() => navigator.clipboard.readText())
  // The status appears before the browser has written the clipboard.
  await expect.poll(copied).toMatch(/\/menu\/[0-9a-f-]{36}\?share=[\w-]+$/)
  const link = await copied()

  const guest = await openPhone({ path: link })
  await guest.signIn()
  await expect(guest.page.getByRole('heading', { name: 'Shared Menu' })).toBeVisible()
  await expect(guest.page.getByRole('article').getByRole('heading')).toHaveText(names)
  await expect(guest.page.getByText(/^scanned /)).toBeVisible()
  await guest.page.goto(link.replace(/\?.*/, ''))
  await expect(guest.page.getByRole('heading', { name: 'Menu Not Found', level: 1 })).toBeVisible()

  await owner.page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(owner.page.getByText('No longer shared', { exact: true })).toBeVisible()
  const notFound = guest.page.waitForResponse((response) => response.url().includes('/share?token='))
  await guest.page.goto(link)
  expect((await notFound).status()).toBe(404)
  await expect(guest.page.getByRole('heading', { name: 'Menu Not Found', level: 1 })).toBeVisible()

  await owner.page.getByRole('button', { name: 'Share this menu' }).click()
  await expect(owner.page.getByText('Shared', { exact: true })).toBeVisible()
  await expect.poll(copied).not.toBe(link)
  expect(await copied()).toMatch(/\?share=[\w-]+$/)
})

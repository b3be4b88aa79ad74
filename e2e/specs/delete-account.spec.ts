/** Deleting the account erases everything on server and device; a new sign-in starts from scratch. */
import type { Page } from '@playwright/test'
import { getUser, listFavorites } from '#contracts'
import { renderSingle } from '#testing/pictures/index.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { expect, type Person, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test.use({ serviceWorkers: 'allow' })

const PERSON: Person = { firstName: 'Ada', lastName: 'Leaving', email: 'leaving@example.org' }

/** The user's data on this device. */
const storedOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('beergoggles-outbox')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const photos = await new Promise<number>((resolve, reject) => {
      const counting = database.transaction('captures').objectStore('captures').count()
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(counting.error)
    })
    database.close()
    const caches = (await window.caches.keys()).filter((name) => !name.startsWith('shell-'))
    return { photos, caches, settings: Object.keys(localStorage) }
  })

test('an account is deleted with all its data, on the server and on the device', async ({ openPhone, seed }) => {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  const photo = await renderSingle({ beer, seed })
  const { page, signIn } = await openPhone()
  await signIn(PERSON)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const before = await (await page.request.get(getUser.path)).json()
  await page.goto('/search')
  await page.getByRole('searchbox').fill('orval')
  await page.getByRole('link', { name: 'Orval', exact: true }).first().click()
  await page.getByRole('button', { name: 'Save Beer' }).click()
  await expect(page.getByText('Beer Saved').first()).toBeVisible()
  await page.goto('/notification-preferences')
  await page.getByRole('switch').first().click()

  // Without a network a photo waits and the deletion fails: nothing is lost.
  await page.context().setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Scan' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByRole('heading', { name: 'Saved for later' })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const sheet = page.getByRole('dialog', { name: 'Delete your account?' })
  await sheet.getByRole('button', { name: 'Delete everything' }).click()
  await expect(sheet.getByRole('alert')).toContainText("Couldn't delete your account. No connection to the server")
  expect(await violationsOn(page)).toEqual([])
  const all = await storedOnDevice(page)
  expect(all.photos).toBe(1)
  expect(all.caches).toEqual([`copies-of-user-${before.id}`])
  expect(all.settings.length).toBeGreaterThan(0)

  await page.context().setOffline(false)
  await sheet.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText(/^Your account and everything in it have been deleted/)).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/')
  expect(await storedOnDevice(page)).toEqual({ photos: 0, caches: [], settings: [] })
  expect((await page.request.get(getUser.path)).status()).toBe(401)

  await signIn(PERSON)
  const after = await (await page.request.get(getUser.path)).json()
  expect(after).toEqual({ ...before, id: expect.any(Number) })
  expect(after.id).not.toBe(before.id)
  expect(await (await page.request.get(listFavorites.path)).json()).toEqual([])
})

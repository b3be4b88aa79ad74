/** A scan that finishes while the page is hidden shows a notification; a tap on it opens the scan. */
import { renderMenu } from '#testing/pictures/index.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test.use({ serviceWorkers: 'allow' })

test('a scan that finishes in the background shows a notification that opens it', async ({ openPhone, seed }) => {
  const { page } = await openPhone({ withNotifications: true, isSignedIn: true })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.context().grantPermissions(['notifications'])
  await page.goto('/notification-preferences')
  await expect(page.getByText('Allowed in this browser.')).toBeVisible()

  await page.goto('/')
  const buffer = await renderMenu({ beers: someBeers(seed, 4), seed })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  // What a browser reports for a page in the background.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await (await chooser).setFiles({ name: 'menu.jpg', mimeType: 'image/jpeg', buffer })
  const notice = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const [shown] = await registration.getNotifications()
      return shown && { title: shown.title, body: shown.body, path: shown.tag }
    })
  await expect.poll(notice, { timeout: SCAN_TIMEOUT_MS }).toMatchObject({
    title: 'Menu scan complete',
    body: expect.stringMatching(/^\d+ beers? found$/),
    path: expect.stringMatching(/^\/menu\/[0-9a-f-]{36}$/),
  })
  const path = (await notice())?.path ?? ''

  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('no service worker to receive the tap')
  // As a string: it runs in the service worker, and the types only cover pages.
  await worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications()
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { name: 'Shared Menu' })).toBeVisible()
})

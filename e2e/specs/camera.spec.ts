/** The camera permission is requested once, and there are alternatives without a camera. */
import type { Page } from '@playwright/test'
import { renderSingle } from '#testing/pictures/index.ts'
import { cameraReady, expect, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

/** Reloads the page and counts its getUserMedia calls. */
async function countPrompts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (constraints) => {
      const count = Number(document.documentElement.dataset.prompts ?? 0)
      document.documentElement.dataset.prompts = String(count + 1)
      return ask(constraints)
    }
  })
  await page.reload()
  return () => page.evaluate(() => Number(document.documentElement.dataset.prompts ?? 0))
}

async function aPicture(seed: number): Promise<Buffer> {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  return renderSingle({ beer, seed })
}

test('a denied camera is requested once, and gallery and search are one tap away', async ({ openPhone, seed }) => {
  const { page } = await openPhone({ at: await aPicture(seed), allowCamera: false, isSignedIn: true })
  const prompts = await countPrompts(page)
  const shutter = page.getByRole('button', { name: /^Capture/ })
  await shutter.click()
  await expect(page.getByRole('alert')).toContainText(
    'Camera access denied. Please allow camera access and try again, or use the gallery option.',
  )
  for (const button of [shutter, page.getByRole('button', { name: 'Choose a photo' })]) {
    const chooser = page.waitForEvent('filechooser')
    await button.click()
    await chooser
  }
  expect(await prompts()).toBe(1)
  await page.getByRole('link', { name: 'Search by name' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.getByRole('link', { name: 'Scan', exact: true }).click()
  await shutter.click()
  expect(await prompts()).toBe(1)
})

test('the camera is requested once per visit', async ({ openPhone, seed }) => {
  const { page } = await openPhone({ at: await aPicture(seed), isSignedIn: true })
  const prompts = await countPrompts(page)
  expect(await prompts()).toBe(0)
  const shutter = page.getByRole('button', { name: /^Capture/ })
  await shutter.click()
  await cameraReady(page)
  for (const tab of ['Search', 'Favorites', 'Scan']) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).click()
  }
  await cameraReady(page)
  await shutter.click()
  await expect(page).toHaveURL(/\/processing|\/results/)
  expect(await prompts()).toBe(1)
})

test('only the picture of a chosen file leaves the device', async ({ openPhone, seed }) => {
  const picture = await aPicture(seed)
  const secret = 'N 48 08 E 011 34 taken by Ada'
  const note = Buffer.from(`Exif\0\0${secret}`)
  const header = Buffer.from([0xff, 0xe1, 0, note.length + 2])
  const tagged = Buffer.concat([picture.subarray(0, 2), header, note, picture.subarray(2)])
  expect(tagged.includes(secret)).toBe(true)
  const { page } = await openPhone({ isSignedIn: true })
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const image = body instanceof FormData ? body.get('image') : null
      if (image instanceof File)
        void image.arrayBuffer().then((buffer) => {
          const bytes = [...new Uint8Array(buffer)].map((byte) => String.fromCharCode(byte)).join('')
          document.documentElement.dataset.sent = `${image.name}:${bytes}`
        })
      send.call(this, body)
    }
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer: tagged })
  const sent = page.locator('html[data-sent]')
  await expect(sent).toBeAttached()
  const body = (await sent.getAttribute('data-sent')) ?? ''
  expect(body).toContain('\xff\xd8\xff')
  expect(body).not.toContain('Exif')
  expect(body).not.toContain(secret)
  expect(body).not.toContain('beer.jpg')
})

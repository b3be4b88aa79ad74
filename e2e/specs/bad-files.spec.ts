/** Files that are not photos of beer: each gets a clear error, and nothing of it is stored. */
import type { APIResponse, Page } from '@playwright/test'
import { identifyBeer, listScans } from '#contracts'
import { renderNoBeer, renderSingle } from '#testing/pictures/index.ts'
import { expect, test } from '../fixtures/app.ts'
import { hugePng } from '../fixtures/huge-png.ts'
import { someBeers } from '../fixtures/pictures.ts'

const MB = 1024 * 1024
const FILE_NAME = 'beer-scan.jpg'

async function send(page: Page, buffer: Buffer): Promise<APIResponse> {
  return await page.request.post(identifyBeer.path, {
    headers: { origin: new URL(page.url()).origin },
    multipart: {
      context: 'single_beer',
      image: { name: FILE_NAME, mimeType: 'image/jpeg', buffer },
    },
    timeout: identifyBeer.timeoutMs,
  })
}

async function scansOf(page: Page): Promise<unknown[]> {
  return await (await page.request.get(listScans.path)).json()
}

test('rejects files that are not photos with a clear message, and stores nothing', async ({ openPhone, seed }) => {
  const { page } = await openPhone({ isSignedIn: true })
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  const photo = await renderSingle({ beer, seed })
  const rejected: [what: string, file: Buffer, status: number][] = [
    ['a text file named .jpg', Buffer.from('This is not a picture of a beer.\n'.repeat(50)), 415],
    ['an empty file', Buffer.alloc(0), 415],
    ['a file of 60 MB', Buffer.concat([photo, Buffer.alloc(60 * MB)]), 413],
    ['a JPEG cut in half', photo.subarray(0, Math.floor(photo.length / 2)), 422],
    ['a PNG of 20,000 x 20,000 pixels', hugePng(20_000, 20_000), 413],
  ]
  for (const [what, file, status] of rejected) {
    const response = await send(page, file)
    const body = await response.json()
    expect(response.status(), `${what}: ${JSON.stringify(body)}`).toBe(status)
    expect(body.message, what).toMatch(/\w{3,}.* \w+/)
    expect(body.requestId, what).toBeTruthy()
  }
  expect(await scansOf(page)).toEqual([])
  expect((await page.request.get('/readyz')).status()).toBe(200)
})

test('reports that there is no beer, and stores an empty scan', async ({ openPhone, seed }) => {
  const { page } = await openPhone({ isSignedIn: true })
  const response = await send(page, await renderNoBeer({ seed, kind: 'room' }))
  expect(response.status()).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'no_beer', message: 'No beer detected' })
  expect(await scansOf(page)).toMatchObject([{ status: 'completed', beerId: null }])
})

test('a chosen file that is not a picture shows an error, and the app stays usable', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
  await expect(page.getByText(/isn’t a picture/).first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Capture/ })).toBeVisible()
})

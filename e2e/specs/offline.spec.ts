/** Without a network: photos wait and are sent exactly once, and visited screens stay readable. */
import type { Page } from '@playwright/test'
import { getUser, listFavorites, listScans } from '#contracts'
import { renderSingle } from '#testing/pictures/index.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

test.use({ serviceWorkers: 'allow' })

async function upload(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer })
}

/** Drops several photos on the page at once. */
async function drop(page: Page, photos: Buffer[]): Promise<void> {
  await page.evaluate(
    (files) => {
      const dataTransfer = new DataTransfer()
      for (const [index, bytes] of files.entries()) {
        dataTransfer.items.add(new File([new Uint8Array(bytes)], `beer-${index}.jpg`, { type: 'image/jpeg' }))
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    photos.map((photo) => [...photo]),
  )
}

/** The app works offline once its service worker controls this page, and has stored the user and the favourites. */
async function untilOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  for (const { path } of [getUser, listFavorites]) {
    await page.waitForFunction(async (stored) => (await caches.match(stored, { ignoreVary: true })) !== undefined, path)
  }
}

test('photos taken offline survive a reload and appear in the history exactly once', async ({ openPhone, seed }) => {
  const beers = someBeers(seed, 3)
  console.log(`    ${beers.map((beer) => beer.name).join(', ')}, seed ${seed}`)
  const photos = await Promise.all(beers.map((beer) => renderSingle({ beer, seed })))
  const [first, ...others] = photos
  if (!first) throw new Error('no beer to draw')
  const { page, signIn } = await openPhone()
  await signIn()
  await untilOfflineReady(page)
  await page.context().setOffline(true)

  await upload(page, first)
  await expect(page.getByRole('heading', { name: 'Saved for later' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan history, 1 waiting' })).toBeVisible()
  await drop(page, others)
  await expect(page.getByText('2 photos waiting').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan history, 3 waiting' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('link', { name: 'Scan history, 3 waiting' })).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/')
  await expect(otherTab.getByRole('link', { name: 'Scan history, 3 waiting' })).toBeVisible()
  await expect(page.getByText(/^Offline/)).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'Scan history', exact: true })).toBeVisible({ timeout: SCAN_TIMEOUT_MS })
  await expect(otherTab.getByRole('link', { name: /waiting/ })).toHaveCount(0)
  const scans: { status: string }[] = await (await page.request.get(listScans.path)).json()
  expect(scans.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  await page.goto('/history')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
})

test('favourites and a visited beer are readable offline, until sign-out', async ({ openPhone, seed }) => {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  console.log(`    ${beer.name} (${beer.brewery}), seed ${seed}`)
  const { page, signIn } = await openPhone()
  await signIn()
  await untilOfflineReady(page)
  await page.goto('/search')
  await page.getByRole('searchbox').fill(beer.name)
  await page.getByRole('link', { name: beer.name }).first().click()
  const title = page.getByRole('heading', { name: beer.name, level: 1 })
  await expect(title).toBeVisible()
  // Back leads to the search as it was left.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue(beer.name)
  await page.getByRole('link', { name: beer.name }).first().click()
  await expect(title).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'Save Beer' }).click()
  await expect(page.getByText('Beer Saved').first()).toBeVisible()
  await page.goto('/favorites')
  await expect(page.getByText(beer.name).first()).toBeVisible()

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(beer.name).first()).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // A removal waits for the network, and the other tabs follow.
  await page.goto('/favorites')
  await page.getByRole('button', { name: `Remove ${beer.name} from favorites` }).click()
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  const removal = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.context().setOffline(false)
  expect((await removal).status()).toBe(204)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/favorites')
  await expect(otherTab.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await page.goto('/profile')
  await page.evaluate(async () => (await caches.open('shared-photos')).put('/share-target/1', new Response('a photo')))
  await page.getByRole('link', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
  await expect(otherTab.getByText('Get Started')).toBeVisible()
  const cacheNames = await page.evaluate(() => caches.keys())
  expect(cacheNames.filter((name) => /^(copies|shared)/.test(name))).toEqual([])
})

test('a photo shared from another app is scanned', async ({ openPhone, seed }) => {
  const photo = await aPhoto(seed)
  const { page, signIn } = await openPhone()
  await signIn()
  await untilOfflineReady(page)
  // Like the system's share sheet.
  await postPhoto(page, photo, '/share-target')
  await expect(page).toHaveURL(/\/(processing|results)/)
  await expect(page).toHaveURL(/\/results\?beer=\d+/, { timeout: SCAN_TIMEOUT_MS })
})

test('a photo that another site shares is not scanned', async ({ openPhone, origin, seed }) => {
  const photo = await aPhoto(seed)
  const { page, signIn } = await openPhone()
  await signIn()
  await untilOfflineReady(page)
  await page.route('http://other.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Cheers' }))
  await page.goto('http://other.example/')
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await postPhoto(page, photo, `${origin}/share-target`)
  await expect(page.getByRole('button', { name: /^Capture/ })).toBeVisible()
  expect([...new Set(visited)]).toEqual([`${origin}/`])
  expect(await (await page.request.get(listScans.path)).json()).toEqual([])
})

async function aPhoto(seed: number): Promise<Buffer> {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  return await renderSingle({ beer, seed })
}

/** A form with the file, posted as a navigation. */
async function postPhoto(page: Page, photo: Buffer, address: string): Promise<void> {
  await page.evaluate(
    ({ bytes, action }) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        enctype: 'multipart/form-data',
        action,
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos' })
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(bytes)], 'shared.jpg', { type: 'image/jpeg' }))
      input.files = files.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { bytes: [...photo], action: address },
  )
}

test('offers a waiting version, and reloads into it on request', async ({ openPhone }) => {
  const { page, signIn } = await openPhone()
  await signIn()
  await untilOfflineReady(page)
  // To the browser, another script URL is another version.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'))
  const notice = page.getByRole('button', { name: 'Reload for the new version' })
  await expect(notice).toBeVisible()
  await Promise.all([page.waitForEvent('load'), notice.click()])
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('?next'))
  await expect(page.getByRole('button', { name: /^Capture/ })).toBeVisible()
})

test('a page that no service worker controls asks for control, and works offline', async ({ openPhone }) => {
  const { page, signIn } = await openPhone()
  await signIn()
  await untilOfflineReady(page)
  // A reload past the cache leaves the page without the active worker, as does one that the first worker's claim misses.
  const browser = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), browser.send('Page.reload', { ignoreCache: true })])
  await untilOfflineReady(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Favorites' }).first().click()
  await expect(page).toHaveURL(/\/favorites$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
})

test('can be installed: icons of the right size, shortcuts, and a share target', async ({ openPhone }) => {
  const { page } = await openPhone()
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ display: 'standalone', share_target: { action: '/share-target', method: 'POST' } })
  expect(manifest.shortcuts.length).toBeGreaterThanOrEqual(3)
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type'], src).toContain(type)
    if (type !== 'image/png') continue
    const png = await icon.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-cache')
})

/** Beers and menus are shared with a picture; without a share sheet the link is copied. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { getBeer, getScan, listFavorites, search, similarBeers } from '#contracts'
import { THOROUGH } from '#testing/thorough.ts'
import { aBeer, aMenuScan, aSightedBeer } from '#web/testing/builders.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'

const WIDTH = 1_080
const HEIGHT = 1_350

/** Fakes a share sheet that accepts pictures and records what is shared. */
async function withShareSheet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [], ...words }: ShareData) => {
        if (!navigator.userActivation.isActive) throw new DOMException('too late', 'NotAllowedError')
        const [picture] = files
        const bytes = picture ? [...new Uint8Array(await picture.arrayBuffer())] : []
        const shared = { ...words, name: picture?.name, type: picture?.type, bytes }
        document.documentElement.dataset.shared = JSON.stringify(shared)
      },
    })
  })
}

interface Shared {
  title: string
  text: string
  url: string
  name?: string
  type?: string
  picture: Buffer
}

/** Shares until a picture comes along: a tap waits a second for it, which is too short on a busy machine. */
async function shareOn(page: Page, button: string): Promise<Shared> {
  let shared: Shared | undefined
  await expect(async () => {
    shared = await shareOnce(page, button)
    expect(shared.picture.length).toBeGreaterThan(0)
  }).toPass({ timeout: SCAN_TIMEOUT_MS })
  if (!shared) throw new Error('nothing was shared')
  return shared
}

async function shareOnce(page: Page, button: string): Promise<Shared> {
  await page.evaluate(() => delete document.documentElement.dataset.shared)
  await page.getByRole('button', { name: button }).click()
  const shared = page.locator('html[data-shared]')
  await expect(shared).toBeAttached()
  const { bytes, ...words } = JSON.parse((await shared.getAttribute('data-shared')) ?? '')
  return { ...words, picture: Buffer.from(bytes) }
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

async function pixelsOf(picture: Buffer, area: Area): Promise<Buffer> {
  return await sharp(picture).extract(area).removeAlpha().raw().toBuffer()
}

/** The number of colours in an area: an empty panel has one. */
async function coloursIn(picture: Buffer, area: Area): Promise<number> {
  const pixels = await pixelsOf(picture, area)
  const colours = new Set<number>()
  for (let at = 0; at < pixels.length; at += 3) colours.add(pixels.readUIntBE(at, 3))
  return colours.size
}

async function brightness(picture: Buffer, area: Area): Promise<number> {
  const pixels = await pixelsOf(picture, area)
  return pixels.reduce((sum, value) => sum + value, 0) / pixels.length
}

/** Mocks responses inside the page on the next loads, before the service worker. */
async function mockResponses(page: Page, answers: Record<string, unknown>): Promise<void> {
  await page.addInitScript((bodies) => {
    const { fetch } = window
    window.fetch = async (address, init) => {
      const path = new URL(address instanceof Request ? address.url : address, location.href).pathname
      return path in bodies ? Response.json(bodies[path]) : fetch(address, init)
    }
  }, answers)
}

const NAME = { left: 72, top: 650, width: 936, height: 160 }
const BACKGROUND = { left: 8, top: 1_000, width: 40, height: 40 }
const BEERS = [
  { name: 'Orval', brewery: "Brasserie d'Orval", style: 'Belgian Pale Ale', abv: 6.2, rating: 93.6 },
  { name: 'Świętokrzyskie Jasne Pełne Niepasteryzowane', brewery: 'Browar Żatec', style: null, abv: null, rating: 71 },
  { name: '東京ブラックポーター', brewery: 'ヤッホーブルーイング', style: 'Porter', abv: 5, rating: 88.2 },
  { name: 'Nobody Knows', brewery: null, style: null, abv: null, rating: 0 },
  { name: 'Kriek', brewery: 'Boon', style: 'Sour: Kriek', abv: 4, rating: 84 },
  { name: 'Hell', brewery: 'Augustiner', style: 'Helles', abv: 5.2, rating: 79.4 },
]

test.describe('once the app is installed', () => {
  test.use({ serviceWorkers: 'allow' })

  test('shares a beer with a picture of it, dark and light, and without a network', async ({ openPhone }, info) => {
    const { page } = await openPhone({ isSignedIn: true })
    await withShareSheet(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const { beers } = await (await page.request.get(`${search.path}?q=orval`)).json()
    await page.goto(`/results?beer=${beers[0].id}`)
    await expect(page.getByRole('heading', { name: beers[0].name, level: 1 })).toBeVisible()

    const dark = await shareOn(page, 'Share')
    expect(dark).toMatchObject({ title: beers[0].name, url: page.url(), type: 'image/png' })
    expect(dark.text).toContain(beers[0].name)
    expect(dark.name).toMatch(/^beergoggles-[\p{L}\p{N}-]+\.png$/u)
    await info.attach('dark', { body: dark.picture, contentType: 'image/png' })
    expect(await sharp(dark.picture).metadata()).toMatchObject({ format: 'png', width: WIDTH, height: HEIGHT })
    expect(await coloursIn(dark.picture, NAME)).toBeGreaterThan(20)
    expect(await brightness(dark.picture, BACKGROUND)).toBeLessThan(40)

    await page.context().setOffline(true)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await shareOn(page, 'Share')
    await info.attach('light', { body: light.picture, contentType: 'image/png' })
    expect(await brightness(light.picture, BACKGROUND)).toBeGreaterThan(200)
    expect(await coloursIn(light.picture, NAME)).toBeGreaterThan(20)
  })
})

test('draws every name on its card, whatever its length and script', THOROUGH, async ({ openPhone }, info) => {
  const { page } = await openPhone({ isSignedIn: true })
  await withShareSheet(page)
  const pictures = new Set<string>()
  for (const [index, given] of BEERS.entries()) {
    const beer = aBeer({ id: 900_000 + index, breweryId: null, ...given })
    const pathOf = (path: string) => path.replace('{id}', String(beer.id))
    await mockResponses(page, { [pathOf(getBeer.path)]: beer, [pathOf(similarBeers.path)]: [] })
    await page.goto(`/results?beer=${beer.id}`)
    await expect(page.getByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
    const { picture } = await shareOn(page, 'Share')
    await info.attach(beer.name, { body: picture, contentType: 'image/png' })
    expect(await coloursIn(picture, NAME), beer.name).toBeGreaterThan(20)
    // Nothing runs into the margins.
    for (const left of [0, WIDTH - 60]) {
      expect(await coloursIn(picture, { left, top: 700, width: 60, height: 560 }), beer.name).toBe(1)
    }
    pictures.add(picture.toString('base64'))
  }
  expect(pictures.size).toBe(BEERS.length)
})

test('shares the best five of a menu', async ({ openPhone }, info) => {
  const { page } = await openPhone({ isSignedIn: true })
  await withShareSheet(page)
  const beers = BEERS.map((beer, index) => aSightedBeer({ id: 900_000 + index, breweryId: null, ...beer }))
  const scan = aMenuScan(beers, { title: 'The Old Goggles', shareToken: 'a-known-token' })
  const { id } = scan
  await mockResponses(page, { [getScan.path.replace('{id}', id)]: scan, [listFavorites.path]: [] })
  await page.goto(`/menu/${id}`)
  await expect(page.getByRole('article')).toHaveCount(BEERS.length)
  const { picture, ...words } = await shareOn(page, 'Share this menu')
  await info.attach('menu', { body: picture, contentType: 'image/png' })
  expect(words).toMatchObject({
    title: 'The Old Goggles',
    url: `${new URL(page.url()).origin}/menu/${id}?share=a-known-token`,
  })
  expect(await sharp(picture).metadata()).toMatchObject({ width: WIDTH, height: HEIGHT })
  for (let index = 0; index < 5; index += 1) {
    const row = { left: 210, top: 310 + index * 182, width: 500, height: 150 }
    expect(await coloursIn(picture, row), `row ${index}`).toBeGreaterThan(20)
  }
})

test('copies the link where there is no share sheet, and offers the picture as a download', async ({ openPhone }) => {
  const { page } = await openPhone({ isSignedIn: true })
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { beers } = await (await page.request.get(`${search.path}?q=orval`)).json()
  await page.goto(`/results?beer=${beers[0].id}`)
  const savePicture = page.getByRole('button', { name: 'Save the picture' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link copied', { exact: true }).first()).toBeVisible()
    await expect(savePicture.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: SCAN_TIMEOUT_MS })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const saved = page.waitForEvent('download')
  await savePicture.first().click()
  expect((await saved).suggestedFilename()).toMatch(/^beergoggles-.*\.png$/)
})

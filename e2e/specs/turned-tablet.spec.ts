/** Rotating a tablet or resizing the window keeps the screens with their input, open sheets and scroll position. */
import type { Page } from '@playwright/test'
import { addFavorite, SearchAnswer, search } from '#contracts'
import { THOROUGH } from '#testing/thorough.ts'
import { expect, test } from '../fixtures/app.ts'
import { test as staged } from '../screens/stage.ts'
import { VIEWS } from '../screens/views/index.ts'

const LANDSCAPE = { width: 1280, height: 800 }
const PORTRAIT = { width: 390, height: 844 }

/** The scroll position of the results: the page scrolls on a phone, a pane in the split view. */
const scrollTop = (page: Page) =>
  page.getByRole('searchbox').evaluate((box) => {
    const pane = box.closest('.overflow-y-auto')
    return pane ? pane.scrollTop : window.scrollY
  })

test(
  'a small tablet held sideways has list and detail, with the tabs in one place on all screens',
  THOROUGH,
  async ({ openPhone }) => {
    const { page, signIn } = await openPhone({ path: '/favorites' })
    await signIn()
    await page.goto('/favorites')
    const empty = page.getByText('Pick something on the left to see it here.')
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
    await expect(empty).toBeHidden()
    const { beers } = SearchAnswer.parse(await (await page.request.get(`${search.path}?q=orval`)).json())
    const headers = { origin: new URL(page.url()).origin }
    await page.request.post(addFavorite.path, { headers, data: { beerId: beers[0]?.id } })
    await page.reload()
    await expect(empty).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('list')
    const beside = await tabs.boundingBox()
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(empty).toBeHidden()
    expect(await tabs.boundingBox()).toEqual(beside)
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.setViewportSize({ width: 800, height: 600 })
    await expect(empty).toBeVisible()
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(empty).toBeHidden()
    await expect
      .poll(async () => (await page.getByRole('main').boundingBox())?.width, 'width of the favourites')
      .toBeGreaterThan(700)
  },
)

staged('a small tablet held upright shows a menu in two columns', async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Menu' && state === 'Scanned Menu')
  if (!view) throw new Error('no view of a menu')
  await stage.show(view, async (page) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    const rows = page.getByRole('article')
    const topOf = async (index: number) => (await rows.nth(index).boundingBox())?.y
    await expect.poll(async () => (await topOf(0)) === (await topOf(1))).toBe(true)
    expect(await topOf(2)).toBeGreaterThan((await topOf(0)) ?? Number.POSITIVE_INFINITY)
  })
})

staged('a small tablet held upright keeps the names at a table within their column', async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Table' && state === 'host')
  if (!view) throw new Error('no view of a table')
  await stage.show(view, async (page) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    const boxOf = (index: number) => page.getByRole('article').nth(index).boundingBox()
    await expect.poll(async () => (await boxOf(0))?.y === (await boxOf(1))?.y).toBe(true)
    const [left, right] = [await boxOf(0), await boxOf(1)]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  })
})

test('a search keeps its text, results, scroll position and focus while the tablet is rotated', async ({
  openPhone,
}) => {
  const { page, signIn } = await openPhone({ path: '/search' })
  await page.setViewportSize(LANDSCAPE)
  await signIn()
  await page.goto('/search')
  const box = page.getByRole('searchbox')
  await box.fill('pale ale')
  const heading = page.getByRole('heading', { name: 'Beers', exact: true })
  await expect(heading).toBeVisible()
  const beers = page.getByRole('article')
  await expect.poll(() => beers.count(), 'more than the first of them').toBeGreaterThan(5)
  await page.mouse.move(200, 500)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => scrollTop(page)).toBe(400)
  const rows = page.locator('section').filter({ has: heading }).getByRole('listitem')
  const results = await rows.allTextContents()
  await heading.evaluate((element) => element.setAttribute('data-same', ''))
  for (const size of [PORTRAIT, LANDSCAPE]) {
    await page.setViewportSize(size)
    await expect(page.getByText('Pick something on the left to see it here.')).toBeVisible({
      visible: size === LANDSCAPE,
    })
    await expect(box).toHaveValue('pale ale')
    await expect(box).toBeFocused()
    await expect(page.locator('[data-same]')).toHaveCount(1)
    // More of them follow as the end of the list comes nearer.
    expect((await rows.allTextContents()).slice(0, results.length)).toEqual(results)
    // Scroll anchoring keeps the visible row in view, and row heights depend on the width.
    await expect.poll(async () => Math.abs((await scrollTop(page)) - 400)).toBeLessThan(80)
  }
})

test(
  'a sheet stays open, and the list beside it is kept, while the tablet is rotated',
  THOROUGH,
  async ({ openPhone }) => {
    const { page, signIn } = await openPhone({ path: '/search' })
    await page.setViewportSize(LANDSCAPE)
    await signIn()
    await page.goto('/search')
    const box = page.getByRole('searchbox')
    await box.fill('orval')
    await page.getByRole('link', { name: 'Orval', exact: true }).first().click()
    await page.getByRole('button', { name: 'Find Stores' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await page.setViewportSize(PORTRAIT)
    await expect(box).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.setViewportSize(LANDSCAPE)
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Find Stores' })).toBeFocused()
    await expect(box).toBeVisible()
    await expect(box).toHaveValue('orval')
  },
)

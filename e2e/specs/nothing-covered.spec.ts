/** What appears by itself covers neither the title and the buttons of a screen nor the tabs, and the way in is in view. */
import type { Locator, Page } from '@playwright/test'
import { listFavorites } from '#contracts'
import { THOROUGH } from '#testing/thorough.ts'
import { expect } from '../fixtures/app.ts'
import { answers } from '../screens/answers.ts'
import type { Cast } from '../screens/cast.ts'
import { test } from '../screens/stage.ts'
import { VIEWS } from '../screens/views/index.ts'

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('not visible')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('a toast and the offline badge leave title and tabs free', async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Favorites' && state === 'removed, with undo')
  if (!view) throw new Error('no view with a toast')
  await stage.show(view, async (page) => {
    const tabs = page.getByRole('navigation', { name: 'Main' })
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    await expect(toast).toBeVisible()
    expect(await overlap(toast, page.getByRole('heading', { level: 1 }))).toBe(false)
    expect(await overlap(toast, tabs.getByRole('list'))).toBe(false)
    await page.context().setOffline(true)
    const badge = page.getByText('Offline', { exact: false }).first()
    await expect(badge).toBeVisible()
    expect(await overlap(badge, tabs.getByRole('list'))).toBe(false)
    expect(await overlap(badge, toast)).toBe(false)
  })
})

test('a toast leaves the title and the buttons of a tall sheet free', THOROUGH, async ({ stage }) => {
  const title = 'Fridge Scan Results'
  const view = VIEWS.find(({ state }) => state === title)
  if (!view) throw new Error('no view of a tall sheet')
  const draw = async (page: Page, cast: Cast) => {
    // An earlier try has saved the beers.
    await answers(page, listFavorites, { status: 200, body: [] })
    await view.draw(page, cast)
  }
  await stage.show({ ...view, draw }, async (page) => {
    const sheet = page.getByRole('dialog', { name: title })
    await sheet.getByRole('button', { name: 'Add All to Favorites' }).click()
    const toast = page
      .locator('[data-sonner-toast], [role="region"] li')
      .filter({ hasText: /added to your collection/ })
    await expect(toast).toBeVisible()
    expect(await overlap(toast, page.getByRole('heading', { name: title }))).toBe(false)
    for (const close of await sheet.getByRole('button', { name: 'Close' }).all()) {
      expect(await overlap(toast, close)).toBe(false)
    }
  })
})

test(
  'a favourite on the smallest phone has its heart in the row and its date on one line',
  THOROUGH,
  async ({ stage }) => {
    const view = VIEWS.find(({ screen, state }) => screen === 'Favorites' && state === 'many')
    if (!view) throw new Error('no view of favourites')
    await stage.show(view, async (page) => {
      await page.setViewportSize({ width: 320, height: 568 })
      const row = page.getByRole('article').first()
      const [box, heart] = [
        await row.boundingBox(),
        await row.getByRole('button', { name: /favorites$/ }).boundingBox(),
      ]
      const heading = await row.getByRole('heading').boundingBox()
      if (!box || !heart || !heading) throw new Error('not visible')
      // Beside the text, not on a line of its own below it.
      expect(heart.x).toBeGreaterThanOrEqual(heading.x + heading.width - 1)
      expect(box.height).toBeLessThan(190)
      const date = row.getByText(/^saved /)
      const lineHeight = await date.evaluate((one) => Number.parseFloat(getComputedStyle(one).lineHeight))
      expect((await date.boundingBox())?.height).toBeLessThan(1.6 * lineHeight)
    })
  },
)

test('what the landing page says after an account was deleted lies on no card', THOROUGH, async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Landing' && state === 'account deleted')
  if (!view) throw new Error('no view of the landing page')
  await stage.show(view, async (page) => {
    for (const [width, height] of [
      [320, 568],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const message = page.getByRole('status').filter({ hasText: 'Your account' })
      await expect(message).toBeInViewport({ ratio: 1 })
      for (const card of await page.locator('main .rounded-card:not([role])').all()) {
        expect(await overlap(message, card)).toBe(false)
      }
    }
  })
})

test('a phone shows five rows of a menu above the tabs', async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Menu' && state === 'Scanned Menu')
  if (!view) throw new Error('no view of a menu')
  await stage.show(view, async (page) => {
    const tabs = await page.getByRole('navigation', { name: 'Main' }).getByRole('list').boundingBox()
    if (!tabs) throw new Error('not visible')
    const rows = await Promise.all((await page.getByRole('article').all()).map((row) => row.boundingBox()))
    expect(rows.filter((row) => row && row.y + row.height <= tabs.y).length).toBeGreaterThanOrEqual(5)
  })
})

test('the words below the shutter do not touch on the smallest phone in large letters', THOROUGH, async ({ stage }) => {
  const draw = async (page: Page) => {
    await page.goto('/')
    await expect(page.getByText('FOTOCAMERA PRONTA')).toBeVisible()
  }
  const check = async (page: Page) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'))
    const camera = await page.getByText('FOTOCAMERA PRONTA').boundingBox()
    const detection = await page.getByText('RILEVAMENTO AUTO').boundingBox()
    if (!camera || !detection) throw new Error('not visible')
    const isBelow = detection.y >= camera.y + camera.height
    expect(isBelow || detection.x - camera.x - camera.width >= 8).toBe(true)
  }
  const view = { screen: 'Scan home', state: 'camera off, in Italian', as: 'newcomer', draw } as const
  await stage.show(view, check, { locale: 'it-IT' })
})

test('the way in is in view on the smallest phone', THOROUGH, async ({ stage }) => {
  const view = VIEWS.find(({ screen }) => screen === 'Landing')
  if (!view) throw new Error('no view of the landing page')
  await stage.show(view, async (page) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeInViewport({ ratio: 1 })
  })
})

test('a phone on its side shows the shutter and the modes above the tabs', THOROUGH, async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Scan home' && state === 'camera off')
  if (!view) throw new Error('no view of the scan home')
  await stage.show(view, async (page) => {
    await page.setViewportSize({ width: 844, height: 390 })
    const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('list')
    for (const name of [/^Capture/, 'Upload']) {
      const button = page.getByRole('button', { name })
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await overlap(button, tabs)).toBe(false)
    }
  })
})

test(
  'the card of an identified beer is no taller than the window, in large letters as well',
  THOROUGH,
  async ({ stage }) => {
    const view = VIEWS.find(({ screen, state }) => screen === 'Scan home' && state === 'BEER IDENTIFIED')
    if (!view) throw new Error('no view of an identified beer')
    await stage.show(view, async (page) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      const card = page.getByRole('region', { name: 'BEER IDENTIFIED' })
      await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 })
      await card.getByRole('button', { name: 'Continue Scanning' }).scrollIntoViewIfNeeded()
      await expect(card.getByRole('button', { name: 'Continue Scanning' })).toBeInViewport({ ratio: 1 })
    })
  },
)

test('the pins on a menu stand before the printed names', THOROUGH, async ({ stage }) => {
  const view = VIEWS.find(({ screen, state }) => screen === 'Menu' && state === 'Show on your picture')
  if (!view) throw new Error('no view of a menu with its picture')
  await stage.show(view, async (page) => {
    const picture = page.getByRole('group', { name: /^Your picture/ })
    const photo = await picture.getByRole('img').boundingBox()
    const pins = await picture.getByRole('link').all()
    expect(pins).toHaveLength(6)
    if (!photo) throw new Error('not visible')
    // The names of this menu begin at 12 percent of its width.
    for (const pin of pins) {
      const [target, badge] = [await pin.boundingBox(), await pin.locator('span').first().boundingBox()]
      if (!target || !badge) throw new Error('not visible')
      expect(badge.x + badge.width).toBeLessThan(photo.x + 0.125 * photo.width)
      expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44)
    }
  })
})

test('the tabs of a wide window are beside the screens', THOROUGH, async ({ stage }) => {
  for (const [name, state] of [
    ['Profile', 'regular'],
    ['Scan home', 'camera off'],
    ['Search', 'answer'],
  ]) {
    const view = VIEWS.find((one) => one.screen === name && one.state === state)
    if (!view) throw new Error(`no view ${name}`)
    await stage.show(view, async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      const tabs = page.getByRole('navigation', { name: 'Main' })
      await expect.poll(() => overlap(tabs, page.getByRole('main')), name).toBe(false)
    })
  }
})

/** Screens are stable: no layout shifts when data arrives, sheets return the focus, reduced motion is respected. */
import type { Page } from '@playwright/test'
import { IS_THOROUGH, THOROUGH } from '#testing/thorough.ts'
import { expect } from '../fixtures/app.ts'
import { test, type View } from '../screens/stage.ts'
import { viewOf } from '../screens/views/index.ts'

/** Long enough for a skeleton to show. */
const RESPONSE_MS = 250
/** What the user had, wants and saved arrives after the beers. */
const MARKS_MS = 2 * RESPONSE_MS
const SHIFT_MAX = 0.02

/** A beer's page as a link opens it. */
const BEER_PAGE: View = {
  screen: 'Results',
  state: 'by its address',
  as: 'regular',
  async draw(page, { data }) {
    await page.goto(`/results?beer=${data.single.beerId}`)
    await expect(page.getByRole('button', { name: 'Find Stores' })).toBeVisible()
  },
}

/** Sums up the layout shifts of the next load. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { dataset } = document.documentElement
        // TypeScript's DOM library does not declare layout shifts.
        if (Reflect.get(entry, 'hadRecentInput')) continue
        dataset.shift = String(Number(dataset.shift ?? 0) + Number(Reflect.get(entry, 'value')))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('no screen shifts when its data arrives', async ({ stage }) => {
  const views = [
    BEER_PAGE,
    viewOf('Menu', 'Shared Menu, own'),
    viewOf('History', 'many nights'),
    viewOf('Favorites', 'many'),
    viewOf('Profile', 'regular'),
  ]
  if (IS_THOROUGH)
    views.push(
      viewOf('Scan status', 'completed, group'),
      viewOf('Search', 'recent'),
      viewOf('Brewery', 'with beers'),
      viewOf('Export', 'ready'),
    )
  const shifts: Record<string, number> = {}
  for (const view of views) {
    const slow: View = {
      ...view,
      async draw(page, cast) {
        await watchShifts(page)
        await page.route(/\/api\//, async (route) => {
          const isMarks = /\/api\/(?:marks|favorites)$/.test(route.request().url())
          await new Promise((resolve) => setTimeout(resolve, isMarks ? MARKS_MS : RESPONSE_MS))
          await route.fallback()
        })
        await view.draw(page, cast)
      },
    }
    shifts[`${view.screen} · ${view.state}`] = await stage.show(slow, async (page) => {
      await page.waitForLoadState('networkidle')
      return Number((await page.locator('html').getAttribute('data-shift')) ?? 0)
    })
  }
  const unstable = Object.entries(shifts).filter(([, shift]) => shift >= SHIFT_MAX)
  expect(unstable, `shifts: ${JSON.stringify(shifts)}`).toEqual([])
})

/** A view and the button that opens a sheet in it. */
const SHEETS = [
  [BEER_PAGE, 'Find Stores'],
  [viewOf('Results', 'listed'), 'Not this beer?'],
  [viewOf('Menu', 'choosing several'), 'Filter'],
] as const

for (const [view, opener] of SHEETS) {
  test(`the focus returns to '${opener}' when its sheet is closed`, async ({ stage }) => {
    await stage.show(view, async (page) => {
      const button = page.getByRole('button', { name: opener, exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('dialog')
      await expect(sheet).toBeVisible()
      await expect(sheet.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(button).toBeFocused()
    })
  })
}

test('the close request of the platform, which is Back on Android, closes a sheet and stays on the screen', async ({
  stage,
}) => {
  const [[view, opener]] = SHEETS
  await stage.show(view, async (page) => {
    // To the browser, Escape is the same request. The dialog itself must not see the key.
    await page.evaluate(() => {
      addEventListener('keydown', (event) => event.key === 'Escape' && event.stopImmediatePropagation(), {
        capture: true,
      })
    })
    const address = page.url()
    const button = page.getByRole('button', { name: opener, exact: true })
    for (let time = 0; time < 2; time += 1) {
      await button.click()
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(button).toBeFocused()
    }
    expect(page.url()).toBe(address)
  })
})

test('Back closes a sheet and stays on the screen, the next Back leaves it', async ({ stage }) => {
  const [[view, opener]] = SHEETS
  await stage.show(view, async (page) => {
    await page.goto('/favorites')
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const address = page.url()
    await page.evaluate(() => history.back())
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(address)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/favorites$/)
  })
})

test('no endless animation runs with reduced motion', THOROUGH, async ({ stage }) => {
  const animated = [viewOf('Landing', 'visitor'), viewOf('Scan home', 'camera off'), viewOf('History', 'loading')]
  for (const view of animated) {
    const check = async (page: Page) => {
      const runningAnimations = () =>
        page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
      expect(await runningAnimations(), `${view.screen} moves`).toBeGreaterThan(0)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect.poll(runningAnimations, `${view.screen} is still`).toBe(0)
    }
    await stage.show(view, check, { motion: 'no-preference' })
  }
})

/** The whole product by keyboard: the focus is always visible and never lost. */
import type { Locator, Page } from '@playwright/test'
import { renderSingle } from '#testing/pictures/index.ts'
import { expect, SCAN_TIMEOUT_MS, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

/** More tab stops than any screen has. */
const STOPS_MAX = 80

/** The problem of the focused element; null without one. */
const focusProblem = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    const name = `${focused.tagName.toLowerCase()} '${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}'`
    // A field with a frame shows the focus ring on its frame.
    const ring = [focused, focused.parentElement].some((around) => {
      if (!around) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(around)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { visibility, opacity } = getComputedStyle(focused)
    if (!ring || !focused.matches(':focus-visible')) return `${name} has no focus ring`
    const { top, bottom, left, right, width, height } = focused.getBoundingClientRect()
    const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    if (width * height === 0 || !isOnScreen || visibility !== 'visible' || opacity === '0')
      return `${name} is not visible`
    const onTop = document.elementFromPoint(
      (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
      (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
    )
    const isCovered = onTop !== null && !focused.contains(onTop) && !onTop.contains(focused)
    return isCovered ? `${name} is covered by another element` : null
  })

/** True when a control, or the heading of a screen, has the focus. */
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

/** Tabs until the target has the focus; wraps around the end of the page at most once. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  let ends = 0
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(page)) {
      await expect.poll(() => focusProblem(page)).toBeNull()
    } else {
      ends += 1
      expect(ends, 'wraps around the end of the page').toBeLessThanOrEqual(1)
    }
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`cannot tab to ${target}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Expects the screen to be shown with the focus inside. */
async function arriveAt(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect.poll(() => hasFocus(page), 'focus after navigation').toBe(true)
}

test('the whole product works by keyboard, with the focus always visible and never lost', async ({ openPhone, seed }, {
  testId,
  retry,
}) => {
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  console.log(`    ${beer.name} (${beer.brewery}), seed ${seed}`)
  const { page } = await openPhone()
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

  await press(page, page.getByRole('link', { name: 'Get Started' }))
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Keys'],
    ['Email', `keys-${testId}-${retry}@example.org`],
  ] as const) {
    const field = page.getByLabel(label)
    await expect(field).toBeVisible()
    if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(tab('Profile')).toBeVisible()

  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: 'Upload', exact: true }))
  const buffer = await renderSingle({ beer, seed })
  await (await chooser).setFiles({ name: 'beer.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page).toHaveURL(/\/results\?beer=\d+/, { timeout: SCAN_TIMEOUT_MS })
  await arriveAt(page, beer.name)

  await press(page, page.getByRole('button', { name: 'Save Beer' }))
  await expect(page.getByText('Beer Saved!', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeFocused()

  await press(page, tab('Favorites'))
  await arriveAt(page, 'Favorites')
  await press(page, page.getByRole('button', { name: `Remove ${beer.name} from favorites` }))
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await expect.poll(() => hasFocus(page), 'focus after the row was removed').toBe(true)
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('article')).toHaveCount(1)

  await press(page, tab('Scan'))
  await press(page, page.getByRole('link', { name: 'History' }))
  await arriveAt(page, 'Scan History')
  await press(page, page.getByRole('button', { name: /^Remove .* from your history$/ }))
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect.poll(() => hasFocus(page), 'focus after the row was removed').toBe(true)
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('article')).toContainText(beer.name)

  await press(page, tab('Search'))
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('orval')
  await press(page, page.getByRole('article').getByRole('link', { name: 'Orval', exact: true }))
  await arriveAt(page, 'Orval')
  await press(page, page.getByRole('main').getByRole('link', { name: /Orval/ }).first())
  await expect(page).toHaveURL(/\/brewery\/\d+/)
  await arriveAt(page, /Orval/)

  await press(page, tab('Profile'))
  await arriveAt(page, 'Ada Keys')
  await press(page, page.getByRole('link', { name: 'Notification preferences' }))
  await arriveAt(page, /Notification/)
  const vibration = page.getByRole('switch').first()
  const was = await vibration.getAttribute('aria-checked')
  await tabTo(page, vibration)
  await page.keyboard.press('Space')
  await expect(vibration).not.toHaveAttribute('aria-checked', was ?? '')
  await expect(vibration).toBeFocused()

  await press(page, page.getByRole('button', { name: /^Back/ }).or(page.getByRole('link', { name: /^Back/ })))
  await arriveAt(page, 'Ada Keys')
  await press(page, page.getByRole('link', { name: 'Sign Out' }))
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
})

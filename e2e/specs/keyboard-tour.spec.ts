/** The whole product without a pointer: every step is taken by keyboard, the focus is always seen, and it is never lost. */
import type { Locator, Page } from '@playwright/test'
import { renderSingle } from '#testing/pictures/index.ts'
import { expect, test } from '../fixtures/app.ts'
import { someBeers } from '../fixtures/pictures.ts'

/** More stops than any screen has. */
const STOPS_MAX = 80

/** What is wrong with where the keyboard stands; null when nothing is. */
const wrongWithFocus = (page: Page) =>
  page.evaluate(() => {
    const held = document.activeElement
    if (!held || held === document.body) return 'the focus is nowhere'
    const name = `${held.tagName.toLowerCase()} '${(held.getAttribute('aria-label') ?? held.textContent ?? '').slice(0, 40)}'`
    // A field within a frame is ringed by its frame.
    const ring = [held, held.parentElement].some((around) => {
      if (!around) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(around)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { visibility, opacity } = getComputedStyle(held)
    if (!ring || !held.matches(':focus-visible')) return `${name} has no ring`
    const { top, bottom, left, right, width, height } = held.getBoundingClientRect()
    const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    if (width * height === 0 || !isOnScreen || visibility !== 'visible' || opacity === '0') return `${name} is not seen`
    const onTop = document.elementFromPoint(
      (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
      (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
    )
    const isOver = onTop !== null && !held.contains(onTop) && !onTop.contains(held)
    return isOver ? `${name} lies under something` : null
  })

/** True when a keyboard still stands somewhere: on a control, or on a heading that a screen gave it. */
const holdsFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

/** Tabs until the target has the focus. The page's end, where the browser's own controls would come, is passed once. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  let ends = 0
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab')
    if (await holdsFocus(page)) {
      await expect.poll(() => wrongWithFocus(page)).toBeNull()
    } else {
      ends += 1
      expect(ends, 'the keyboard passes the end of the page').toBeLessThanOrEqual(1)
    }
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`the keyboard does not reach ${target}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** The screen is there, and the keyboard stands at its top. */
async function arriveAt(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect.poll(() => holdsFocus(page), 'the focus is kept on arrival').toBe(true)
}

test('the whole product by keyboard alone, the focus always seen and never lost', async ({ openPhone, seed }) => {
  test.setTimeout(150_000)
  const [beer] = someBeers(seed, 1)
  if (!beer) throw new Error('no beer to draw')
  console.log(`    ${beer.name} (${beer.brewery}), seed ${seed}`)
  const { page } = await openPhone()
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

  await press(page, page.getByRole('link', { name: 'Get Started' }))
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Keys'],
    ['Email', `keys-${seed}@example.org`],
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
  await expect(page).toHaveURL(/\/results\?beer=\d+/, { timeout: 30_000 })
  await arriveAt(page, beer.name)

  await press(page, page.getByRole('button', { name: 'Save Beer' }))
  await expect(page.getByText('Beer Saved!', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeFocused()

  await press(page, tab('Favorites'))
  await arriveAt(page, 'Favorites')
  await press(page, page.getByRole('button', { name: `Remove ${beer.name} from favorites` }))
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await expect.poll(() => holdsFocus(page), 'the focus outlives the row it stood on').toBe(true)
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('article')).toHaveCount(1)

  await press(page, tab('Scan'))
  await press(page, page.getByRole('link', { name: 'History' }))
  await arriveAt(page, 'Scan History')
  await press(page, page.getByRole('button', { name: /^Remove .* from the history$/ }))
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect.poll(() => holdsFocus(page), 'the focus outlives the row it stood on').toBe(true)
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

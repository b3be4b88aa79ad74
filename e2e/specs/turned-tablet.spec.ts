/** A tablet that is turned, or a window that is resized, shows the same screens with what was typed, opened and read in them. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'

const LANDSCAPE = { width: 1280, height: 800 }
const PORTRAIT = { width: 390, height: 844 }

/** How far down the list of results stands: the page scrolls on a phone, a pane on a desk. */
const scrolledBy = (page: Page) =>
  page.getByRole('searchbox').evaluate((box) => {
    const pane = box.closest('.overflow-y-auto')
    return pane ? pane.scrollTop : window.scrollY
  })

test('a search stays as it is while the tablet is turned: its text, results, place and focus', async ({
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
  await page.mouse.move(200, 500)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => scrolledBy(page)).toBe(400)
  const results = await page.getByRole('listitem').allTextContents()
  await heading.evaluate((element) => element.setAttribute('data-same', ''))
  for (const turned of [PORTRAIT, LANDSCAPE]) {
    await page.setViewportSize(turned)
    await expect(page.getByText('Choose one on the left to see it here.')).toBeVisible({
      visible: turned === LANDSCAPE,
    })
    await expect(box).toHaveValue('pale ale')
    await expect(box).toBeFocused()
    await expect(page.locator('[data-same]')).toHaveCount(1)
    expect(await page.getByRole('listitem').allTextContents()).toEqual(results)
    // The browser keeps the row that is read in sight, and rows are not equally high at every width.
    await expect.poll(async () => Math.abs((await scrolledBy(page)) - 400)).toBeLessThan(80)
  }
})

test('a sheet stays open, and the list beside it waits, while the tablet is turned', async ({ openPhone }) => {
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
})

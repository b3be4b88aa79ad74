/** The sign-in page of the embedded provider uses the product's fonts and has no layout shifts. */
import { expect, test } from '../fixtures/app.ts'

test('the sign-in page has the product fonts and no layout shifts', async ({ openPhone }) => {
  const { page } = await openPhone()
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.shifts = String(list.getEntries().length)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: 'Who is drinking?' })).toBeVisible()
  const loadedFonts = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : [])).sort()
    })
  await expect.poll(loadedFonts).toEqual(['Figtree', 'Fraunces'])
  expect(await page.evaluate(() => document.documentElement.dataset.shifts)).toBeUndefined()
  expect(violations).toEqual([])
})

/** The page of the embedded provider looks like the product it lets into: its letters, and nothing that jumps. */
import { expect, test } from '../fixtures/app.ts'

test('the sign-in page has the letters of the product and keeps still', async ({ openPhone }) => {
  const { page } = await openPhone()
  const refused: string[] = []
  page.on('console', (said) => said.text().includes('Content Security Policy') && refused.push(said.text()))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.shifts = String(list.getEntries().length)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: 'Who is drinking?' })).toBeVisible()
  const letters = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : [])).sort()
    })
  await expect.poll(letters).toEqual(['Figtree', 'Fraunces'])
  expect(await page.evaluate(() => document.documentElement.dataset.shifts)).toBeUndefined()
  expect(refused).toEqual([])
})

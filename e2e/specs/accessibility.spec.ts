/** Every screen, dark and light, passes the accessibility rules of axe. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { search } from '#contracts'
import { expect, test } from '../fixtures/app.ts'

const SCREENS = [
  '/',
  '/search',
  '/history',
  '/favorites',
  '/profile',
  '/notification-preferences',
  '/export-data',
  '/about',
  '/privacy',
  '/terms',
  '/refresh',
  '/no/such/place',
]

async function problemsOf(page: Page, where: string) {
  await expect(page.getByText('Loading...')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`every screen is accessible, ${colorScheme}`, async ({ openPhone }) => {
    const { page, signIn } = await openPhone()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const problems = await problemsOf(page, 'landing')
    await signIn()
    const { beers, breweries } = await (await page.request.get(`${search.path}?q=orval`)).json()
    for (const path of [...SCREENS, `/results?beer=${beers[0].id}`, `/brewery/${breweries[0].id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      problems.push(...(await problemsOf(page, path)))
    }
    expect(problems).toEqual([])
  })
}

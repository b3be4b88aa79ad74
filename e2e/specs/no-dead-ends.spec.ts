/** Every address shows a screen, signed in or not. */
import { expect, spec, test } from '../fixtures/app.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'a visitor sees only the landing page, and returns to the requested address after sign-in',
  spec('6.2'),
  async ({ openPhone }) => {
    const { page, signIn } = await openPhone({ path: '/favorites' })
    await expect(page.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
    await signIn()
    await expect(page).toHaveURL(/\/favorites$/)
    await expect(page.getByText('No favorites yet')).toBeVisible()
  },
)

test('/camera redirects to the scan home, and unknown paths show 404', spec('2.1.20'), async ({ openPhone }) => {
  const { page, signIn } = await openPhone()
  await signIn()
  await page.goto('/camera')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/no/such/place')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
})

test('signing out ends the session, and the next sign-in asks for the user', spec('7.2.42'), async ({ openPhone }) => {
  const { page, signIn } = await openPhone({ path: '/profile' })
  await signIn({ firstName: 'Grace', lastName: 'Hops', email: 'grace@example.org' })
  await expect(page.getByText('Grace Hops')).toBeVisible()
  await page
    .getByRole('link', { name: 'Sign Out' })
    .or(page.getByRole('button', { name: 'Sign Out' }))
    .click()
  await expect(page.getByRole('heading', { name: 'BeerGoggles' })).toBeVisible()
  await signIn({ firstName: 'Alan', lastName: 'Barley', email: 'alan@example.org' })
  await page.goto('/profile')
  await expect(page.getByText('Alan Barley')).toBeVisible()
})

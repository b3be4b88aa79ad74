import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { search } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

const box = () => screen.findByRole('searchbox', { name: 'Search by beer name or brewery...' })

it.each([
  ['off', /turned off here/],
  ['nothing', /Nothing found online either/],
  ['unavailable', /Can't search online right now/],
  ['full', /today's limit for finding new beers online/],
])('explains why nothing new was found: %s', spec('2.6.31'), async (discovery, text) => {
  answers(search, { status: 200, body: { breweries: [], beers: [], discovery } })
  const { user } = openApp('/search')
  await user.type(await box(), 'zumhof')
  expect(await screen.findByRole('heading', { name: 'No results found for "zumhof"' })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

it('marks discovered beers with origin and licence', spec('2.6.30'), async () => {
  const found = aBeer({ name: 'Zumhof Kellerbier', provisional: { source: 'open-food-facts', licence: 'ODbL 1.0' } })
  const known = aBeer({ name: 'Zumhof Pils' })
  answers(search, { status: 200, body: { breweries: [], beers: [found, known], discovery: 'found' } })
  const { user } = openApp('/search')
  await user.type(await box(), 'zumhof')
  const row = (await screen.findByRole('link', { name: 'Zumhof Kellerbier' })).closest('li')
  expect(row).toHaveTextContent('Provisional, from Open Food Facts (ODbL 1.0)')
  expect(screen.getByRole('link', { name: 'Zumhof Pils' }).closest('li')).not.toHaveTextContent('Provisional')
  expect(screen.getByText('New to us, found just now.')).toBeVisible()
})

it('distinguishes ciders and meads from beers', async () => {
  const beers = [
    aBeer({ name: 'Apfelwein', kind: 'cider' }),
    aBeer({ name: 'Met', kind: 'mead' }),
    aBeer({ name: 'Pils' }),
  ]
  answers(search, { status: 200, body: { breweries: [], beers } })
  const { user } = openApp('/search')
  await user.type(await box(), 'met')
  expect((await screen.findByRole('link', { name: 'Apfelwein' })).closest('li')).toHaveTextContent('Cider')
  expect(screen.getByRole('link', { name: 'Met' }).closest('li')).toHaveTextContent('Mead')
  expect(screen.getByRole('link', { name: 'Pils' }).closest('li')).not.toHaveTextContent(/Cider|Mead/)
})

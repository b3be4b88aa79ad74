import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { search } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

it('says which results are the brands of stores', async () => {
  const breweries = [aBrewery({ name: 'Trolley', country: 'Wales', beerCount: 2, isStoreBrand: true })]
  answers(search, { status: 200, body: { breweries, beers: [] } })
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'trolley')
  expect(await screen.findByText('Wales · store brand · 2 beers')).toBeVisible()
})

it('says which breweries are closed and which beers are no longer brewed', async () => {
  const breweries = [aBrewery({ name: 'Mill Lane', city: 'Cardiff', country: 'Wales', beerCount: 1, closed: 2019 })]
  const beers = [aBeer({ name: 'Dusk', status: 'retired' }), aBeer({ name: 'Dawn' })]
  answers(search, { status: 200, body: { breweries, beers } })
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'mill')
  expect(await screen.findByText('Cardiff, Wales · 1 beer · closed in 2019')).toBeVisible()
  const saysSo = (beer: string) => screen.getByRole('link', { name: beer }).closest('article')?.textContent
  expect(saysSo('Dusk')).toContain('no longer brewed')
  expect(saysSo('Dawn')).not.toContain('no longer brewed')
})

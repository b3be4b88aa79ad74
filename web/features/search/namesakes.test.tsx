import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { search } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

it('distinguishes two breweries of the same name, and their beers, by place', async () => {
  const name = 'Löwenbräu'
  const here = aBrewery({ name, city: 'München', country: 'Germany', beerCount: 1 })
  const there = aBrewery({ name, city: null, state: 'Zürich', country: 'Switzerland', beerCount: 1 })
  const beers = [
    aBeer({ name: 'Original', brewery: name, breweryId: here.id, breweryPlace: 'München, Germany' }),
    aBeer({ name: 'Lager', brewery: name, breweryId: there.id, breweryPlace: 'Zürich, Switzerland' }),
    aBeer({ name: 'Hell', brewery: 'Augustiner' }),
  ]
  answers(search, { status: 200, body: { breweries: [here, there], beers } })
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'lowenbrau')
  expect(await screen.findByText(/^München, Germany/)).toBeVisible()
  expect(screen.getByText(/^Zürich, Switzerland/)).toBeVisible()
  const rowOf = (beer: string) => within(screen.getByRole('link', { name: beer }).closest('article') ?? document.body)
  expect(rowOf('Original').getByRole('link', { name: 'Löwenbräu (München, Germany)' })).toHaveAttribute(
    'href',
    `/brewery/${here.id}`,
  )
  expect(rowOf('Lager').getByRole('link', { name: 'Löwenbräu (Zürich, Switzerland)' })).toBeVisible()
  expect(rowOf('Hell').getByRole('link', { name: 'Augustiner' })).toBeVisible()
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getBrewery } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

it('shows the picture and the description of the brewery', spec('2.14.2', '2.14.4'), async () => {
  const brewery = aBrewery({
    id: 8,
    name: 'St Austell',
    imageUrl: '/images/8.jpg',
    description: 'Brewing in Cornwall since 1851.',
  })
  answers(getBrewery, { status: 200, body: { brewery, beers: [] } })
  openApp('/brewery/8')
  expect(await screen.findByRole('img', { name: 'St Austell' })).toHaveAttribute('src', '/images/8.jpg')
  expect(screen.getByText('Brewing in Cornwall since 1851.')).toBeVisible()
})

it('says when it closed and who owns it, and lists retired beers last', async () => {
  const brewery = aBrewery({ id: 8, founded: 1851, closed: 2019, owner: 'Test Group' })
  const beers = [aBeer({ name: 'Gone', rating: 90, status: 'retired' }), aBeer({ name: 'Poured', rating: 60 })]
  answers(getBrewery, { status: 200, body: { brewery, beers } })
  openApp('/brewery/8')
  expect(await screen.findByText('Founded 1851 · Closed in 2019')).toBeVisible()
  expect(screen.getByText('Owned by Test Group')).toBeVisible()
  const rows = screen.getAllByRole('article')
  expect(rows.map((row) => row.textContent?.includes('no longer brewed'))).toEqual([false, true])
})

it('says that a store brand is one, and that others brew its beers', async () => {
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 8, isStoreBrand: true }), beers: [] } })
  openApp('/brewery/8')
  expect(await screen.findByText('A store brand: other companies brew these beers.')).toBeVisible()
})

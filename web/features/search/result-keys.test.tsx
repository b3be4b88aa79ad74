/** The results of a search by keyboard. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { getBeer, saveSearch, search, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aSearchEntry } from '#web/testing/builders.ts'
import { answers, answersLater } from '#web/testing/network.ts'

const brewery = aBrewery({ name: 'Orval' })
const beers = [aBeer({ name: 'Orval Vert' }), aBeer({ name: 'Petite Orval' })]

beforeEach(() => {
  answers(search, { status: 200, body: { breweries: [brewery], beers } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  answers(similarBeers, { status: 200, body: [] })
  answers(getBeer, { status: 200, body: beers[0] ?? aBeer() })
})

it('moves with the arrows from the box through the results and back', async () => {
  const { user } = openApp('/search')
  const box = await screen.findByRole('searchbox')
  await user.type(box, 'orval')
  const rows = ['Orval', 'Orval Vert', 'Petite Orval']
  await screen.findByRole('link', { name: 'Petite Orval' })
  for (const name of rows) {
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('link', { name })).toHaveFocus()
  }
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Petite Orval' })).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(box).toHaveFocus()
})

it('opens the first result with Enter in the box, also if it is pressed before the results are there', async () => {
  const found = answersLater(search, { status: 200, body: { breweries: [], beers } })
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'orval{Enter}')
  expect(location.pathname).toBe('/search')
  found()
  await waitFor(() => expect(location.pathname).toBe('/results'))
  expect(location.search).toBe(`?beer=${beers[0]?.id}`)
})

it('opens nothing for the text before a change', async () => {
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'or{Enter}val')
  expect(await screen.findByRole('link', { name: 'Orval Vert' })).toBeVisible()
  expect(location.pathname).toBe('/search')
})

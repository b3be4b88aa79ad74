import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  type AnyRoute,
  getBeer,
  getBrewery,
  getScan,
  getUser,
  listFavorites,
  listScans,
  similarBeers,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aScan } from '#web/testing/builders.ts'
import { answers, hangs, refuses } from '#web/testing/network.ts'

const { id } = aScan()

it.each<[string, string, AnyRoute]>([
  ['Failed to get beer', '/results?beer=3', getBeer],
  ['Failed to get similar beers', '/results?beer=3', similarBeers],
  ['Failed to get scan history', '/search', listScans],
  ['Failed to fetch scan', `/scan/${id}`, getScan],
  ['Failed to fetch scan', `/menu/${id}`, getScan],
  ['Failed to fetch brewery', '/brewery/3', getBrewery],
  ['Failed to fetch user', '/', getUser],
])(
  "shows '%s' where %s fails",
  spec('8.1.12', '8.1.13', '8.1.15', '8.1.17', '8.1.18', '8.1.19'),
  async (words, address, route) => {
    answers(getBeer, { status: 200, body: aBeer({ id: 3 }) })
    answers(similarBeers, { status: 200, body: [] })
    refuses(route, 'unavailable', 'The kitchen is busy')
    openApp(address)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText(/The kitchen is busy/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
)

it("moves the focus to the heading when 'Try again' gives way to what loads", async () => {
  refuses(listFavorites, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/favorites')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  hangs(listFavorites)
  await user.click(retry)
  await waitFor(() => expect(retry).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'Favorites', level: 1 })).toHaveFocus()
})

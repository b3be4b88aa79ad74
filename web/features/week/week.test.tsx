import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { getBeer, getWeek, recommendBreweries, similarBeers, type WeekInBeer } from '#contracts'
import { DEFAULTS, preferences } from '#web/device/preferences.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const QUIET: WeekInBeer = {
  from: '2026-04-27',
  to: '2026-05-03',
  entries: 0,
  beers: 0,
  newBeers: 0,
  had: [],
  favorites: [],
  want: null,
  newStyle: null,
}
const cantillon = { brewery: aBrewery({ id: 3, name: 'Cantillon' }), beers: [aBeer({ name: 'Iris', style: 'Lambic' })] }

beforeEach(() => preferences.set(DEFAULTS))

it('tells of the week, in the time zone of the browser', async () => {
  preferences.set({ ...DEFAULTS, weeklyDigest: true })
  answers(getWeek, {
    status: 200,
    body: {
      ...QUIET,
      entries: 3,
      beers: 2,
      newBeers: 1,
      had: [
        { beer: aBeer({ name: 'Orval' }), times: 2, rating: 91.5 },
        { beer: aBeer({ name: 'Saison Dupont' }), times: 1, rating: null },
      ],
      favorites: [aBeer({ name: 'Rochefort 8' })],
      want: aBeer({ name: 'Westvleteren 12' }),
      newStyle: 'Saison',
    },
  })
  answers(recommendBreweries, { status: 200, body: [cantillon] })
  const asked = requestsTo(getWeek)
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('link', { name: 'Your week' }))
  expect(await screen.findByText('You had 3 beers. One was new to you. Your first Saison.')).toBeVisible()
  expect(screen.getByText(/Apr 27 – May 3, 2026/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Cantillon' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Orval',
    'Saison Dupont',
    'Rochefort 8',
    'Westvleteren 12',
    'Cantillon',
  ])
  expect(screen.getByText('92')).toBeVisible()
  expect(new URL(asked[0]?.url ?? '').searchParams.get('timeZone')).toBe(
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  )
})

it('is not on the profile unless the preferences say so', async () => {
  preferences.set({ ...DEFAULTS, breweryRecommendations: false })
  answers(getWeek, { status: 200, body: QUIET })
  openApp('/profile')
  expect(await screen.findByRole('link', { name: /Your beers/ })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Your week' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Breweries to try' })).toBeNull()
})

it('says when nothing happened, and leaves out breweries that are not wanted', async () => {
  preferences.set({ ...DEFAULTS, breweryRecommendations: false })
  answers(getWeek, { status: 200, body: QUIET })
  const asked = requestsTo(recommendBreweries)
  openApp('/profile/week')
  expect(await screen.findByRole('heading', { name: 'A quiet week' })).toBeVisible()
  expect(asked).toEqual([])
})

it('recommends breweries on a screen of their own', async () => {
  const liked = { style: 'Lambic', because: 'card' }
  answers(recommendBreweries, { status: 200, body: [{ ...cantillon, liked }] })
  const asked = requestsTo(recommendBreweries)
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('link', { name: 'Breweries to try' }))
  expect(await screen.findByRole('link', { name: 'Cantillon' })).toHaveAttribute('href', '/brewery/3')
  expect(screen.getByRole('link', { name: 'Iris Lambic' })).toBeVisible()
  expect(screen.getByText('You wanted more like Lambic')).toBeVisible()
  expect(screen.getByText(/^They brew styles you seem to like/)).toBeVisible()
  expect(asked).toHaveLength(1)
})

it('comes back to the breweries from a beer of theirs', async () => {
  const [iris] = cantillon.beers
  if (!iris) throw new Error('a beer')
  answers(recommendBreweries, { status: 200, body: [cantillon] })
  answers(getBeer, { status: 200, body: iris })
  answers(similarBeers, { status: 200, body: [] })
  const { user } = openApp('/profile')
  // Where the beer before was opened.
  handoff.setPreviousPage('/profile')
  await user.click(await screen.findByRole('link', { name: 'Breweries to try' }))
  await user.click(await screen.findByRole('link', { name: 'Iris Lambic' }))
  await screen.findByRole('heading', { name: 'Iris', level: 1 })
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(location.pathname).toBe('/profile/breweries'))
})

it('says what is missing for recommendations, and reports a failure with a way on', async () => {
  refuses(recommendBreweries, 'unavailable', 'The database is starting.')
  const { user } = openApp('/profile/breweries')
  expect(await screen.findByText('The database is starting.')).toBeVisible()
  answers(recommendBreweries, { status: 200, body: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Not enough to go on yet' })).toBeVisible()
  expect(screen.queryByText(/^They brew styles/)).toBeNull()
})

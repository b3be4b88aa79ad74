import { cleanup, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { getBrewery, listMarks } from '#contracts'
import { spec } from '#testing/spec.ts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

it(
  'shows the brewery and its beers, best rated first',
  spec('2.1.13', '2.14.1', '2.14.3', '2.14.5', '2.14.6'),
  async () => {
    const brewery = aBrewery({
      id: 11,
      name: 'St Austell',
      city: 'St Austell',
      state: 'Cornwall',
      country: 'United Kingdom',
      founded: 1851,
      website: 'https://staustellbrewery.co.uk',
    })
    const beers = [aBeer({ name: 'Tribute', rating: 70 }), aBeer({ name: 'Proper Job', rating: 86 })]
    answers(getBrewery, { status: 200, body: { brewery, beers } })
    openApp('/brewery/11')
    expect(await screen.findByRole('heading', { name: 'St Austell', level: 1 })).toBeVisible()
    expect(screen.getByText('Founded 1851')).toBeVisible()
    expect(screen.getByText('St Austell, Cornwall, United Kingdom')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://staustellbrewery.co.uk')
    expect(screen.getByRole('heading', { name: 'Beers (2)' })).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Proper Job',
      'Tribute',
    ])
  },
)

it('names a city and a region of the same name once', async () => {
  const brewery = aBrewery({ id: 11, name: 'Cantillon', city: 'Brussels', state: 'Brussels', country: 'Belgium' })
  answers(getBrewery, { status: 200, body: { brewery, beers: [] } })
  openApp('/brewery/11')
  expect(await screen.findByText('Brussels, Belgium')).toBeVisible()
})

it('links web addresses only', async () => {
  answers(getBrewery, {
    status: 200,
    body: { brewery: aBrewery({ id: 3, website: 'javascript:alert(1)' }), beers: [] },
  })
  openApp('/brewery/3')
  expect(await screen.findByRole('heading', { name: 'Beers (0)' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Website' })).toBeNull()
})

it.each(['0', '-4', '2.5', 'abc'])('fetches nothing for the id %s', spec('2.1.14', '5.12'), async (id) => {
  const asked = requestsTo(getBrewery)
  openApp(`/brewery/${id}`)
  expect(await screen.findByRole('heading', { name: 'Brewery Not Found', level: 1 })).toBeVisible()
  expect(asked).toHaveLength(0)
})

it('reports a missing brewery, with a way back', spec('2.14.7'), async () => {
  refuses(getBrewery, 'not_found', 'No such brewery')
  openApp('/brewery/5')
  expect(await screen.findByRole('heading', { name: 'Brewery Not Found', level: 1 })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Search' })).toHaveAttribute('href', '/search')
})

it('links to a map if its place is known', async () => {
  const brewery = aBrewery({ id: 12, name: 'Löwenbräu', city: 'Zürich', state: null, country: 'Switzerland' })
  answers(getBrewery, { status: 200, body: { brewery, beers: [] } })
  openApp('/brewery/12')
  const map = await screen.findByRole('link', { name: 'Map' })
  const url = new URL(map.getAttribute('href') ?? '')
  expect([url.origin, url.searchParams.get('query')]).toEqual(['https://www.openstreetmap.org', 'Zürich, Switzerland'])
})

it.each([
  ['iPhone; CPU iPhone OS 18_0', 'https://maps.apple.com/?q='],
  ['Linux; Android 15', 'geo:0,0?q='],
  ['X11; Linux', 'https://www.openstreetmap.org/search?query='],
])('searches it in the maps app of %s', async (agent, maps) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const brewery = aBrewery({ id: 12, name: 'Löwenbräu', city: 'Zürich', state: null, country: 'Switzerland' })
  answers(getBrewery, { status: 200, body: { brewery, beers: [] } })
  openApp('/brewery/12')
  expect(await screen.findByRole('link', { name: 'Maps app' })).toHaveAttribute(
    'href',
    `${maps}${encodeURIComponent('Löwenbräu, Zürich, Switzerland')}`,
  )
})

it('offers no map if its place is unknown', async () => {
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 13 }), beers: [] } })
  openApp('/brewery/13')
  await screen.findByRole('heading', { name: 'Beers (0)' })
  expect(screen.queryByRole('link', { name: 'Map' })).toBeNull()
})

it('shows how many of its beers the user has tried, and which', async () => {
  const beers = [aBeer({ name: 'Hell' }), aBeer({ name: 'Dunkel' }), aBeer({ name: 'Bock' })]
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 14 }), beers } })
  const had = { ...UNMARKED, beerId: beers[1]?.id ?? 0, triedAt: '2026-03-01T20:00:00.000Z', timesTried: 1 }
  answers(listMarks, { status: 200, body: [had, { ...had, beerId: 99_999 }] })
  openApp('/brewery/14')
  expect(await screen.findByText("You've had 1 of 3")).toBeVisible()
  expect(screen.getByText('had Mar 1, 2026').closest('article')).toHaveTextContent('Dunkel')
})

it('sorts and filters its beers, which the address keeps', async () => {
  const beers = [
    aBeer({ name: 'Dunkel', rating: 90, abv: 5.2, styleFamily: 'Dark Lager' }),
    aBeer({ name: 'Hell', rating: 80, abv: 4.9, styleFamily: 'Pale Lager' }),
    aBeer({ name: 'Bock', rating: 70, abv: 7, styleFamily: 'Dark Lager' }),
    aBeer({ name: 'Altes', rating: 95, abv: 9, styleFamily: 'Pale Lager', status: 'retired' }),
  ]
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 15 }), beers } })
  const { user } = openApp('/brewery/15')
  const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'ABV')
  expect(names()).toEqual(['Bock', 'Dunkel', 'Hell', 'Altes'])
  await user.click(screen.getByRole('button', { name: 'Dark Lager 2' }))
  expect(names()).toEqual(['Bock', 'Dunkel'])
  cleanup()
  openApp(`${location.pathname}${location.search}`)
  expect(await screen.findByRole('button', { name: 'Dark Lager 2' })).toHaveAttribute('aria-pressed', 'true')
  expect(names()).toEqual(['Bock', 'Dunkel'])
})

it('stays as it is while its beers are sorted and filtered', async () => {
  const beers = [aBeer({ name: 'Hell', styleFamily: 'Pale Lager' }), aBeer({ name: 'Bock', styleFamily: 'Dark Lager' })]
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 17 }), beers } })
  const asked = requestsTo(getBrewery)
  const { user } = openApp('/brewery/17')
  const family = await screen.findByRole('button', { name: 'Dark Lager 1' })
  await user.click(family)
  expect(screen.getByRole('button', { name: 'Dark Lager 1', pressed: true })).toBe(family)
  expect(family).toHaveFocus()
  expect(asked).toHaveLength(1)
})

it('offers its styles, those it brews most of first, with their numbers', async () => {
  const families = ['IPA', 'Stout', 'IPA', 'Bock', 'Stout', 'IPA', null]
  const beers = families.map((styleFamily, place) => aBeer({ name: `Beer ${place}`, styleFamily }))
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 16 }), beers } })
  openApp('/brewery/16')
  const styles = within(await screen.findByRole('group', { name: 'Style' })).getAllByRole('button')
  expect(styles.map(({ textContent }) => textContent)).toEqual(['IPA 3', 'Stout 2', 'Bock 1'])
})

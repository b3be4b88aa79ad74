import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addFavorite, listFavorites, listMarks, listWants, removeFavorite } from '#contracts'
import { spec } from '#testing/spec.ts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const orval = aFavorite({ beer: aBeer({ name: 'Orval', rating: 94 }) })
const hell = aFavorite({ beer: aBeer({ name: 'Hell', rating: 85.5 }) })

it('counts the favorites and their average rating', async () => {
  answers(listFavorites, { status: 200, body: [orval, hell] })
  openApp('/favorites')
  expect(await screen.findByText('89.8')).toBeVisible()
  expect(screen.getByText('Favorite Beers').nextSibling).toHaveTextContent('2')
})

it('shows an empty state', spec('2.9.3', '2.9.6'), async () => {
  openApp('/favorites')
  expect(await screen.findByText('No favorites yet')).toBeVisible()
  expect(screen.getByText('0.0')).toBeVisible()
})

it(
  'removes a favorite before the server has answered',
  spec('2.9.5', '4.11.2', '4.11.3', '7.2.30', '8.3.3'),
  async () => {
    const gate = new EventTarget()
    const held = new Promise((resolve) => gate.addEventListener('open', resolve))
    let list = [orval, hell]
    answers(listFavorites, () => ({ status: 200 as const, body: list }))
    answers(removeFavorite, async () => {
      await held
      list = [hell]
      return { status: 204 as const, body: null }
    })
    const removals = requestsTo(removeFavorite)
    const { user } = openApp('/favorites')
    await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull())
    gate.dispatchEvent(new Event('open'))
    expect(await screen.findByText('Removed from favorites')).toBeVisible()
    expect(removals.map(({ url }) => new URL(url).pathname)).toEqual([`/api/favorites/${orval.beerId}`])
  },
)

it('undoes a removal', async () => {
  let list = [orval, hell]
  answers(listFavorites, () => ({ status: 200 as const, body: list }))
  answers(removeFavorite, () => {
    list = [hell]
    return { status: 204 as const, body: null }
  })
  answers(addFavorite, async ({ request }) => {
    // It returns to its place in the list.
    expect(await request.json()).toEqual({ beerId: orval.beerId, favoritedAt: orval.favoritedAt })
    list = [orval, hell]
    return { status: 201 as const, body: orval }
  })
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
  expect(await screen.findByText('Added to favorites')).toBeVisible()
})

it('keeps the favorite when the server refuses the removal, and reports it', spec('4.11.5', '8.1.4'), async () => {
  answers(listFavorites, { status: 200, body: [orval, hell] })
  refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from favorites' }))
  expect(await screen.findByText(/Failed to remove from favorites/)).toHaveTextContent('The kitchen is busy')
  expect(screen.getByRole('link', { name: 'Orval' })).toBeVisible()
})

it('shows why the list failed to load, and retries on demand', spec('8.1.6'), async () => {
  refuses(listFavorites, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/favorites')
  expect(await screen.findByRole('heading', { name: 'Failed to fetch favorites' })).toBeVisible()
  answers(listFavorites, { status: 200, body: [orval] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
})

describe('several favorites', () => {
  const named = (name: string, rating: number, favoritedAt: string, style: string | null = null) =>
    aFavorite({ beer: aBeer({ name, rating, style }), favoritedAt })
  const list = [
    named('Žatec', 70, '2026-03-03T12:00:00.000Z', 'Pilsner'),
    named('Aecht', 90, '2026-03-02T12:00:00.000Z', 'Rauchbier'),
    named('Orval', 80, '2026-03-01T12:00:00.000Z'),
  ]
  const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  const sort = () => screen.findByRole('combobox', { name: 'Sort' })

  it('are sorted by date, rating or name, which the address keeps', async () => {
    answers(listFavorites, { status: 200, body: list })
    const { user } = openApp('/favorites')
    await sort()
    expect(names()).toEqual(['Žatec', 'Aecht', 'Orval'])
    await user.selectOptions(await sort(), 'Rating')
    expect(names()).toEqual(['Aecht', 'Orval', 'Žatec'])
    await user.selectOptions(await sort(), 'Name')
    expect(names()).toEqual(['Aecht', 'Orval', 'Žatec'])
    cleanup()
    openApp(`${location.pathname}${location.search}`)
    expect(await sort()).toHaveDisplayValue('Name')
    expect(screen.queryByRole('option', { name: 'For you' })).toBeNull()
  })

  it('are searched by name, brewery and style without accents, which the address keeps', async () => {
    answers(listFavorites, { status: 200, body: list })
    const { user } = openApp('/favorites')
    await user.type(await screen.findByRole('searchbox', { name: 'Search your favorites...' }), 'zatec pils')
    expect(names()).toEqual(['Žatec'])
    await waitFor(() => expect(location.search).toBe('?q=zatec+pils'))
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No beers match')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all favorites' }))
    expect(names()).toEqual(['Žatec', 'Aecht', 'Orval'])
  })

  it('have the own rating of the user beside what others think', async () => {
    answers(listFavorites, { status: 200, body: list })
    const [rated] = list
    if (!rated) return expect.fail('no favorite')
    answers(listMarks, { status: 200, body: [{ ...UNMARKED, beerId: rated.beerId, ownRating: 91.5 }] })
    openApp('/favorites')
    expect((await screen.findByText('your rating 91.5')).closest('article')).toHaveTextContent('Žatec')
    expect(screen.getAllByText(/^your rating/)).toHaveLength(1)
  })
})

it('finds a beer to try by its name, brewery or style', async () => {
  const wants = [
    aBeer({ name: 'Orval', brewery: 'Brasserie d’Orval' }),
    aBeer({ name: 'Altbier', brewery: 'Füchschen', style: 'Altbier' }),
  ]
  const wantedAt = '2026-03-01T20:00:00.000Z'
  answers(listWants, { status: 200, body: wants.map((beer) => ({ beerId: beer.id, beer, wantedAt })) })
  const { user } = openApp('/favorites?show=wants')
  const field = await screen.findByRole('searchbox', { name: 'Search your list to try...' })
  await user.type(field, 'fuchs')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Altbier' })).toBeVisible()
  await user.type(field, 'x')
  expect(await screen.findByText('No beers match')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show the whole list' }))
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
})

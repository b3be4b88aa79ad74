import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  addFavorite,
  clearSearches,
  type Favorite,
  listFavorites,
  listScans,
  listSearches,
  removeFavorite,
  removeSearch,
  type SearchEntry,
  search,
  UNDO_MS,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aScan, aSearchEntry, aSightedBeer } from '#web/testing/builders.ts'
import { answers, hangs, refuses, requestsTo } from '#web/testing/network.ts'

const box = () => screen.findByRole('searchbox', { name: 'Search by beer name or brewery...' })

function scannedAndSaved() {
  const beer = aSightedBeer({ name: 'Proper Job' })
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
}
const filled = () => screen.findByRole('button', { name: 'Remove Proper Job from favorites' })
const hollow = () => screen.findByRole('button', { name: 'Add Proper Job to favorites' })

it('goes back to the scan home', spec('2.6.1'), async () => {
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Back to the camera' }))
  await expect.poll(() => location.pathname).toBe('/')
})

it('asks about a scan that was not settled, and offers no heart for it', async () => {
  const beer = aSightedBeer({ name: 'Proper Job', outcome: 'ask', confidence: 51 })
  const scan = aScan({ beer, beerId: beer.id })
  answers(listScans, { status: 200, body: [scan] })
  openApp('/search')
  expect(await screen.findByRole('link', { name: 'Proper Job' })).toHaveAttribute('href', `/scan/${scan.id}`)
  expect(screen.getByText('Not sure: which one is it?')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Proper Job/ })).toBeNull()
})

it('shows at most three recent searches', spec('2.6.6', '9.1.9'), async () => {
  const entries = ['orval', 'saison', 'tripel', 'stout'].map((query) => aSearchEntry({ query }))
  answers(listSearches, { status: 200, body: entries })
  openApp('/search')
  const section = (await screen.findByRole('heading', { name: 'Recent Searches' })).closest('section')
  if (!section) throw new Error('the searches have no section')
  const names = within(section)
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((text) => text !== '' && text !== 'Clear searches')
  expect(names).toEqual([
    expect.stringMatching(/^orval/),
    expect.stringMatching(/^saison/),
    expect.stringMatching(/^tripel/),
  ])
})

it('gives no exact number of results where the search may have found more', async () => {
  const entry = (query: string, resultCount: number) => aSearchEntry({ query, resultCount })
  answers(listSearches, { status: 200, body: [entry('kriek', 0), entry('orval', 49), entry('stout', 57)] })
  openApp('/search')
  expect(await screen.findByRole('button', { name: 'kriek 0 results' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'orval 49 results' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'stout 50+ results' })).toBeVisible()
})

it('gives no number of results for an imported search whose number is unknown', async () => {
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'orval', resultCount: null })] })
  openApp('/search')
  expect(await screen.findByRole('button', { name: 'orval' })).toBeVisible()
})

it('clears all searches, with undo', async () => {
  answers(listSearches, { status: 200, body: ['orval', 'saison'].map((query) => aSearchEntry({ query })) })
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Clear searches' }))
  expect(screen.queryByRole('heading', { name: 'Recent Searches' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'Recent Searches' })).toBeVisible()
})

describe('cleared searches', () => {
  const entries = ['orval', 'saison'].map((query) => aSearchEntry({ query }))

  /** Clears them; the server then has these, and the undo period passes. */
  async function clear(then: SearchEntry[]) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let stored = entries
    answers(listSearches, () => ({ status: 200 as const, body: stored }))
    answers(clearSearches, { status: 204, body: null })
    answers(removeSearch, { status: 204, body: null })
    const [cleared, removed] = [requestsTo(clearSearches), requestsTo(removeSearch)]
    const { user } = openApp('/search')
    await user.click(await screen.findByRole('button', { name: 'Clear searches' }))
    stored = then
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 500))
    return { cleared, removed }
  }
  afterEach(() => vi.useRealTimers())

  it('leave one that was made in the undo period', async () => {
    const { cleared, removed } = await clear([aSearchEntry({ query: 'tripel' }), ...entries])
    await waitFor(() => expect(removed).toHaveLength(2))
    const ids = removed.map(({ url }) => Number(url.split('/').at(-1)))
    expect(ids).toEqual(entries.map(({ id }) => id))
    expect(cleared).toHaveLength(0)
  })

  it('are deleted by one request where nothing is new', async () => {
    const { cleared, removed } = await clear(entries)
    await waitFor(() => expect(cleared).toHaveLength(1))
    expect(removed).toHaveLength(0)
  })
})

it('shows the recent searches only after the scans above them', async () => {
  let releaseScans: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    releaseScans = resolve
  })
  answers(listScans, async () => {
    await held
    return { status: 200 as const, body: [aScan()] }
  })
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'saison' })] })
  openApp('/search')
  await screen.findByText('Recent Scans', { selector: '[role=status] *' })
  await expect(screen.findByText('saison', {}, { timeout: 150 })).rejects.toThrow()
  releaseScans?.()
  expect(await screen.findByText('saison')).toBeVisible()
})

it('shows the recent searches even when the scans fail to load', async () => {
  refuses(listScans, 'internal', 'Something went wrong')
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'saison' })] })
  openApp('/search')
  expect(await screen.findByText('saison')).toBeVisible()
})

it('shows name, brewery, style, ABV and rating of each beer', spec('2.6.13'), async () => {
  const beer = aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", style: 'Belgian Pale', abv: 6.2, rating: 93.6 })
  answers(search, { status: 200, body: { breweries: [], beers: [beer] } })
  const { user } = openApp('/search')
  await user.type(await box(), 'orv')
  expect(await screen.findByRole('heading', { name: 'Beers' })).toBeVisible()
  const row = screen.getByRole('link', { name: 'Orval' }).closest('li')
  for (const fact of ["Brasserie d'Orval", 'Belgian Pale', '6.2%', '94']) expect(row).toHaveTextContent(fact)
})

it('links a brewery only when it has a page', spec('2.6.14', '3.1.2'), async () => {
  const beers = [
    aBeer({ brewery: 'Brewery with a page', breweryId: 12 }),
    aBeer({ brewery: 'Brewery without', breweryId: null }),
  ]
  answers(search, { status: 200, body: { breweries: [], beers } })
  const { user } = openApp('/search')
  await user.type(await box(), 'orv')
  expect(await screen.findByRole('link', { name: 'Brewery with a page' })).toHaveAttribute('href', '/brewery/12')
  expect(screen.getByText('Brewery without')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Brewery without' })).toBeNull()
})

it('removes the beer of a recent scan from the favorites at once', spec('2.6.25', '4.11.4'), async () => {
  scannedAndSaved()
  hangs(removeFavorite)
  const removals = requestsTo(removeFavorite)
  const { user } = openApp('/search')
  await user.click(await filled())
  expect(await hollow()).toBeVisible()
  expect(removals).toHaveLength(1)
})

it('restores the heart when the server refuses', spec('4.11.6'), async () => {
  scannedAndSaved()
  refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/search')
  await user.click(await filled())
  expect(await screen.findByText(/Failed to remove from favorites/)).toBeVisible()
  expect(await filled()).toBeVisible()
})

it('offers no heart for a scan with several beers', async () => {
  const beers = [aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
  const group = aScan({ scanType: 'menu', isMenu: 'true', beers, beer: beers[0] ?? null, beerId: beers[0]?.id ?? null })
  answers(listScans, { status: 200, body: [group] })
  openApp('/search')
  expect(await screen.findByRole('link', { name: /Orval/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /favorites/ })).toBeNull()
})

it('saves a found beer with the heart of its row, and says nothing of a beer without style and strength', async () => {
  const beer = aBeer({ name: 'Orval', style: null, abv: null })
  let saved: Favorite[] = []
  answers(search, { status: 200, body: { breweries: [], beers: [beer] } })
  answers(listFavorites, () => ({ status: 200 as const, body: saved }))
  answers(addFavorite, () => {
    const favorite = aFavorite({ beer })
    saved = [favorite]
    return { status: 201 as const, body: favorite }
  })
  const { user } = openApp('/search')
  await user.type(await box(), 'orv')
  const row = (await screen.findByRole('heading', { name: 'Orval' })).closest('article')
  if (!row) return expect.fail('no row')
  expect(row).not.toHaveTextContent('N/A')
  await user.click(within(row).getByRole('button', { name: 'Add Orval to favorites' }))
  expect(await within(row).findByRole('button', { name: 'Remove Orval from favorites' })).toBeVisible()
})

it('keeps the keyboard focus in the searches that are left, and then on the heading', async () => {
  answers(listSearches, { status: 200, body: ['orval', 'saison', 'stout'].map((query) => aSearchEntry({ query })) })
  const { user } = openApp('/search')
  const press = async (name: RegExp) => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    await user.keyboard('{Enter}')
  }
  await press(/^Remove orval from/)
  expect(screen.getByRole('button', { name: /^saison/ })).toHaveFocus()
  await press(/^Clear searches/)
  expect(screen.queryByRole('heading', { name: 'Recent Searches' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('repeats a recent search by keyboard without losing the focus', async () => {
  const entry = aSearchEntry({ query: 'orval' })
  answers(listSearches, { status: 200, body: [entry] })
  hangs(search)
  const { user } = openApp('/search')
  const repeat = await screen.findByRole('button', { name: /^orval/ })
  repeat.focus()
  await user.keyboard('{Enter}')
  expect(await box()).toHaveValue('orval')
  await waitFor(() => expect(repeat).not.toBeInTheDocument())
  expect((await box()).closest('search')).toHaveFocus()
})

it('offers examples to whoever has no searches, and searches for the one that is tapped', async () => {
  answers(listSearches, { status: 200, body: [] })
  answers(search, { status: 200, body: { beers: [aBeer({ name: 'Nor Hop' })], breweries: [] } })
  const asked = requestsTo(search)
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'ipa under 5%' }))
  expect(await box()).toHaveValue('ipa under 5%')
  expect(await screen.findByRole('link', { name: 'Nor Hop' })).toBeVisible()
  expect(new URL(asked[0]?.url ?? '').searchParams.get('q')).toBe('ipa under 5%')
})

it('offers no examples beside recent searches', async () => {
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'orval' })] })
  openApp('/search')
  expect(await screen.findByRole('heading', { name: 'Recent Searches' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Search like this' })).toBeNull()
})

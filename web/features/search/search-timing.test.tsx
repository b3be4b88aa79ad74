import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { listSearches, SEARCH_DEBOUNCE_MS, SEARCH_SETTLED_MS, saveSearch, search } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aSearchEntry } from '#web/testing/builders.ts'
import { answers, hangs, requestsTo } from '#web/testing/network.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
  return () => vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
async function type(text: string) {
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } })
}
const results = () => screen.findByRole('heading', { name: 'Search Results' })

it('sends a search of two characters that are words', async () => {
  const requests = requestsTo(search)
  hangs(search)
  openApp('/search')
  await type('青')
  await pass(2 * SEARCH_DEBOUNCE_MS)
  expect(requests).toHaveLength(0)
  await type('青島')
  await waitFor(() => expect(requests).toHaveLength(1))
})

it('sends no search below three letters', spec('2.6.2', '2.6.3', '5.1', '9.1.5'), async () => {
  const requests = requestsTo(search)
  hangs(search)
  openApp('/search')
  await type('or')
  await pass(2 * SEARCH_DEBOUNCE_MS)
  expect(screen.getByRole('heading', { name: 'Recent Scans' })).toBeVisible()
  await type('orv')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests.map(({ url }) => new URL(url).searchParams.get('q'))).toEqual(['orv'])
})

it('sends a search 300 ms after the last letter, not before', spec('10.1.1'), async () => {
  const requests = requestsTo(search)
  hangs(search)
  openApp('/search')
  await type('orv')
  await pass(200)
  await type('orva')
  await pass(200)
  expect(requests).toHaveLength(0)
  await pass(130)
  await waitFor(() => expect(requests).toHaveLength(1))
})

it('saves a search whose results have been shown for 1.5 s, not before', spec('10.1.2'), async () => {
  const saved = requestsTo(saveSearch)
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  openApp('/search')
  await type('orval')
  await results()
  await pass(1_200)
  expect(saved).toHaveLength(0)
  await pass(400)
  await waitFor(() => expect(saved).toHaveLength(1))
})

it('saves no search of three letters', spec('5.4', '9.1.6'), async () => {
  const saved = requestsTo(saveSearch)
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  openApp('/search')
  await type('orv')
  fireEvent.click(await screen.findByRole('heading', { name: 'Beers' }))
  await pass(2 * SEARCH_SETTLED_MS)
  await type('orva')
  await waitFor(() => expect(saved).not.toHaveLength(0))
  expect(await saved[0]?.clone().json()).toMatchObject({ query: 'orva' })
})

it('saves a search of four letters, but not the newest entry again', spec('5.5', '7.2.38'), async () => {
  const saved = requestsTo(saveSearch)
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'Orval' })] })
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  answers(saveSearch, { status: 201, body: aSearchEntry({ query: 'orvals' }) })
  openApp('/search')
  await screen.findByRole('button', { name: /^Orval/ })
  await type('orval')
  await results()
  await pass(2 * SEARCH_SETTLED_MS)
  await type('orvals')
  await waitFor(() => expect(saved).not.toHaveLength(0))
  expect(await saved[0]?.clone().json()).toEqual({ query: 'orvals', resultCount: 1 })
})

it('saves as many results as the summary says', async () => {
  const saved = requestsTo(saveSearch)
  answers(search, { status: 200, body: { breweries: [aBrewery(), aBrewery()], beers: [aBeer()] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  openApp('/search')
  await type('orval')
  await results()
  await pass(2 * SEARCH_SETTLED_MS)
  await waitFor(() => expect(saved).not.toHaveLength(0))
  expect(await saved[0]?.clone().json()).toEqual({ query: 'orval', resultCount: 1 })
})

it('mentions discovery from four letters on', spec('2.6.19'), async () => {
  hangs(search)
  openApp('/search')
  await type('orv')
  expect((await screen.findAllByText('Searching database...'))[0]).toBeVisible()
  await type('orva')
  expect((await screen.findAllByText('Discovering new beers...'))[0]).toBeVisible()
})

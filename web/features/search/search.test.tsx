import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  type Beer,
  getBeer,
  listFavorites,
  listScans,
  listSearches,
  removeSearch,
  SEARCH_BEERS_MAX,
  SEARCH_QUERY_MAX_LENGTH,
  saveSearch,
  search,
  similarBeers,
  UNDO_MS,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aFavorite, aMenuScan, aScan, aSearchEntry, aSightedBeer } from '#web/testing/builders.ts'
import { answers, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'

const box = () => screen.findByRole('searchbox', { name: 'Search by beer name or brewery...' })

it('sends one request for text typed in one go, trimmed', spec('2.6.8'), async () => {
  const requests = requestsTo(search)
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  const { user } = openApp('/search')
  await user.type(await box(), '  orval ')
  await screen.findByRole('heading', { name: 'Search Results' })
  expect(requests.map(({ url }) => new URL(url).searchParams.get('q'))).toEqual(['orval'])
})

it('cuts pasted text to the length that a search may have', async () => {
  const requests = requestsTo(search)
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  const { user } = openApp('/search')
  await user.click(await box())
  await user.paste('orval '.repeat(50))
  await screen.findByRole('heading', { name: 'Search Results' })
  expect(requests.map(({ url }) => new URL(url).searchParams.get('q')?.length)).toEqual([SEARCH_QUERY_MAX_LENGTH])
})

it.each([
  ['fr', '2 bières trouvées pour « orval », note attendue 74-78'],
  ['cs', 'Nalezena 2 piva pro „orval“, očekávané hodnocení 74-78'],
  ['ja', '「orval」に一致するビール：2種類、予想 74-78'],
])('sums up several beers in good %s', async (language, summary) => {
  await loadLanguage(language as 'fr')
  try {
    const beers = [74, 78].map((rating) => aBeer({ rating, ratingOrigin: 'expected' }))
    answers(search, { status: 200, body: { breweries: [], beers } })
    openApp('/search?q=orval')
    expect((await screen.findAllByText(summary)).length).toBeGreaterThan(0)
  } finally {
    await loadLanguage('en')
  }
})

it(
  'shows the summary, three breweries at most, and the beers with their breweries',
  spec('2.6.9', '2.6.10', '2.6.11', '2.6.12', '9.1.7'),
  async () => {
    const beers = [
      aBeer({ name: 'Orval', rating: 94, breweryId: 12, brewery: "Brasserie d'Orval" }),
      aBeer({ rating: 81, breweryId: null }),
    ]
    const breweries = [1, 2, 3, 4].map((n) => aBrewery({ name: `House ${n}` }))
    answers(search, { status: 200, body: { breweries, beers } })
    const { user } = openApp('/search')
    await user.type(await box(), 'orval')
    expect(await screen.findByText(/Found 2 beers matching "orval"/, { selector: '[role=status]' })).toHaveTextContent(
      'rated 81-94',
    )
    expect(screen.getAllByText(/^House/)).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'House 1' })).toHaveAttribute('href', `/brewery/${breweries[0]?.id}`)
    expect(screen.getByRole('link', { name: 'Orval' })).toHaveAttribute('href', `/results?beer=${beers[0]?.id}`)
    expect(screen.getByRole('link', { name: "Brasserie d'Orval" })).toHaveAttribute('href', '/brewery/12')
  },
)

it.each([
  [['expected', 'expected'], 'expected 70-80'],
  [['expected', 'style'], 'expected 70'],
  [['expected'], 'expected 70'],
  [['community', 'community', 'style'], 'rated 70-80'],
  [['community', 'expected'], 'rated or expected 70-80'],
])('says of ratings by %s that they are %s', async (origins, range) => {
  const beers = origins.map((ratingOrigin, nth) => aBeer({ rating: 70 + 10 * nth, ratingOrigin }))
  answers(search, { status: 200, body: { breweries: [], beers } })
  const { user } = openApp('/search')
  await user.type(await box(), 'orval')
  expect(await screen.findByText(/Found \d beers? matching "orval"/, { selector: '[role=status]' })).toHaveTextContent(
    new RegExp(`, ${range}$`),
  )
})

it.each([
  [SEARCH_BEERS_MAX - 1, 'Found 49 beers matching "orval"'],
  [SEARCH_BEERS_MAX, 'Found 50 beers matching "orval" (the closest)'],
])('counts %i beers as %s', async (count, text) => {
  const beers = Array.from({ length: count }, () => aBeer({ rating: 0 }))
  answers(search, { status: 200, body: { breweries: [], beers } })
  const { user } = openApp('/search')
  await user.type(await box(), 'orval')
  expect(await screen.findByText(text, { selector: '[role=status]' })).toBeInTheDocument()
})

it('says nothing of ratings where only the styles are known', async () => {
  const beers = [aBeer({ rating: 70, ratingOrigin: 'style' }), aBeer({ rating: 80, ratingOrigin: 'style' })]
  answers(search, { status: 200, body: { breweries: [], beers } })
  const { user } = openApp('/search')
  await user.type(await box(), 'orval')
  expect(await screen.findByText(/^Found/, { selector: '[role=status]' })).toHaveTextContent(
    /^Found 2 beers matching "orval"$/,
  )
})

it('saves the search when a result is opened, and returns to it', spec('2.6.15', '2.7.1'), async () => {
  const beer = aBeer({ name: 'Orval' })
  const saved = requestsTo(saveSearch)
  answers(search, { status: 200, body: { breweries: [], beers: [beer] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  const { user } = openApp('/search')
  await user.type(await box(), 'orval')
  await user.click(await screen.findByText('Orval'))
  expect(await screen.findByRole('heading', { name: 'Orval' })).toBeVisible()
  expect(saved).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await box()).toBeVisible()
})

it('reports no results and a failed search', spec('2.6.16', '2.6.17', '5.1', '9.1.5'), async () => {
  answers(search, { status: 200, body: { breweries: [], beers: [] } })
  const { user } = openApp('/search')
  await user.type(await box(), 'qqq')
  expect(await screen.findByRole('heading', { name: 'No results found for "qqq"' })).toBeVisible()
  refuses(search, 'unavailable', 'The kitchen is busy')
  await user.type(await box(), 'q')
  expect(await screen.findByText('Search failed. Please try again.')).toBeVisible()
})

it('announces the search and its end, with or without results, in one place', async () => {
  let found: Beer[] = []
  const releases: (() => void)[] = []
  const answerNext = async () => {
    await waitFor(() => expect(releases).toHaveLength(1))
    releases.pop()?.()
  }
  answers(search, async () => {
    await new Promise<void>((resolve) => {
      releases.push(resolve)
    })
    return { status: 200 as const, body: { breweries: [], beers: found } }
  })
  const { user } = openApp('/search')
  await user.type(await box(), 'qqq')
  const status = await screen.findByText('Searching database...', { selector: '[role=status], [role=status] *' })
  await answerNext()
  await waitFor(() => expect(status).toHaveTextContent('No results found for "qqq"'))
  found = [aBeer({ rating: 0 })]
  await user.type(await box(), 'q')
  await waitFor(() => expect(status).toHaveTextContent('Discovering new beers...'))
  await answerNext()
  await waitFor(() => expect(status).toHaveTextContent('Found 1 beer matching "qqqq"'))
})

it('says once that there is no connection', async () => {
  cutsOff(search)
  const { user } = openApp('/search')
  await user.type(await box(), 'orval')
  expect(await screen.findByText('Search failed. Please try again.')).toBeVisible()
  expect(screen.getByText('No connection to the server. Check your network and try again.')).toBeVisible()
})

it(
  'shows that it searches, and from four letters on discovery with the elapsed time',
  spec('2.6.18', '2.6.20', '2.6.21', '5.3'),
  async () => {
    hangs(search)
    const { user } = openApp('/search')
    await user.type(await box(), 'orv')
    expect(await screen.findByText('Searching database...', { selector: 'p:not([role])' })).toBeVisible()
    await user.type(await box(), 'al')
    expect(await screen.findByText('Discovering new beers...', { selector: 'p:not([role])' })).toBeVisible()
    expect(screen.getByText(/AI search may take 5-10 seconds/)).toBeVisible()
    expect(await screen.findByText('1 s')).toBeVisible()
  },
)

it(
  'shows three recent scans, all on demand, each linking to the page of its kind',
  spec('2.6.4', '2.6.5', '2.6.22', '2.6.23', '2.6.24', '9.1.8'),
  async () => {
    const beer = aSightedBeer({ name: 'Proper Job' })
    const scans = [
      aScan({ status: 'processing' }),
      aMenuScan([aSightedBeer({ name: 'Hell' })]),
      aScan({ beer, beerId: beer.id }),
      aScan({ scanType: 'multiple_beers', beers: [aSightedBeer({ name: 'Kriek' })] }),
    ]
    answers(listScans, { status: 200, body: scans })
    const { user } = openApp('/search')
    expect(await screen.findByRole('link', { name: 'Proper Job' })).toHaveAttribute('href', `/results?beer=${beer.id}`)
    expect(screen.getByRole('link', { name: 'Hell' })).toHaveAttribute('href', `/menu/${scans[1]?.id}`)
    expect(screen.getByRole('link', { name: 'Processing…' })).toHaveAttribute('href', `/scan/${scans[0]?.id}`)
    expect(screen.queryByRole('link', { name: 'Kriek' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'See More (1 more)' }))
    expect(screen.getByRole('link', { name: 'Kriek' })).toHaveAttribute('href', `/scan/${scans[3]?.id}`)
    await user.click(screen.getByRole('button', { name: 'Show Less' }))
    expect(screen.queryByRole('link', { name: 'Kriek' })).toBeNull()
  },
)

it('refills the box with a recent search', spec('2.6.7'), async () => {
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'saison' })] })
  answers(search, { status: 200, body: { breweries: [], beers: [] } })
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: /^saison/ }))
  expect(await box()).toHaveValue('saison')
})

it('has a heart on a recent scan that removes its beer from the favorites', async () => {
  const beer = aSightedBeer({ name: 'Proper Job' })
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  openApp('/search')
  const row = (await screen.findByRole('link', { name: 'Proper Job' })).closest('li')
  if (!row) throw new Error('the scan has no row')
  expect(await within(row).findByRole('button', { name: 'Remove Proper Job from favorites' })).toBeVisible()
})

it('removes a recent search unless that is undone', async () => {
  let entries = [aSearchEntry({ query: 'orval' }), aSearchEntry({ query: 'tripel' })]
  answers(listSearches, () => ({ status: 200 as const, body: entries }))
  answers(removeSearch, ({ params }) => {
    entries = entries.filter(({ id }) => id !== Number(params.id))
    return { status: 204 as const, body: null }
  })
  const removals = requestsTo(removeSearch)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = openApp('/search')
  const entry = () => screen.queryByRole('button', { name: /^orval/ })
  await user.click(await screen.findByRole('button', { name: 'Remove orval from recent searches' }))
  expect(entry()).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(entry()).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2 * UNDO_MS))
  expect(removals).toHaveLength(0)

  await user.click(screen.getByRole('button', { name: 'Remove orval from recent searches' }))
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
  await waitFor(() => expect(removals).toHaveLength(1))
  expect(entry()).toBeNull()
  expect(screen.getByRole('button', { name: /^tripel/ })).toBeVisible()
  vi.useRealTimers()
})

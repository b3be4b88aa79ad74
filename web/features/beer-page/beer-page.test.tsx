import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  addFavorite,
  correctScan,
  getBeer,
  getBrewery,
  getTaste,
  listFavorites,
  listTasteSuggestions,
  searchBeers,
  similarBeers,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aFavorite, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, answersLater, refuses, requestsTo } from '#web/testing/network.ts'

function serve(beer = aBeer(), similar = [aBeer()]) {
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: similar })
  return beer
}

it("shows the facts, 'N/A' for unknown ones, and the basis of the rating", spec('2.1.4', '2.7.4'), async () => {
  const beer = serve(
    aBeer({ name: 'Orval', ibu: null, abv: 6.2, rating: 93.6, ratingOrigin: 'community', ratingCount: 214 }),
  )
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(screen.getByText('94')).toBeVisible()
  expect(screen.getByText('6.2%')).toBeVisible()
  expect(screen.getByText('N/A')).toBeVisible()
  expect(screen.getByText('Rating 93.6, based on 214 ratings')).toBeVisible()
})

it('shows a pending rating as pouring, and cannot save yet', spec('5.15'), async () => {
  const beer = serve(aBeer({ rating: 0, ratingOrigin: null }))
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByText('pouring…')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save Beer' })).toBeDisabled()
})

it('suggests beers near its style once a taste is known, each with the reason', async () => {
  const beer = serve(aBeer({ style: 'Saison' }))
  const asked = requestsTo(listTasteSuggestions)
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByRole('heading', { name: 'Similar Beers' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'You might also like' })).toBeNull()
  expect(asked).toHaveLength(0)
  cleanup()

  const effects = [{ trait: 'style', value: 'Saison', points: 4, opinions: 5 }]
  answers(getTaste, { status: 200, body: { isOn: true, rated: 5, answered: 0, effects } })
  answers(listTasteSuggestions, { status: 200, body: [aBeer({ name: 'Dupont', style: 'Saison' })] })
  openApp(`/results?beer=${beer.id}`)
  const suggested = await screen.findByRole('region', { name: 'You might also like' })
  expect(within(suggested).getByRole('link', { name: 'Dupont' })).toBeVisible()
  expect(within(suggested).getByText('you like Saison')).toBeVisible()
  expect(new URL(asked[0]?.url ?? '').searchParams.get('near')).toBe(String(beer.id))
})

it('says that a beer is new to us', async () => {
  const beer = serve(aBeer({ listed: false, brewery: null, breweryId: null }))
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByText('new to us')).toBeVisible()
  expect(screen.getByText('Brewery unknown')).toBeVisible()
})

it('redirects from an unlisted beer to the listed one', async () => {
  const listed = aBeer({ id: 78, name: 'Kellergold' })
  serve(listed)
  openApp('/results?beer=77')
  const length = window.history.length
  expect(await screen.findByRole('heading', { name: 'Kellergold', level: 1 })).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?beer=78'))
  expect(window.history.length).toBe(length)
})

it('saves the beer', spec('8.3.4'), async () => {
  const beer = serve()
  let saved = false
  answers(listFavorites, () => ({ status: 200 as const, body: saved ? [aFavorite({ beer })] : [] }))
  answers(addFavorite, () => {
    saved = true
    return { status: 201 as const, body: aFavorite({ beer }) }
  })
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Save Beer' }))
  expect(await screen.findByText('Beer Saved!')).toBeVisible()
  expect(screen.getByText('Beer added to your collection')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Remove' })).toBeVisible()
})

it('rolls back a failed save and says why', spec('8.1.7'), async () => {
  const beer = serve()
  refuses(addFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Save Beer' }))
  expect(await screen.findByText(/Failed to save beer. The kitchen is busy/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Save Beer' })).toBeEnabled()
})

it('opens a similar beer', spec('2.7.8'), async () => {
  const [one, other] = [aBeer({ name: 'Orval' }), aBeer({ name: 'Rochefort' })]
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: Number(params.id) === one.id ? one : other }))
  answers(similarBeers, ({ params }) => ({ status: 200 as const, body: Number(params.id) === one.id ? [other] : [] }))
  const { user } = openApp(`/results?beer=${one.id}`)
  await user.click(await screen.findByRole('link', { name: 'Rochefort' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort', level: 1 })).toBeVisible()
  expect(await screen.findByText("We don't know any similar beers yet.")).toBeVisible()
})

it('finds stores without sending anything automatically', spec('2.7.5'), async () => {
  const beer = serve(aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", breweryId: 4 }))
  answers(getBrewery, {
    status: 200,
    body: { brewery: aBrewery({ id: 4, website: 'https://www.orval.be/en' }), beers: [] },
  })
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Find Stores' }))
  expect(await screen.findByRole('dialog', { name: 'Find Stores' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'www.orval.be' })).toHaveAttribute('href', 'https://www.orval.be/en')
  expect(screen.getByRole('link', { name: 'Search the web for it' })).toHaveAttribute(
    'href',
    expect.stringContaining('Orval'),
  )
})

it.each([
  ['en', 'Find Stores', 'Search the web for it', "buy Brasserie d'Orval Orval beer"],
  ['de', 'Läden finden', 'Im Web danach suchen', "Brasserie d'Orval Orval Bier kaufen"],
] as const)('searches the web in the language of the app: %s', async (code, stores, webSearch, words) => {
  const beer = serve(aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", breweryId: null }))
  await loadLanguage(code)
  try {
    const { user } = openApp(`/results?beer=${beer.id}`)
    await user.click(await screen.findByRole('button', { name: stores }))
    const address = (await screen.findByRole('link', { name: webSearch })).getAttribute('href')
    expect(new URL(address ?? '').searchParams.get('q')).toBe(words)
  } finally {
    await loadLanguage('en')
  }
})

it('asks for the position when the user looks for stores nearby, not before, and opens no tab until it has it', async () => {
  const beer = serve(aBeer({ name: 'Orval', breweryId: null }))
  let find: () => void = () => undefined
  const getCurrentPosition = vi.fn((found: (position: unknown) => void) => {
    find = () => found({ coords: { latitude: 51.0543, longitude: 3.7174 } })
  })
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
  const tab = { opener: window }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Find Stores' }))
  const nearby = await screen.findByRole('button', { name: 'Craft beer near me' })
  expect(getCurrentPosition).not.toHaveBeenCalled()
  await user.click(nearby)
  expect(nearby).toHaveTextContent('Finding where you are…')
  expect(open).not.toHaveBeenCalled()
  find()
  await waitFor(() => expect(open).toHaveBeenCalledWith(expect.stringMatching(/craft%20beer.*51\.054/), '_blank'))
  expect(tab.opener).toBeNull()
})

it('looks for stores wherever the map is if the user refuses the position, and says so', async () => {
  const beer = serve(aBeer({ name: 'Orval', breweryId: null }))
  const getCurrentPosition = (_found: unknown, refused: (error: object) => void) => refused({ code: 1 })
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
  const open = vi.spyOn(window, 'open').mockReturnValue({} as Window)
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Find Stores' }))
  await user.click(await screen.findByRole('button', { name: 'Craft beer near me' }))
  expect(await screen.findByText("Couldn't get your location")).toBeVisible()
  expect(open).toHaveBeenCalledWith(expect.stringMatching(/craft%20beer$/), '_blank')
})

it('moves no row of the stores sheet when the website of the brewery arrives', async () => {
  const beer = serve(aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", breweryId: 4 }))
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answers(getBrewery, async () => {
    await arrived
    return {
      status: 200 as const,
      body: { brewery: aBrewery({ id: 4, website: 'https://www.orval.be/en' }), beers: [] },
    }
  })
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Find Stores' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Find Stores' }))
  expect(sheet.getByRole('link', { name: "More about Brasserie d'Orval" })).toBeVisible()
  const before = sheet.getAllByRole('listitem').length
  arrive()
  expect(await sheet.findByRole('link', { name: 'www.orval.be' })).toBeVisible()
  expect(sheet.getAllByRole('listitem')).toHaveLength(before)
})

describe('not this beer', () => {
  const [orval, petit, hell] = [
    aBeer({ name: 'Orval' }),
    aBeer({ name: 'Petit Orval' }),
    aBeer({ name: 'Augustiner Hell' }),
  ]
  const scan = aScan({ beer: aSightedBeer(orval) })

  async function openScanned(alternatives = [{ beer: petit, confidence: 41 }]) {
    answers(getBeer, ({ params }) => ({
      status: 200 as const,
      body: [orval, petit, hell].find(({ id }) => id === Number(params.id)) ?? orval,
    }))
    answers(similarBeers, { status: 200, body: [] })
    answers(correctScan, async ({ request }) => {
      const { beerId } = (await request.json()) as { beerId: number }
      const right = [orval, petit, hell].find(({ id }) => id === beerId) ?? orval
      const beer = { ...aSightedBeer(right), confidence: null }
      return { status: 200 as const, body: { ...scan, beer, beerId, alternatives: [{ beer: orval, confidence: 66 }] } }
    })
    handoff.leaveBeer({ beer: orval, scanId: scan.id, confidence: 66, alternatives, readText: [] })
    const { user } = openApp(`/results?beer=${orval.id}`)
    expect(await screen.findByText('66% match')).toBeVisible()
    const facts = within(screen.getByRole('list', { name: 'At a glance' })).getAllByRole('listitem')
    expect(facts.slice(-2).map((fact) => fact.textContent)).toEqual(['66% match', 'Not this beer?'])
    await user.click(screen.getByRole('button', { name: 'Not this beer?' }))
    return user
  }

  it('offers the closest matches, and corrects the scan', async () => {
    const corrections = requestsTo(correctScan)
    const user = await openScanned()
    await user.click(await screen.findByRole('button', { name: 'Petit Orval' }))
    expect(await screen.findByText('Your history now says Petit Orval.')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Petit Orval', level: 1 })).toBeVisible()
    expect(location.search).toBe(`?beer=${petit.id}`)
    expect(new URL(corrections[0]?.url ?? '').pathname).toBe(`/api/scans/${scan.id}`)
    expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: orval.id, beerId: petit.id })
    await user.click(screen.getByRole('button', { name: 'Not this beer?' }))
    expect(await screen.findByRole('button', { name: 'Orval' })).toBeVisible()
  })

  it('takes a correction back at once', async () => {
    const corrections = requestsTo(correctScan)
    const user = await openScanned()
    await user.click(await screen.findByRole('button', { name: 'Petit Orval' }))
    expect(await screen.findByRole('heading', { name: 'Petit Orval', level: 1 })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
    expect(await screen.findByText('66% match')).toBeVisible()
    expect(location.search).toBe(`?beer=${orval.id}`)
    expect(await corrections[1]?.clone().json()).toEqual({ item: 0, shownBeerId: petit.id, beerId: orval.id })
  })

  it('finds the beer in the catalogue when nothing else matched', async () => {
    const user = await openScanned([])
    answers(searchBeers, ({ url }) => ({
      status: 200 as const,
      body: url.searchParams.get('q') === 'augus' ? [hell, orval] : [],
    }))
    expect(screen.getByText(/Nothing else came close/)).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Search all beers...' }), 'augus')
    await user.click(await screen.findByRole('button', { name: 'Augustiner Hell' }))
    expect(await screen.findByRole('heading', { name: 'Augustiner Hell', level: 1 })).toBeVisible()
  })

  it('keeps what was found while more is typed, so that a tap meets the beer it was meant for', async () => {
    const user = await openScanned([])
    answers(searchBeers, { status: 200, body: [hell] })
    const box = screen.getByRole('searchbox', { name: 'Search all beers...' })
    await user.type(box, 'augu')
    const found = await screen.findByRole('button', { name: 'Augustiner Hell' })
    const release = answersLater(searchBeers, { status: 200, body: [hell] })
    const asked = requestsTo(searchBeers)
    await user.type(box, 's')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(found).toBeVisible()
    release()
    await user.click(found)
    expect(await screen.findByRole('heading', { name: 'Augustiner Hell', level: 1 })).toBeVisible()
  })

  it('takes another name for a beer that the catalogue does not have', async () => {
    const corrections = requestsTo(correctScan)
    const own = aBeer({ name: 'Orvol', brewery: 'Abbaye', breweryId: null, listed: false })
    const renamed = { ...own, id: own.id + 1, name: 'Orval Vert' }
    answers(getBeer, ({ url }) => ({ status: 200 as const, body: url.pathname.endsWith(`/${own.id}`) ? own : renamed }))
    answers(similarBeers, { status: 200, body: [] })
    const beer = { ...aSightedBeer(renamed), confidence: null }
    answers(correctScan, { status: 200, body: { ...scan, beer, beerId: renamed.id, alternatives: [] } })
    handoff.leaveBeer({ beer: own, scanId: scan.id, confidence: null, alternatives: [], readText: [] })
    const { user } = openApp(`/results?beer=${own.id}`)
    await user.click(await screen.findByRole('button', { name: 'Not this beer?' }))
    const name = await screen.findByLabelText('Name on the label')
    expect(name).toHaveValue('Orvol')
    await user.clear(name)
    await user.type(name, 'Orval Vert')
    await user.click(screen.getByRole('button', { name: 'Save it as a new beer' }))
    expect(await screen.findByRole('heading', { name: 'Orval Vert', level: 1 })).toBeVisible()
    const unlisted = { name: 'Orval Vert', brewery: 'Abbaye' }
    expect(await corrections[0]?.clone().json()).toEqual({ item: 0, shownBeerId: own.id, unlisted })
  })

  it('says why a correction failed, and keeps the beer', async () => {
    const user = await openScanned()
    refuses(correctScan, 'unavailable', 'The kitchen is busy')
    await user.click(await screen.findByRole('button', { name: 'Petit Orval' }))
    expect(await screen.findByText("Couldn't correct the scan. The kitchen is busy")).toBeVisible()
    expect(location.search).toBe(`?beer=${orval.id}`)
  })

  it('is not offered for a beer without a photo', async () => {
    const beer = serve()
    openApp(`/results?beer=${beer.id}`)
    expect(await screen.findByRole('heading', { name: beer.name, level: 1 })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Not this beer?' })).toBeNull()
  })
})

it('says when there is no such beer', async () => {
  refuses(getBeer, 'not_found', 'No such beer')
  refuses(similarBeers, 'not_found', 'No such beer')
  openApp('/results?beer=99')
  expect(await screen.findByRole('heading', { name: 'Beer Not Found', level: 1 })).toBeVisible()
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link')).toHaveAttribute('href', '/search')
})

it('leads home when no beer is named and nothing was captured', spec('2.7.10'), async () => {
  openApp('/results')
  await waitFor(() => expect(location.pathname).toBe('/'))
})

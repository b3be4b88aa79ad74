import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addFavorite, getBeer, getBrewery, listFavorites, similarBeers } from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aFavorite } from '#web/testing/builders.ts'
import { answers, refuses } from '#web/testing/network.ts'

function serve(beer = aBeer(), similar = [aBeer()]) {
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: similar })
  return beer
}

it("shows what is known, 'N/A' for what is not, and what the rating rests on", async () => {
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

it('shows a rating that is still computed as pouring, and saves nothing yet', async () => {
  const beer = serve(aBeer({ rating: 0, ratingOrigin: null }))
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByText('pouring…')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save Beer' })).toBeDisabled()
})

it('says that a beer is not in the catalogue yet', async () => {
  const beer = serve(aBeer({ listed: false, brewery: null, breweryId: null }))
  openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByText('not in the catalogue yet')).toBeVisible()
  expect(screen.getByText('Brewery unknown')).toBeVisible()
})

it('saves the beer', async () => {
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

it('says why a beer could not be saved, and takes it back', async () => {
  const beer = serve()
  refuses(addFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Save Beer' }))
  expect(await screen.findByText(/Failed to save beer. The kitchen is busy/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Save Beer' })).toBeEnabled()
})

it('goes on to a similar beer', async () => {
  const [one, other] = [aBeer({ name: 'Orval' }), aBeer({ name: 'Rochefort' })]
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: Number(params.id) === one.id ? one : other }))
  answers(similarBeers, ({ params }) => ({ status: 200 as const, body: Number(params.id) === one.id ? [other] : [] }))
  const { user } = openApp(`/results?beer=${one.id}`)
  await user.click(await screen.findByRole('link', { name: 'Rochefort' }))
  expect(await screen.findByRole('heading', { name: 'Rochefort', level: 1 })).toBeVisible()
  expect(await screen.findByText('Nothing alike is known yet.')).toBeVisible()
})

it('finds stores without sending anything by itself', async () => {
  const beer = serve(aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", breweryId: 4 }))
  answers(getBrewery, {
    status: 200,
    body: { brewery: aBrewery({ id: 4, website: 'https://www.orval.be/en' }), beers: [] },
  })
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Find Stores' }))
  expect(await screen.findByRole('dialog', { name: 'Find Stores' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'www.orval.be' })).toHaveAttribute('href', 'https://www.orval.be/en')
  expect(screen.getByRole('link', { name: 'Open the maps app' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^geo:/),
  )
})

it('offers what came close on the photo', async () => {
  const beer = serve()
  const close = aBeer({ name: 'Petit Orval' })
  handoff.leaveBeer({
    beer,
    scanId: null,
    confidence: 66,
    alternatives: [{ beer: close, confidence: 41 }],
    readText: [],
  })
  const { user } = openApp(`/results?beer=${beer.id}`)
  expect(await screen.findByText('66% match')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Not this beer?' }))
  expect(await screen.findByRole('link', { name: 'Petit Orval' })).toHaveAttribute('href', `/results?beer=${close.id}`)
})

it('says when there is no such beer', async () => {
  refuses(getBeer, 'not_found', 'No such beer')
  refuses(similarBeers, 'not_found', 'No such beer')
  openApp('/results?beer=99')
  expect(await screen.findByRole('heading', { name: 'Beer not found' })).toBeVisible()
})

it('leads home when no beer is named and nothing was captured', async () => {
  openApp('/results')
  await waitFor(() => expect(location.pathname).toBe('/'))
})

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import {
  addFavorite,
  detectContext,
  getBeer,
  identifyBeer,
  listFavorites,
  listScans,
  removeFavorite,
  search,
  searchBeers,
  similarBeers,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, cutsOff, network, refuses } from '#web/testing/network.ts'

const beer = aSightedBeer({ name: 'Orval' })

it('reports a favorite that could not be added', spec('8.1.3'), async () => {
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id })] })
  refuses(addFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Add Orval to favorites' }))
  expect(await screen.findByText('Failed to add to favorites. The kitchen is busy')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
})

it('reports a favorite of a beer page that could not be removed', spec('8.1.5'), async () => {
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  answers(listFavorites, { status: 200, body: [aFavorite({ beer })] })
  refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Failed to remove favorite. The kitchen is busy')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Remove' })).toBeEnabled()
})

it('reports a failed search with its cause', spec('8.1.11'), async () => {
  refuses(search, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'orval')
  expect(await screen.findByText('Search failed. Please try again.')).toBeVisible()
  expect(screen.getByText('Failed to search. The kitchen is busy')).toBeVisible()
})

it('reports a failed search for the right beer', spec('8.1.10'), async () => {
  answers(getBeer, { status: 200, body: beer })
  answers(similarBeers, { status: 200, body: [] })
  refuses(searchBeers, 'unavailable', 'The kitchen is busy')
  handoff.leaveBeer({ beer, scanId: aScan().id, confidence: 66, alternatives: [], readText: [] })
  const { user } = openApp(`/results?beer=${beer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Not this beer?' }))
  await user.type(await screen.findByRole('searchbox'), 'orval')
  expect(await screen.findByText('Failed to search beers')).toBeVisible()
  expect(screen.getByText('The kitchen is busy')).toBeVisible()
})

it('reports a failed identification when the server sends no message', spec('8.1.9'), async () => {
  installCamera()
  refuses(detectContext, 'unavailable', 'busy')
  network.use(http.post(`*${identifyBeer.path}`, () => new HttpResponse(null, { status: 500 })))
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  await user.click(screen.getByRole('button', { name: 'Fridge' }))
  await user.click(screen.getByRole('button', { name: 'Capture Fridge' }))
  expect(await screen.findByText('Identification Failed')).toBeVisible()
  expect(screen.getByText('Failed to identify beer')).toBeVisible()
})

it('reports similar beers that could not be fetched when the server is unreachable', spec('8.1.14'), async () => {
  answers(getBeer, { status: 200, body: aBeer({ id: 3 }) })
  cutsOff(similarBeers)
  openApp('/results?beer=3')
  expect(await screen.findByText('Failed to fetch similar beers')).toBeVisible()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listFavorites, listScans, listSearches, removeFavorite, saveSearch, search } from '#contracts'
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

it('leads back to the scan home', async () => {
  const { user } = openApp('/search')
  await user.click(await screen.findByRole('button', { name: 'Back to the camera' }))
  expect(location.pathname).toBe('/')
})

it('shows three recent searches and no more', async () => {
  const entries = ['orval', 'saison', 'tripel', 'stout'].map((query) => aSearchEntry({ query }))
  answers(listSearches, { status: 200, body: entries })
  openApp('/search')
  const section = (await screen.findByRole('heading', { name: 'Recent Searches' })).closest('section')
  if (!section) throw new Error('the searches have no section')
  const names = within(section)
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((text) => text !== '')
  expect(names).toEqual([
    expect.stringMatching(/^orval/),
    expect.stringMatching(/^saison/),
    expect.stringMatching(/^tripel/),
  ])
})

it('shows the recent searches when the scans above them have their place', async () => {
  let comeScans: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    comeScans = resolve
  })
  answers(listScans, async () => {
    await held
    return { status: 200 as const, body: [aScan()] }
  })
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'saison' })] })
  openApp('/search')
  await screen.findByText('Recent Scans', { selector: '[role=status] *' })
  await expect(screen.findByText('saison', {}, { timeout: 150 })).rejects.toThrow()
  comeScans?.()
  expect(await screen.findByText('saison')).toBeVisible()
})

it('shows the recent searches although the scans cannot be had', async () => {
  refuses(listScans, 'internal', 'Something went wrong')
  answers(listSearches, { status: 200, body: [aSearchEntry({ query: 'saison' })] })
  openApp('/search')
  expect(await screen.findByText('saison')).toBeVisible()
})

it('shows of each beer its name, brewery, style, strength and rating', async () => {
  const beer = aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", style: 'Belgian Pale', abv: 6.2, rating: 93.6 })
  answers(search, { status: 200, body: { breweries: [], beers: [beer] } })
  const { user } = openApp('/search')
  await user.type(await box(), 'orv')
  expect(await screen.findByRole('heading', { name: 'Beers' })).toBeVisible()
  const row = screen.getByRole('link', { name: 'Orval' }).closest('li')
  for (const fact of ["Brasserie d'Orval", 'Belgian Pale', '6.2%', '94']) expect(row).toHaveTextContent(fact)
})

it('links a brewery only when it has a page', async () => {
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

it('keeps no search of three letters', async () => {
  const kept = requestsTo(saveSearch)
  answers(search, { status: 200, body: { breweries: [], beers: [aBeer()] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  const { user } = openApp('/search')
  await user.type(await box(), 'orv')
  await screen.findByRole('heading', { name: 'Search Results' })
  await user.click(screen.getByRole('heading', { name: 'Beers' }))
  await new Promise((resolve) => setTimeout(resolve, 1_800))
  expect(kept).toHaveLength(0)
  await user.type(await box(), 'a')
  await waitFor(() => expect(kept).toHaveLength(1))
})

it('takes the beer of a recent scan out of the favorites at once', async () => {
  scannedAndSaved()
  hangs(removeFavorite)
  const removals = requestsTo(removeFavorite)
  const { user } = openApp('/search')
  await user.click(await filled())
  expect(await hollow()).toBeVisible()
  expect(removals).toHaveLength(1)
})

it('puts the heart back when the server refuses', async () => {
  scannedAndSaved()
  refuses(removeFavorite, 'unavailable', 'The kitchen is busy')
  const { user } = openApp('/search')
  await user.click(await filled())
  expect(await screen.findByText(/Failed to remove from favorites/)).toBeVisible()
  expect(await filled()).toBeVisible()
})

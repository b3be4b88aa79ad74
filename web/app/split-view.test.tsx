import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getBeer, getBrewery, listFavorites, saveSearch, search, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aFavorite, aSearchEntry } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'
import { PHONE_WIDTH_PX, viewportWidth } from '#web/testing/viewport.ts'

beforeEach(() => viewportWidth(1280))
afterEach(() => viewportWidth(PHONE_WIDTH_PX))

const orval = aBeer({ name: 'Orval' })
function aFavoriteBeer(): void {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
  answers(getBeer, { status: 200, body: orval })
  answers(similarBeers, { status: 200, body: [] })
}

it('shows a beer beside the list that opened it, also by keyboard', async () => {
  aFavoriteBeer()
  const { user } = openApp('/favorites')
  const link = await screen.findByRole('link', { name: 'Orval' })
  link.focus()
  await user.keyboard('{Enter}')
  const heading = await screen.findByRole('heading', { name: 'Orval', level: 1 })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(location.pathname).toBe('/results')
  expect(document.title).toContain('Orval')
  expect(screen.getByRole('main')).toContainElement(heading)
  const aside = screen.getByRole('region', { name: 'Favorites' })
  expect(within(aside).getByRole('link', { name: 'Orval' })).toBeVisible()
})

it('marks only the row whose detail is shown', async () => {
  answers(listFavorites, {
    status: 200,
    body: [aFavorite({ beer: orval }), aFavorite({ beer: aBeer({ name: 'Duvel' }) })],
  })
  answers(getBeer, { status: 200, body: orval })
  answers(similarBeers, { status: 200, body: [] })
  const { user } = openApp('/favorites')
  const link = await screen.findByRole('link', { name: 'Orval' })
  expect(link).not.toHaveAttribute('aria-current')
  await user.click(link)
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  const aside = screen.getByRole('region', { name: 'Favorites' })
  expect(within(aside).getByRole('link', { name: 'Orval' })).toHaveAttribute('aria-current', 'true')
  expect(within(aside).getByRole('link', { name: 'Duvel' })).not.toHaveAttribute('aria-current')
})

it('keeps the search text while results are opened', async () => {
  aFavoriteBeer()
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'or')
  window.history.pushState(null, '', `/results?beer=${orval.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('or')
})

it('opens another list at its top, and keeps the place of the one beside a detail', async () => {
  aFavoriteBeer()
  const { user } = openApp('/favorites')
  const link = await screen.findByRole('link', { name: 'Orval' })
  const pane = () => document.querySelector('.overflow-y-auto')
  Object.assign(pane() ?? {}, { scrollTop: 300 })
  await user.click(link)
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  expect(pane()).toHaveProperty('scrollTop', 300)
  await user.click(screen.getByRole('link', { name: 'Search' }))
  await screen.findByRole('searchbox')
  expect(pane()).toHaveProperty('scrollTop', 0)
})

it('shows a beer opened by its address beside the history', async () => {
  aFavoriteBeer()
  openApp(`/results?beer=${orval.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Scan History' })).toBeVisible()
  // The tab of the list, which has no link of its own here.
  expect(screen.getByRole('link', { name: 'Search' })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('link', { name: 'Favorites' })).not.toHaveAttribute('aria-current')
})

it('stays one column below 1024 px', async () => {
  aFavoriteBeer()
  viewportWidth(1023)
  openApp(`/results?beer=${orval.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Scan History' })).toBeNull()
})

function answerSearch(): void {
  answers(search, { status: 200, body: { beers: [orval], breweries: [] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  answers(getBrewery, { status: 200, body: { brewery: aBrewery(), beers: [] } })
}

it('keeps the search, its results and the focus across changes of width', async () => {
  aFavoriteBeer()
  answerSearch()
  const { user } = openApp('/search')
  const box = await screen.findByRole('searchbox')
  await user.type(box, 'orval')
  const found = await screen.findByRole('link', { name: 'Orval' })
  for (const px of [PHONE_WIDTH_PX, 1280]) {
    viewportWidth(px)
    expect(box).toBeInTheDocument()
    expect(box).toHaveValue('orval')
    expect(box).toHaveFocus()
    expect(found).toBeVisible()
  }
})

it('keeps an open sheet of a detail, and the list beside it, across changes of width', async () => {
  aFavoriteBeer()
  answerSearch()
  const { user } = openApp('/search')
  const box = await screen.findByRole('searchbox')
  await user.type(box, 'orval')
  await user.click(await screen.findByRole('link', { name: 'Orval' }))
  await user.click(await screen.findByRole('button', { name: 'Find Stores' }))
  const sheet = await screen.findByRole('dialog')
  viewportWidth(PHONE_WIDTH_PX)
  expect(sheet).toBeVisible()
  expect(box).not.toBeVisible()
  viewportWidth(1280)
  expect(sheet).toBeVisible()
  expect(sheet).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard('{Escape}')
  expect(box).toBeVisible()
  expect(box).toHaveValue('orval')
})

it('restores the hidden list unchanged when the user goes back to it in a narrow window', async () => {
  aFavoriteBeer()
  answerSearch()
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'orval')
  await user.click(await screen.findByRole('link', { name: 'Orval' }))
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  viewportWidth(PHONE_WIDTH_PX)
  await user.click(screen.getByRole('link', { name: 'Search' }))
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('searchbox'))
  expect(screen.getByRole('searchbox')).toHaveValue('orval')
  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await user.click(await screen.findByRole('link', { name: 'Search' }))
  expect(await screen.findByRole('searchbox')).toHaveValue('orval')
  await user.click(screen.getByRole('link', { name: 'Search' }))
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''))
})

it('leaves the focus in a detail when the window becomes wide', async () => {
  aFavoriteBeer()
  viewportWidth(PHONE_WIDTH_PX)
  openApp(`/results?beer=${orval.id}`)
  const save = await screen.findByRole('button', { name: 'Find Stores' })
  save.focus()
  viewportWidth(1280)
  expect(save).toHaveFocus()
  expect(await screen.findByRole('region', { name: 'Scan History' })).toBeVisible()
})

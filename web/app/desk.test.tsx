import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getBeer, listFavorites, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'
import { PHONE_WIDTH_PX, viewportWidth } from '#web/testing/viewport.ts'

beforeEach(() => viewportWidth(1280))
afterEach(() => viewportWidth(PHONE_WIDTH_PX))

const orval = aBeer({ name: 'Orval' })
function aCellar(): void {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
  answers(getBeer, { status: 200, body: orval })
  answers(similarBeers, { status: 200, body: [] })
}

it('shows a beer beside the list it was opened from, reached by keyboard', async () => {
  aCellar()
  const { user } = openApp('/favorites')
  const link = await screen.findByRole('link', { name: 'Orval' })
  link.focus()
  await user.keyboard('{Enter}')
  const heading = await screen.findByRole('heading', { name: 'Orval', level: 1 })
  expect(heading).toHaveFocus()
  expect(location.pathname).toBe('/results')
  expect(document.title).toContain('Orval')
  expect(screen.getByRole('main')).toContainElement(heading)
  const aside = screen.getByRole('region', { name: 'Favorites' })
  expect(within(aside).getByRole('link', { name: 'Orval' })).toBeVisible()
})

it('marks in the list what is shown beside it, and nothing else', async () => {
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

it('keeps what was typed in the search while results are opened', async () => {
  aCellar()
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'or')
  window.history.pushState(null, '', `/results?beer=${orval.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('or')
})

it('shows a beer opened by its address beside the history', async () => {
  aCellar()
  openApp(`/results?beer=${orval.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Scan History' })).toBeVisible()
})

it('stays one column below 1024 px', async () => {
  aCellar()
  viewportWidth(1023)
  openApp(`/results?beer=${orval.id}`)
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Scan History' })).toBeNull()
})

import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  getBeer,
  getBrewery,
  getScan,
  listJournal,
  listOlderScans,
  listScans,
  SCANS_PER_PAGE,
  saveSearch,
  search,
  similarBeers,
} from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aBrewery, aMenuScan, aScan, aSearchEntry, aSightedBeer, aTriedEntry } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'
import { viewportWidth } from '#web/testing/viewport.ts'

const orval = aBeer({ name: 'Orval' })
const menu = aMenuScan([
  aSightedBeer({ name: 'Hell', rating: 60, styleFamily: 'Lager' }),
  aSightedBeer({ name: 'Grand Cru', rating: 90, styleFamily: 'Belgian Ale' }),
  aSightedBeer({ name: 'Export', rating: 70, styleFamily: 'Lager' }),
])

beforeEach(() => {
  answers(search, { status: 200, body: { breweries: [], beers: [orval] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: { ...orval, id: Number(params.id) } }))
  answers(similarBeers, { status: 200, body: [] })
  answers(getScan, { status: 200, body: menu })
})

const box = () => screen.findByRole('searchbox')
const rows = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
const reload = () => {
  cleanup()
  openApp(`${location.pathname}${location.search}`)
}

it('comes back to the same search, by Back, by a reload and by its tab', async () => {
  const { user } = openApp('/search')
  await user.type(await box(), 'orval')
  await waitFor(() => expect(location.search).toBe('?q=orval'))
  await user.click(await screen.findByRole('link', { name: 'Orval' }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await box()).toHaveValue('orval')
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
  reload()
  expect(await box()).toHaveValue('orval')
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await user.click(await screen.findByRole('link', { name: 'Search' }))
  expect(await box()).toHaveValue('orval')
  await user.click(screen.getByRole('link', { name: 'Search' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
})

it('comes back from beers and their breweries to where the way began', async () => {
  const first = aBeer({ name: 'Orval', brewery: 'Abbey', breweryId: 5 })
  const second = aBeer({ name: 'Petite Orval', brewery: 'Abbey', breweryId: 5 })
  answers(getBrewery, { status: 200, body: { brewery: aBrewery({ id: 5, name: 'Abbey' }), beers: [first, second] } })
  answers(search, { status: 200, body: { breweries: [], beers: [first] } })
  answers(getBeer, ({ params }) => ({ status: 200 as const, body: Number(params.id) === second.id ? second : first }))
  const { user } = openApp('/search?q=orval')
  const back = async () => user.click(await screen.findByRole('button', { name: 'Back' }))
  const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

  await user.click(await screen.findByRole('link', { name: 'Orval' }))
  await heading('Orval')
  await user.click(screen.getByRole('link', { name: 'Abbey' }))
  await heading('Abbey')
  await user.click(await screen.findByRole('link', { name: 'Petite Orval' }))
  await heading('Petite Orval')
  await back()
  await heading('Abbey')
  await back()
  await heading('Orval')
  await back()
  expect(await box()).toHaveValue('orval')
})

it('comes back to a menu in the order, with the filter, pick and selection that were left', async () => {
  const { user } = openApp(`/menu/${menu.id}`)
  await user.selectOptions(await screen.findByRole('combobox', { name: /Sort/ }), 'rating')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(screen.getByRole('button', { name: 'Lager' }))
  await user.click(screen.getByRole('button', { name: 'Show 2 beers' }))
  await user.click(screen.getByRole('button', { name: 'Pick for me' }))
  await user.click(screen.getByRole('button', { name: 'Another one' }))
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Choose: Export' }))

  async function expectSame() {
    await waitFor(() => expect(rows()).toEqual(['Export', 'Hell']))
    expect(screen.getByText('Picked for you').parentElement).toHaveTextContent('Hell')
    expect(screen.getByRole('checkbox', { name: 'Choose: Export' })).toBeChecked()
  }
  await expectSame()
  await user.click(screen.getByRole('link', { name: 'Hell' }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await expectSame()
  reload()
  await expectSame()
})

it('comes back to the history with its search and kind', async () => {
  const single = aScan({ beer: aSightedBeer({ name: 'Orval' }) })
  const other = aMenuScan([aSightedBeer({ name: 'Rochefort' })])
  answers(listScans, { status: 200, body: [single, menu, other] })
  const { user } = openApp('/history')
  await user.click(await screen.findByRole('button', { name: 'Menus' }))
  await user.type(await box(), 'grand')
  await waitFor(() => expect(location.search).toBe('?kind=menu&q=grand'))

  const expectSame = async () => {
    expect(await box()).toHaveValue('grand')
    expect(screen.getByRole('button', { name: 'Menus' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  }
  await user.click(screen.getByRole('link', { name: /Grand Cru/ }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await expectSame()
  reload()
  await expectSame()
  await user.click(screen.getByRole('link', { name: 'Journal' }))
  await user.click(await screen.findByRole('link', { name: 'Scans' }))
  await expectSame()
})

it('comes back to the older pages of the history', async () => {
  const newest = Array.from({ length: SCANS_PER_PAGE }, () => aScan({ status: 'failed' }))
  const old = aScan({ beer: aSightedBeer({ name: 'Old Peculier' }) })
  answers(listScans, { status: 200, body: newest })
  answers(listOlderScans, { status: 200, body: [old] })
  answers(getScan, { status: 200, body: old })
  const { user } = openApp('/history?q=peculier')
  await user.click(await screen.findByRole('button', { name: 'Show older scans' }))
  await user.click(await screen.findByRole('link', { name: 'Old Peculier' }))
  await screen.findByRole('heading', { name: 'Scan Complete' })
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('link', { name: 'Old Peculier' })).toBeVisible()
  reload()
  expect(await screen.findByRole('link', { name: 'Old Peculier' })).toBeVisible()
})

it('comes back to the earlier nights of the journal', async () => {
  const [recent, old] = [aTriedEntry({ beer: aBeer({ name: 'Recent' }) }), aTriedEntry({ beer: orval })]
  answers(listJournal, ({ url }) => {
    const isEarlier = url.searchParams.has('before')
    return {
      status: 200 as const,
      body: isEarlier ? { entries: [old], next: null } : { entries: [recent], next: '9-9' },
    }
  })
  const { user } = openApp('/history?show=journal')
  await user.click(await screen.findByRole('button', { name: 'Earlier nights' }))
  await user.click(await screen.findByRole('link', { name: 'Orval' }))
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
  reload()
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
})

it.each(['/search', '/profile'])('comes back to all recent scans of %s', async (address) => {
  const scans = Array.from({ length: 12 }, (_, place) => aMenuScan([aSightedBeer({ name: `Beer ${place}` })]))
  answers(listScans, { status: 200, body: scans })
  const { user } = openApp(address)
  await user.click(await screen.findByRole('button', { name: /See More/ }))
  await user.click(screen.getByRole('link', { name: /Beer 11/ }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('link', { name: /Beer 11/ })).toBeVisible()
  reload()
  expect(await screen.findByRole('link', { name: /Beer 11/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show Less' }))
  expect(screen.queryByRole('link', { name: /Beer 11/ })).toBeNull()
})

it('keeps the state of a list beside its detail', async () => {
  viewportWidth(1280)
  const { user } = openApp(`/menu/${menu.id}`)
  await user.click(await screen.findByRole('link', { name: 'Hell' }))
  await screen.findByRole('heading', { name: 'Orval', level: 1 })
  await user.selectOptions(screen.getByRole('combobox', { name: /Sort/ }), 'rating')
  await waitFor(() => expect(rows().slice(0, 3)).toEqual(['Grand Cru', 'Export', 'Hell']))
  expect(location.pathname).toBe('/results')
})

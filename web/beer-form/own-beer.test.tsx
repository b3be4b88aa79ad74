import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  addBeer,
  addToJournal,
  addWant,
  type Beer,
  changeBeer,
  getBeer,
  listStyles,
  search,
  similarBeers,
} from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aTriedEntry } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'
import { PHONE_WIDTH_PX, viewportWidth } from '#web/testing/viewport.ts'

const own = aBeer({
  name: 'Höhlengruit',
  brewery: 'Café Keller',
  breweryId: null,
  listed: false,
  style: null,
  abv: null,
  ibu: null,
})

beforeEach(() => {
  answers(listStyles, { status: 200, body: ['Gruit', 'Saison'] })
  answers(similarBeers, { status: 200, body: [] })
})
afterEach(() => viewportWidth(PHONE_WIDTH_PX))

/** Looks for a beer that nobody knows, and opens the form for it. */
async function openAdding(found: Beer[] = []) {
  answers(search, { status: 200, body: { breweries: [], beers: found } })
  answers(getBeer, { status: 200, body: own })
  answers(addToJournal, { status: 201, body: aTriedEntry({ beer: own }) })
  answers(addWant, { status: 200, body: { beerId: own.id, beer: own, wantedAt: new Date().toISOString() } })
  const { user } = openApp('/search')
  await user.type(await screen.findByRole('searchbox'), 'Höhlengruit')
  const name = found.length > 0 ? 'Not in the list? Add it yourself' : 'Add it yourself'
  await user.click(await screen.findByRole('button', { name }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Add a beer' }))
  return { user, sheet }
}

it.each([
  ['had', 'I had it', addToJournal],
  ['wants', 'Want to try it', addWant],
])('adds a beer that the user %s, by its name alone', async (_, button, mark) => {
  const [sent, marked] = [requestsTo(addBeer), requestsTo(mark)]
  const { user, sheet } = await openAdding()
  answers(addBeer, { status: 200, body: own })
  expect(sheet.getByLabelText('Name')).toHaveValue('Höhlengruit')
  await user.click(sheet.getByRole('button', { name: button }))
  expect(await screen.findByRole('heading', { name: 'Höhlengruit', level: 1 })).toBeVisible()
  await waitFor(() => expect(marked).toHaveLength(1))
  const nothing = { brewery: null, style: null, abv: null, ibu: null }
  expect(await sent[0]?.clone().json()).toEqual({ name: 'Höhlengruit', ...nothing })
})

it('adds it with all that the user knows', async () => {
  const sent = requestsTo(addBeer)
  const { user, sheet } = await openAdding([aBeer({ name: 'Höhlenbräu' })])
  answers(addBeer, { status: 200, body: own })
  await user.type(sheet.getByLabelText('Brewery'), ' Café Keller ')
  await user.type(sheet.getByLabelText('Style'), 'gruit')
  await user.type(sheet.getByLabelText('ABV (%)'), '5.4')
  await user.type(sheet.getByLabelText('IBU'), '12')
  await user.click(sheet.getByRole('button', { name: 'I had it' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const stated = { brewery: 'Café Keller', style: 'Gruit', abv: 5.4, ibu: 12 }
  expect(await sent[0]?.clone().json()).toEqual({ name: 'Höhlengruit', ...stated })
})

it('closes the form where the search stays beside the new beer, and lists the beer there', async () => {
  viewportWidth(1280)
  const { user, sheet } = await openAdding()
  answers(addBeer, { status: 200, body: own })
  answers(search, { status: 200, body: { breweries: [], beers: [own] } })
  await user.click(sheet.getByRole('button', { name: 'I had it' }))
  expect(await screen.findByRole('heading', { name: 'Höhlengruit', level: 1 })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const list = within(screen.getByRole('region', { name: 'Search' }))
  expect(await list.findByRole('link', { name: 'Höhlengruit' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Höhlengruit', level: 1 })).toHaveFocus())
})

it('keeps what is written if the beer cannot be added', async () => {
  const { user, sheet } = await openAdding()
  refuses(addBeer, 'unlisted_full', 'You have reached the maximum.')
  await user.type(sheet.getByLabelText('Brewery'), 'Café Keller')
  await user.click(sheet.getByRole('button', { name: 'I had it' }))
  expect(await screen.findByText(/^Couldn't add your beer. You have reached the maximum/)).toBeVisible()
  expect(sheet.getByLabelText('Brewery')).toHaveValue('Café Keller')
})

it('changes a beer of the user on its page', async () => {
  const sent = requestsTo(changeBeer)
  answers(getBeer, { status: 200, body: own })
  const { user } = openApp(`/results?beer=${own.id}`)
  await user.click(await screen.findByRole('button', { name: 'Edit this beer' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit your beer' }))
  await user.clear(sheet.getByLabelText('Name'))
  expect(sheet.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.type(sheet.getByLabelText('Name'), 'Grottengruit')
  await user.type(sheet.getByLabelText('Style'), 'Saison')
  const changed = { ...own, name: 'Grottengruit', style: 'Saison' }
  answers(changeBeer, { status: 200, body: changed })
  answers(getBeer, { status: 200, body: changed })
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved. Your lists now say Grottengruit.')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Grottengruit', level: 1 })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const known = { brewery: 'Café Keller', abv: null, ibu: null }
  expect(await sent[0]?.clone().json()).toEqual({ name: 'Grottengruit', style: 'Saison', ...known })
})

it('is not offered for a beer of somebody else', async () => {
  answers(getBeer, { status: 200, body: { ...own, canKeep: false } })
  openApp(`/results?beer=${own.id}&share=token`)
  expect(await screen.findByText(/^Someone else scanned this beer/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit this beer' })).toBeNull()
})

/** Rows of a menu or fridge whose beer is not sure. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addFavorite, correctScan, getScan, getSharedScan, OVERLAY_DISMISS_MS, type SightedBeer } from '#contracts'
import { handoff, type MenuBeers } from '#web/handoff/handoff.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aFavorite, aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, answersLater, refuses, requestsTo } from '#web/testing/network.ts'

const orval = aSightedBeer({ name: 'Orval', rating: 94 })
const petit = aSightedBeer({ name: 'Petit Orval' })
const hell = aSightedBeer({ name: 'Hell', rating: 71, outcome: 'ask', confidence: 57 })
const box = { x: 20, y: 20, width: 50, height: 40 }

function left(context: MenuBeers['context'], beers: SightedBeer[]) {
  const isMenu = context === 'menu'
  const itemAlternatives = [[], [{ beer: petit, confidence: 31 }]]
  const scan = isMenu
    ? aMenuScan(beers, { itemAlternatives })
    : aScan({ scanType: 'multiple_beers', beers, itemAlternatives })
  answers(getScan, { status: 200, body: scan })
  handoff.leaveImage({ id: scan.id, photo: aPhoto(), context })
  handoff.leaveMenu({ scanId: scan.id, beers, context, title: null, readAt: new Date().toISOString() })
  return scan
}

it('shows a question in place of the rating, and offers the beer and its alternatives beside its label', async () => {
  const beers = [orval, { ...hell, box }]
  const scan = left('menu', beers)
  const corrections = requestsTo(correctScan)
  const confirmed = [orval, { ...hell, outcome: 'sure' as const, confidence: null }]
  answers(correctScan, { status: 200, body: { ...scan, menuData: JSON.stringify(confirmed) } })
  const { user } = openApp('/menu-view')
  const rowOf = (name: string) => screen.getByRole('heading', { name }).closest('li')
  const question = await screen.findByRole('button', { name: 'Which one? Hell' })
  expect(rowOf('Orval')).toHaveTextContent('94/100')
  expect(rowOf('Hell')).not.toHaveTextContent('71')
  expect(screen.queryByRole('button', { name: 'Not this beer? Hell' })).toBeNull()
  await user.click(question)
  const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
  expect(sheet.getByRole('img', { name: 'Your photo of the label' })).toBeVisible()
  expect(await sheet.findByRole('button', { name: 'Petit Orval' })).toBeVisible()
  await user.click(sheet.getByRole('button', { name: 'Hell' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await corrections[0]?.clone().json()).toEqual({ item: 1, shownBeerId: hell.id, beerId: hell.id })
  expect(rowOf('Hell')).toHaveTextContent('71/100')
})

it('leads the focus back to the row, whose question is gone', async () => {
  const scan = left('menu', [orval, hell])
  const settled = [orval, { ...hell, outcome: 'sure' as const, confidence: null }]
  answers(correctScan, { status: 200, body: { ...scan, menuData: JSON.stringify(settled) } })
  const { user } = openApp('/menu-view')
  await user.click(await screen.findByRole('button', { name: 'Which one? Hell' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
  await user.click(await sheet.findByRole('button', { name: 'Hell' }))
  const row = await screen.findByRole('link', { name: 'Hell' })
  await waitFor(() => expect(row.closest('article')).toContainElement(document.activeElement as HTMLElement))
})

it('loads the list again if it has changed in the meantime', async () => {
  const scan = left('menu', [orval, hell])
  refuses(correctScan, 'conflict', 'This list has changed in the meantime. Please try again.')
  const { user } = openApp('/menu-view')
  await user.click(await screen.findByRole('button', { name: 'Which one? Hell' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
  const choice = await sheet.findByRole('button', { name: 'Petit Orval' })
  answers(getScan, { status: 200, body: { ...scan, menuData: JSON.stringify([orval, petit, hell]) } })
  await user.click(choice)
  expect(await screen.findByText(/This list has changed in the meantime/)).toBeVisible()
  await waitFor(() =>
    expect(handoff.get().menu?.beers.map(({ name }) => name)).toEqual(['Orval', 'Petit Orval', 'Hell']),
  )
})

it('opens the question, never a page with a rating, from a row that is not sure', async () => {
  left('menu', [orval, hell])
  const { user } = openApp('/menu-view')
  for (const name of ['Hell', 'View Details: Hell']) {
    await user.click(await screen.findByRole('button', { name }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
    expect(await sheet.findByRole('button', { name: 'Petit Orval' })).toBeVisible()
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(screen.queryByRole('link', { name: /Hell/ })).toBeNull()
})

it('opens the question from a card of a fridge that is not sure', async () => {
  left('fridge', [orval, hell])
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Fridge Scan Results, 2 beers' }))
  const results = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
  expect(results.queryByRole('link', { name: '2 Hell' })).toBeNull()
  await user.click(results.getByRole('button', { name: '2 Hell' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
  expect(await sheet.findByRole('button', { name: 'Petit Orval' })).toBeVisible()
})

it('keeps the results of a fridge while one beer is asked about, although the answer for another comes late', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const pils = aSightedBeer({ name: 'Pils', outcome: 'ask', confidence: 51 })
  const scan = left('fridge', [orval, hell, pils])
  const settled = [orval, { ...petit, outcome: 'sure' as const, confidence: null }, pils]
  const finish = answersLater(correctScan, { status: 200, body: { ...scan, menuData: JSON.stringify(settled) } })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Fridge Scan Results, 3 beers' }))
  await user.click(await screen.findByRole('button', { name: '2 Hell' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
  await user.click(await sheet.findByRole('button', { name: 'Petit Orval' }))
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: '3 Pils' }))
  await screen.findByRole('dialog', { name: 'Which one is it?' })
  finish()
  await waitFor(() => expect(handoff.get().menu?.beers.map(({ name }) => name)).toContain('Petit Orval'))
  await act(() => vi.advanceTimersByTimeAsync(2 * OVERLAY_DISMISS_MS))
  expect(screen.getByRole('dialog', { name: 'Which one is it?' })).toBeVisible()
})

it('leaves a beer of a fridge that is not sure out of Add All', async () => {
  left('fridge', [orval, hell])
  const added: unknown[] = []
  answers(addFavorite, async ({ request }) => {
    added.push(await request.json())
    return { status: 201 as const, body: aFavorite({ beer: orval }) }
  })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Fridge Scan Results, 2 beers' }))
  const results = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
  expect(results.getByRole('button', { name: 'Which one? Hell' })).toBeVisible()
  expect(results.getByText('94.0')).toBeVisible()
  expect(results.queryByText('71.0')).toBeNull()
  await user.click(results.getByRole('button', { name: 'Add All to Favorites' }))
  await waitFor(() => expect(added).toEqual([{ beerId: orval.id }]))
})

it('does not say of a beer that was hardly read whether it is new to the user', async () => {
  const read = { brewery: null, style: null, listed: false, outcome: 'new' as const }
  const faint = aSightedBeer({ name: 'Aurelwoo', ...read, confidence: 45 })
  left('fridge', [orval, faint])
  openApp('/menu-view')
  expect(await screen.findByText("A beer we couldn't read")).toBeVisible()
  expect(await screen.findAllByText('new to you')).toHaveLength(1)
})

it('names a beer that was hardly read by its brewery and style, once', async () => {
  const read = { name: 'Aurelwoo', brewery: 'Heron Brewing', breweryId: null, listed: false, outcome: 'new' as const }
  const [blonde, other] = ['Blonde Ale', null].map((style) => aSightedBeer({ ...read, style, confidence: 45 }))
  if (!blonde || !other) throw new Error('two beers')
  left('multiple_beers', [blonde, other])
  openApp('/menu-view')
  const row = (await screen.findByRole('heading', { name: 'Heron Brewing · Blonde Ale' })).closest('li')
  expect(row?.textContent?.match(/Heron/g)).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Heron Brewing' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Which one? Heron Brewing · Blonde Ale' })).toBeVisible()
})

it('asks for the name of a beer outside the catalogue that was hardly read, and names one that was read well', async () => {
  const unread = { brewery: null, breweryId: null, style: null, listed: false, outcome: 'new' as const }
  const faint = aSightedBeer({ name: 'Aurelwoo', rating: 70, ...unread, confidence: 45, readText: ['AURELWOO'] })
  const clear = aSightedBeer({ name: 'Heron', rating: 80, ...unread, confidence: 85 })
  const scan = left('fridge', [orval, faint, clear])
  const added: unknown[] = []
  answers(addFavorite, async ({ request }) => {
    added.push(await request.json())
    return { status: 201 as const, body: aFavorite({ beer: orval }) }
  })
  const corrections = requestsTo(correctScan)
  const named = aSightedBeer({ name: 'Laurel', ...unread, confidence: null })
  answers(correctScan, { status: 200, body: { ...scan, menuData: JSON.stringify([orval, named, clear]) } })
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: 'Fridge Scan Results, 3 beers' }))
  const results = within(await screen.findByRole('dialog', { name: 'Fridge Scan Results' }))
  expect(results.queryByText('70.0')).toBeNull()
  expect(results.getByText('80.0')).toBeVisible()
  expect(results.queryByRole('button', { name: /^Add A beer we/ })).toBeNull()
  await user.click(results.getByRole('button', { name: 'Add All to Favorites' }))
  await waitFor(() => expect(added).toEqual([{ beerId: orval.id }, { beerId: clear.id }]))
  expect(results.queryByText('Aurelwoo')).toBeNull()
  await user.click(results.getByRole('button', { name: "Which one? A beer we couldn't read" }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which one is it?' }))
  expect(await sheet.findByRole('button', { name: 'Search for it instead' })).toBeVisible()
  expect(sheet.getByLabelText('Name on the label')).toHaveValue('Aurelwoo')
  await user.clear(sheet.getByLabelText('Name on the label'))
  await user.type(sheet.getByLabelText('Name on the label'), 'Laurel')
  await user.click(sheet.getByRole('button', { name: 'Save it as a new beer' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Which one is it?' })).toBeNull())
  const unlisted = { name: 'Laurel', brewery: null }
  expect(await corrections[0]?.clone().json()).toEqual({ item: 1, shownBeerId: faint.id, unlisted })
})

it('offers no Save for a row that is not sure', async () => {
  left('menu', [orval, hell])
  openApp('/menu-view')
  expect(await screen.findByRole('button', { name: 'Save: Orval' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save: Hell' })).toBeNull()
})

it('derives the question for a row that an earlier version stored', async () => {
  const { outcome: _, ...stored } = hell
  left('menu', [orval, stored])
  openApp('/menu-view')
  expect(await screen.findByRole('button', { name: 'Which one? Hell' })).toBeVisible()
})

it('shows the question of a shared menu without a way to answer it', async () => {
  const scan = aMenuScan([orval, hell])
  answers(getSharedScan, { status: 200, body: scan })
  openApp(`/menu/${scan.id}?share=token`)
  expect(await screen.findByText('Which one?')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Which one? Hell' })).toBeNull()
  expect(screen.queryByRole('link', { name: /Hell/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'View Details: Orval' })).toBeVisible()
})

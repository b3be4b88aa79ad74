import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearScans, deleteScan, detectContext, getBrewery, identifyBeer, listMarks, listScans } from '#contracts'
import { spec } from '#testing/spec.ts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { handoff } from '#web/handoff/handoff.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aMenuScan, aScan, aSightedBeer, aUser } from '#web/testing/builders.ts'
import { answers, cutsOff, refuses, requestsTo } from '#web/testing/network.ts'
import { PHONE_WIDTH_PX, viewportWidth } from '#web/testing/viewport.ts'

// The documented value.
const UNDO_MS = 8_000

it('lists every scan with its label and result', spec('2.8.1'), async () => {
  const beer = aSightedBeer({ name: 'Proper Job' })
  const menu = aMenuScan([aSightedBeer({ name: 'Orval', rating: 94 }), aSightedBeer({ name: 'Hell', rating: 80 })])
  answers(listScans, { status: 200, body: [aScan({ beer, beerId: beer.id }), menu, aScan({ status: 'failed' })] })
  openApp('/history')
  expect(await screen.findByRole('link', { name: 'Proper Job' })).toBeVisible()
  expect(screen.getByRole('link', { name: '80-94★ • Orval + 1 more' })).toHaveAttribute('href', `/menu/${menu.id}`)
  expect(screen.getByText('Failed')).toBeVisible()
  // No line ends with the bullet.
  expect(screen.getByText((_, part) => part?.textContent === '• Orval')).toHaveClass('inline-block')
})

it('shows a new scan without user action', spec('2.8.2'), async () => {
  let scans = [aScan({ status: 'processing', stage: 'reading the label' })]
  answers(listScans, () => ({ status: 200 as const, body: scans }))
  openApp('/history')
  expect(await screen.findByText('reading the label')).toBeVisible()
  scans = [aScan({ id: scans[0]?.id ?? '', beer: aSightedBeer({ name: 'Orval' }) })]
  expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
})

it('shows an empty state', spec('2.8.5'), async () => {
  openApp('/history')
  expect(await screen.findByRole('heading', { name: 'No scan history yet' })).toBeVisible()
})

it('shows why the history failed to load', spec('8.1.16'), async () => {
  refuses(listScans, 'unavailable', 'The kitchen is busy')
  openApp('/history')
  expect(await screen.findByRole('heading', { name: 'Failed to fetch scan history' })).toBeVisible()
})

it('shows a photo waiting for the network, counted on the scan home, until it is deleted', async () => {
  cutsOff(identifyBeer)
  cutsOff(detectContext)
  const { user } = openApp('/', aUser())
  await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
  await screen.findByRole('heading', { name: 'Saved for later' })
  await user.click(await screen.findByRole('link', { name: 'Scan history, 1 waiting' }))
  expect(await screen.findByText(/^Waiting/)).toBeVisible()
  expect(screen.getByText("We'll send your photo when you're back online.")).toBeVisible()
  answers(deleteScan, { status: 204, body: null })
  const remove = screen.getByRole('button', { name: /^Delete this photo/ })
  expect(remove).toHaveAccessibleName(expect.stringMatching(/\d:\d\d:\d\d/))
  await user.click(remove)
  expect(await screen.findByRole('heading', { name: 'No scan history yet' })).toBeVisible()
  expect(outbox.all()).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: /^Delete this photo/ }))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(outbox.all()).toEqual([]))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

it('finds words of beers, breweries, styles and menu titles, ignoring accents', async () => {
  const zatec = aScan({ beer: aSightedBeer({ name: 'Žatec Export', brewery: 'Žatecký Pivovar', style: 'Pilsner' }) })
  const menu = aMenuScan([aSightedBeer({ name: 'Orval' })], { title: 'Cellar list' })
  answers(listScans, { status: 200, body: [zatec, menu] })
  const { user } = openApp('/history')
  const box = await screen.findByRole('searchbox', { name: 'Search your scans...' })
  await user.type(box, 'pils zatec')
  expect(names()).toEqual(['Žatec Export'])
  await user.clear(box)
  await user.type(box, 'cellar')
  expect(names()).toEqual(['Orval'])
  await user.type(box, ' zatec')
  expect(await screen.findByRole('heading', { name: 'No matching scans' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all scans' }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(names()).toEqual(['Žatec Export', 'Orval'])
})

it('is filtered by kind', async () => {
  const single = aScan({ beer: aSightedBeer({ name: 'Hell' }) })
  const menu = aMenuScan([aSightedBeer({ name: 'Orval' })])
  const group = aScan({ scanType: 'multiple_beers', beers: [aSightedBeer({ name: 'Kriek' })] })
  answers(listScans, { status: 200, body: [single, menu, group] })
  const { user } = openApp('/history')
  for (const [kind, name] of [
    ['Beers', 'Hell'],
    ['Menus', 'Orval'],
    ['Groups', 'Kriek'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: kind }))
    expect(names()).toEqual([name])
  }
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(names()).toEqual(['Hell', 'Orval', 'Kriek'])
})

it('is grouped by night, which ends at six in the morning', async () => {
  const at = (day: number, hour: number, name: string) =>
    aScan({ scannedAt: new Date(2026, 2, day, hour, 30).toISOString(), beer: aSightedBeer({ name }) })
  answers(listScans, {
    status: 200,
    body: [at(3, 6, 'Breakfast'), at(3, 5, 'Nightcap'), at(2, 21, 'Dinner'), at(2, 5, 'The night before')],
  })
  openApp('/history')
  await screen.findByRole('link', { name: 'Dinner' })
  const nights = screen.getAllByRole('heading', { level: 2 }).map((heading) => {
    const rows = within(heading.closest('section') ?? document.body).getAllByRole('link')
    return [heading.textContent, rows.map((row) => row.textContent)]
  })
  const [tuesday, monday, sunday] = nights
  expect(nights).toHaveLength(3)
  expect(tuesday).toEqual([expect.stringMatching(/^Tuesday, March 3/), ['Breakfast']])
  expect(monday).toEqual([expect.stringMatching(/^Monday, March 2/), ['Nightcap', 'Dinner']])
  expect(sunday).toEqual([expect.stringMatching(/^Sunday, March 1/), ['The night before']])
})

describe('removing a scan', () => {
  const [orval, hell] = [
    aScan({ beer: aSightedBeer({ name: 'Orval' }) }),
    aScan({ beer: aSightedBeer({ name: 'Hell' }) }),
  ]
  let scans = [orval, hell]
  let removals: Request[]
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    scans = [orval, hell]
    removals = requestsTo(deleteScan)
    answers(listScans, () => ({ status: 200 as const, body: scans }))
    answers(deleteScan, ({ params }) => {
      scans = scans.filter(({ id }) => id !== params.id)
      return { status: 204 as const, body: null }
    })
    return () => vi.useRealTimers()
  })

  it('hides the scan at once, and restores it in place on undo', async () => {
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Remove Orval from your history' }))
    expect(names()).toEqual(['Hell'])
    await pass(3_500)
    expect(names()).toEqual(['Hell'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(names()).toEqual(['Orval', 'Hell'])
    await pass(2 * UNDO_MS)
    expect(removals).toHaveLength(0)
  })

  it('deletes the scan after the undo period, even when the user has left the screen', spec('10.4.1'), async () => {
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Remove Orval from your history' }))
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await pass(UNDO_MS - 1_500)
    expect(removals).toHaveLength(0)
    await pass(1_500)
    await waitFor(() => expect(removals).toHaveLength(1))
    expect(new URL(removals[0]?.url ?? '').pathname).toBe(`/api/scans/${orval.id}`)
  })

  it('deletes the scan when the page closes', async () => {
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Remove Orval from your history' }))
    const fetched = vi.spyOn(globalThis, 'fetch')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(removals).toHaveLength(1))
    const outlivesThePage = expect.objectContaining({ method: 'DELETE', keepalive: true })
    expect(fetched).toHaveBeenCalledWith(`/api/scans/${orval.id}`, outlivesThePage)
  })

  it('also deletes its photo that waits to be sent again', async () => {
    cutsOff(detectContext)
    refuses(identifyBeer, 'scan_failed', 'too dark')
    const { user } = openApp('/', aUser())
    await user.upload(await screen.findByLabelText('Photo to upload'), aPhoto())
    await waitFor(() => expect(outbox.all()[0]?.state).toBe('failed'))
    scans = [aScan({ id: outbox.all()[0]?.id ?? '', status: 'failed' })]
    await user.click(await screen.findByRole('link', { name: /^Scan history/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove Beer Scan from your history' }))
    expect(await screen.findByRole('heading', { name: 'No scan history yet' })).toBeVisible()
    await pass(UNDO_MS)
    await waitFor(() => expect(outbox.all()).toEqual([]))
    expect(removals).toHaveLength(1)
  })

  it('shows the scan again when the server refuses, with the reason', async () => {
    refuses(deleteScan, 'unavailable', 'The kitchen is busy')
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Remove Orval from your history' }))
    await pass(UNDO_MS)
    expect(await screen.findByText("Couldn't remove the scan")).toBeVisible()
    expect(screen.getByText('The kitchen is busy')).toBeVisible()
    await waitFor(() => expect(names()).toEqual(['Orval', 'Hell']))
  })
})

describe('deleting all scans', () => {
  const scans = [aScan({ beer: aSightedBeer({ name: 'Orval' }) }), aScan({ beer: null })]
  let stored = scans

  beforeEach(() => {
    stored = scans
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answers(listScans, () => ({ status: 200 as const, body: stored }))
    answers(deleteScan, { status: 204, body: null })
    return () => vi.useRealTimers()
  })

  it('can be undone', async () => {
    const cleared = requestsTo(clearScans)
    const { user } = openApp('/history')
    expect(await screen.findByText('No beers detected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete all scans' }))
    expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(2 * UNDO_MS))
    expect(cleared).toHaveLength(0)
  })

  it('hides them on the profile and below the search, too, and an undo brings them back', async () => {
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Delete all scans' }))
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    const total = () => screen.getByText('Total Scans').parentElement?.querySelector('dd')
    await waitFor(() => expect(total()).toHaveTextContent(/^0$/))
    expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Search' }))
    expect(await screen.findByRole('link', { name: 'Scan your first beer' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
  })

  it('leaves nothing of them on the scan home', async () => {
    answers(clearScans, { status: 204, body: null })
    const { user } = openApp('/history')
    const [scan = aScan()] = scans
    handoff.leaveMenu({ scanId: scan.id, beers: [], context: 'menu', title: null, readAt: scan.scannedAt })
    handoff.leaveBeer({ beer: aSightedBeer(), scanId: scan.id, confidence: 80, alternatives: [], readText: [] })
    await user.click(await screen.findByRole('button', { name: 'Delete all scans' }))
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 500))
    await waitFor(() => expect(handoff.get()).toMatchObject({ menu: null, currentBeer: null }))
  })

  it('keeps a photo that was taken in the undo period', async () => {
    answers(clearScans, { status: 204, body: null })
    const [cleared, deleted] = [requestsTo(clearScans), requestsTo(deleteScan)]
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Delete all scans' }))
    stored = [...scans, aScan({ beer: aSightedBeer({ name: 'Duvel' }) })]
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 500))
    await waitFor(() => expect(deleted).toHaveLength(2))
    expect(cleared).toHaveLength(0)
  })

  it('asks the server once where nothing is new', async () => {
    answers(clearScans, { status: 204, body: null })
    const cleared = requestsTo(clearScans)
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('button', { name: 'Delete all scans' }))
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 500))
    await waitFor(() => expect(cleared).toHaveLength(1))
  })
})

it('updates the tasting status of a beer beside the history at once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  viewportWidth(1280)
  const orval = aSightedBeer({ name: 'Orval', breweryId: 7 })
  const scan = aScan({ beer: orval, beerId: orval.id })
  const brewery = {
    id: 7,
    name: 'Orval Abbey',
    city: null,
    state: null,
    country: null,
    founded: null,
    website: null,
    description: null,
    imageUrl: null,
    beerCount: 1,
  }
  let had = [{ ...UNMARKED, beerId: orval.id, scannedAt: scan.scannedAt }]
  answers(listMarks, () => ({ status: 200 as const, body: had }))
  answers(listScans, () => ({ status: 200 as const, body: had.length > 0 ? [scan] : [] }))
  answers(getBrewery, { status: 200, body: { brewery, beers: [orval] } })
  answers(deleteScan, () => {
    had = []
    return { status: 204 as const, body: null }
  })
  const { user } = openApp('/brewery/7')
  expect(await screen.findByText(/^scanned /)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Remove Orval from your history' }))
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS))
  await waitFor(() => expect(screen.queryByText(/^scanned /)).toBeNull())
  viewportWidth(PHONE_WIDTH_PX)
  vi.useRealTimers()
})

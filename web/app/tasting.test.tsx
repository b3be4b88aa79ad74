/** Having a beer and wanting to try it, on every screen that offers it, against a server that keeps journal and wants. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  addToJournal,
  addWant,
  changeJournalEntry,
  getBeer,
  listJournal,
  listMarks,
  listWants,
  removeJournalEntry,
  removeWant,
  saveSearch,
  search,
  similarBeers,
  type TriedEntry,
} from '#contracts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aSearchEntry, aSightedBeer, aTriedEntry } from '#web/testing/builders.ts'
import { answers, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'

const orval = aBeer({ name: 'Orval' })
const YEARS_AGO = '2024-01-10T20:05:00.000Z'

function serve(journal: TriedEntry[] = []) {
  const state = { journal, wantedAt: null as string | null }
  const details = { ownRating: null, evidence: null, facts: null, serving: null, canKeep: true }
  answers(getBeer, { status: 200, body: { ...orval, ...details } })
  answers(similarBeers, { status: 200, body: [] })
  answers(listJournal, () => ({ status: 200 as const, body: { entries: state.journal, next: null } }))
  answers(listMarks, () => {
    const triedAt = state.journal[0]?.triedAt ?? null
    const marks = { ...UNMARKED, beerId: orval.id, triedAt, timesTried: state.journal.length }
    return { status: 200 as const, body: [{ ...marks, wantedAt: state.wantedAt }] }
  })
  answers(listWants, () => ({
    status: 200 as const,
    body: state.wantedAt === null ? [] : [{ beerId: orval.id, beer: orval, wantedAt: state.wantedAt }],
  }))
  answers(addToJournal, () => {
    const entry = aTriedEntry({ beer: orval, triedAt: new Date().toISOString() })
    state.journal = [entry, ...state.journal]
    return { status: 201 as const, body: entry }
  })
  answers(changeJournalEntry, async ({ request, params }) => {
    const changes = (await request.json()) as Partial<TriedEntry>
    state.journal = state.journal.map((entry) => (String(entry.id) === params.id ? { ...entry, ...changes } : entry))
    return { status: 200 as const, body: state.journal[0] ?? aTriedEntry() }
  })
  answers(removeJournalEntry, ({ params }) => {
    state.journal = state.journal.filter(({ id }) => String(id) !== params.id)
    return { status: 204 as const, body: null }
  })
  answers(addWant, () => {
    state.wantedAt = new Date().toISOString()
    return { status: 200 as const, body: { beerId: orval.id, beer: orval, wantedAt: state.wantedAt } }
  })
  answers(removeWant, () => {
    state.wantedAt = null
    return { status: 204 as const, body: null }
  })
  return state
}

afterEach(() => vi.restoreAllMocks())

describe('the beer page', () => {
  it('says when the user had the beer, imported check-ins included', async () => {
    serve([aTriedEntry({ beer: orval, triedAt: YEARS_AGO, source: 'untappd' })])
    openApp(`/results?beer=${orval.id}`)
    expect(await screen.findByText('You had this on Jan 10, 2024')).toBeVisible()
  })

  it('tells a beer that was only scanned from one the user had', async () => {
    serve()
    answers(listMarks, { status: 200, body: [{ ...UNMARKED, beerId: orval.id, scannedAt: YEARS_AGO }] })
    openApp(`/results?beer=${orval.id}`)
    expect(await screen.findByText('You scanned this on Jan 10, 2024')).toBeVisible()
  })

  it('adds the beer to the journal with one tap, and takes it back', async () => {
    const state = serve()
    const { user } = openApp(`/results?beer=${orval.id}`)
    expect(await screen.findByText("You haven't had this one yet")).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Had it' }))
    expect(await screen.findByText(/^You had this on/)).toBeVisible()
    expect(state.journal).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText("You haven't had this one yet")).toBeVisible()
    expect(state.journal).toEqual([])
  })

  it('counts a double tap once, and a tap after the undo again', async () => {
    const state = serve()
    const { user } = openApp(`/results?beer=${orval.id}`)
    expect(await screen.findByText("You haven't had this one yet")).toBeVisible()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    await user.click(screen.getByRole('button', { name: 'Had it' }))
    expect(await screen.findByText('Added to your journal')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Had it' }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Removed from your journal')).toBeVisible()
    expect(state.journal).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Had it' }))
    await waitFor(() => expect(state.journal).toHaveLength(1))
  })

  it('counts two beers of the same kind that the user had one after the other', async () => {
    const state = serve()
    const { user } = openApp(`/results?beer=${orval.id}`)
    expect(await screen.findByText("You haven't had this one yet")).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Had it' }))
    await waitFor(() => expect(state.journal).toHaveLength(1))
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_500)
    await user.click(screen.getByRole('button', { name: 'Had it' }))
    await waitFor(() => expect(state.journal).toHaveLength(2))
  })

  it('says why it cannot show the details of an entry, and that one which waits has none yet', async () => {
    serve([aTriedEntry({ beer: orval, triedAt: YEARS_AGO })])
    cutsOff(listJournal)
    const { user } = openApp(`/results?beer=${orval.id}`)
    await user.click(await screen.findByRole('button', { name: 'Details' }))
    expect(await screen.findByRole('heading', { name: "Couldn't load your entry" })).toBeVisible()
    answers(listJournal, { status: 200, body: { entries: [], next: null } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^This entry is still on this device/)).toBeVisible()
  })

  it('takes the mark back when the server refuses the entry', async () => {
    serve()
    refuses(addToJournal, 'unavailable', 'Try later.')
    const { user } = openApp(`/results?beer=${orval.id}`)
    await user.click(await screen.findByRole('button', { name: 'Had it' }))
    expect(await screen.findByText("Couldn't add it to your journal. Try later.")).toBeVisible()
    expect(await screen.findByText("You haven't had this one yet")).toBeVisible()
  })

  it('puts the beer on the list to try, where it is found again', async () => {
    serve()
    const { user } = openApp(`/results?beer=${orval.id}`)
    await user.click(await screen.findByRole('button', { name: 'Want to try' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Want to try' })).toHaveAttribute('aria-pressed', 'true'),
    )
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await user.click(await screen.findByRole('link', { name: 'Want to Try' }))
    expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove Orval from your list to try' }))
    expect(await screen.findByText('No beers to try yet')).toBeVisible()
  })
})

describe('the journal', () => {
  it('lists what the user had by night, with rating, note and place', async () => {
    const night = { beer: orval, triedAt: YEARS_AGO }
    serve([aTriedEntry({ ...night, rating: 85, note: 'On the terrace', place: 'The Anchor' }), aTriedEntry(night)])
    const { user } = openApp('/history')
    await user.click(await screen.findByRole('link', { name: 'Journal' }))
    expect(await screen.findByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
    expect(await screen.findByText('2 beers')).toBeVisible()
    const [first] = screen.getAllByRole('article')
    expect(first).toHaveTextContent('85/100')
    expect(first).toHaveTextContent('The Anchor')
    expect(first).toHaveTextContent('On the terrace')
  })

  it('shows earlier entries on request', async () => {
    const later = aTriedEntry({ beer: orval })
    const earlier = aTriedEntry({ beer: aBeer({ name: 'Hell' }), triedAt: YEARS_AGO })
    answers(listJournal, ({ url }) => {
      const isSecond = url.searchParams.get('before') === '1-1'
      const body = isSecond ? { entries: [earlier], next: null } : { entries: [later], next: '1-1' }
      return { status: 200 as const, body }
    })
    const { user } = openApp('/history?show=journal')
    await user.click(await screen.findByRole('button', { name: 'Earlier nights' }))
    expect(await screen.findByRole('link', { name: 'Hell' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Orval' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Earlier nights' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Hell' })).toHaveFocus()
  })

  it('says that it could not load earlier entries, and lets the user try again', async () => {
    answers(listJournal, ({ url }) => {
      if (url.searchParams.has('before')) throw HttpResponse.error()
      return { status: 200 as const, body: { entries: [aTriedEntry({ beer: orval })], next: '1-1' } }
    })
    const { user } = openApp('/history?show=journal')
    await user.click(await screen.findByRole('button', { name: 'Earlier nights' }))
    expect(await screen.findByText("Couldn't load earlier nights")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Earlier nights' })).not.toHaveAttribute('aria-disabled')
  })

  it('shows what was saved without waiting for the journal', async () => {
    serve([aTriedEntry({ beer: orval, triedAt: YEARS_AGO })])
    const { user } = openApp('/history?show=journal')
    await user.click(await screen.findByRole('button', { name: 'Edit your entry: Orval' }))
    await user.type(await screen.findByLabelText('Where'), 'The Anchor')
    hangs(listJournal)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The Anchor')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lets the user add details, and sends only these', async () => {
    serve([aTriedEntry({ beer: orval, triedAt: YEARS_AGO })])
    const sent = requestsTo(changeJournalEntry)
    const { user } = openApp('/history?show=journal')
    await user.click(await screen.findByRole('button', { name: 'Edit your entry: Orval' }))
    await user.type(await screen.findByLabelText('Your rating, 0-100'), '77')
    await user.type(screen.getByLabelText('Where'), ' The Anchor ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The Anchor')).toBeVisible()
    expect(await sent[0]?.clone().json()).toEqual({ rating: 77, place: 'The Anchor' })
  })

  it('removes an entry, with undo', async () => {
    serve([aTriedEntry({ beer: orval, triedAt: YEARS_AGO })])
    const { user } = openApp('/history?show=journal')
    await user.click(await screen.findByRole('button', { name: 'Edit your entry: Orval' }))
    await user.click(await screen.findByRole('button', { name: 'Remove from journal' }))
    expect(await screen.findByText('Nothing in your journal yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Orval' })).toBeVisible()
  })
})

describe('rows', () => {
  it('of a search are marked, and take a beer into the journal with one tap', async () => {
    const state = serve()
    const other = aBeer({ name: 'Orval Vert' })
    answers(search, { status: 200, body: { breweries: [], beers: [orval, other] } })
    answers(saveSearch, { status: 201, body: aSearchEntry() })
    const { user } = openApp('/search')
    await user.type(await screen.findByRole('searchbox'), 'orval')
    await user.dblClick(await screen.findByRole('button', { name: 'Had it: Orval' }))
    const row = screen.getByRole('link', { name: 'Orval' }).closest('article') ?? document.body
    expect(await within(row).findByText('had just now')).toBeVisible()
    expect(state.journal).toHaveLength(1)
    expect(screen.getAllByText(/^had /)).toHaveLength(1)
  })

  it('of a menu take a beer into the journal, and can be filtered to the beers the user never had', async () => {
    serve()
    const [mine, other] = [aSightedBeer({ id: orval.id, name: 'Orval' }), aSightedBeer({ name: 'Hell' })]
    handoff.leaveMenu({
      scanId: crypto.randomUUID(),
      beers: [mine, other],
      context: 'menu',
      title: null,
      readAt: new Date().toISOString(),
    })
    const { user } = openApp('/menu-view')
    await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
    expect(await screen.findByText('had just now')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'Only new to me' }))
    await user.click(screen.getByRole('button', { name: 'Show 1 beer' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Hell' })).toBeVisible()
  })
})

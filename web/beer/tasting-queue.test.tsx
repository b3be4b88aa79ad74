import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import {
  addToJournal,
  addWant,
  listJournal,
  listMarks,
  listWants,
  removeJournalEntry,
  removeWant,
  saveSearch,
  search,
} from '#contracts'
import { handoff } from '#web/handoff/handoff.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aSearchEntry, aSightedBeer, aTriedEntry } from '#web/testing/builders.ts'
import { shortDeadlines } from '#web/testing/deadlines.ts'
import { answers, cutsOff, goesOffline, hangs, refuses, requestsTo, untilBackOnline } from '#web/testing/network.ts'
import { UNMARKED } from './tasting-status.tsx'

const orval = aSightedBeer({ name: 'Orval' })
const waiting = (userId: number) => JSON.parse(localStorage.getItem(`beergoggles.tasting-queue-${userId}`) ?? '[]')
const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body)

function openMenu(as?: Parameters<typeof openApp>[1]) {
  const readAt = new Date().toISOString()
  handoff.leaveMenu({ scanId: crypto.randomUUID(), beers: [orval], context: 'menu', title: null, readAt })
  return openApp('/menu-view', as)
}

it('puts a beer of a menu or a search on the list to try with one tap', async () => {
  let wantedAt: string | null = null
  answers(listMarks, () => ({ status: 200 as const, body: [{ ...UNMARKED, beerId: orval.id, wantedAt }] }))
  answers(addWant, () => {
    wantedAt = new Date().toISOString()
    return { status: 200 as const, body: { beerId: orval.id, beer: orval, wantedAt } }
  })
  const { user } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Want to try: Orval' }))
  expect(await rowOf('Orval').findByText('want to try')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Want to try: Orval' })).toHaveAttribute('aria-pressed', 'true')

  answers(search, { status: 200, body: { breweries: [], beers: [orval, aBeer({ name: 'Hell' })] } })
  answers(saveSearch, { status: 201, body: aSearchEntry() })
  await user.click(screen.getByRole('link', { name: 'Search' }))
  await user.type(await screen.findByRole('searchbox'), 'orval')
  const want = await screen.findByRole('button', { name: 'Want to try: Orval' })
  await waitFor(() => expect(want).toHaveAttribute('aria-pressed', 'true'))
  expect(screen.getByRole('button', { name: 'Want to try: Hell' })).toHaveAttribute('aria-pressed', 'false')
})

it('keeps what was wanted without a network, also after a reload, and sends it later', async () => {
  cutsOff(addWant)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Want to try: Orval' }))
  expect(await screen.findByText(/when you're back online/)).toBeVisible()
  expect(await rowOf('Orval').findByText('want to try')).toBeVisible()

  cleanup()
  answers(listWants, { status: 200, body: [] })
  openApp('/favorites?show=wants', signedIn)
  await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))

  const sent = requestsTo(addWant)
  answers(addWant, { status: 200, body: { beerId: orval.id, beer: orval, wantedAt: new Date().toISOString() } })
  await untilBackOnline(() => expect(sent).not.toHaveLength(0))
  await waitFor(() => expect(waiting(signedIn.id)).toEqual([]))
})

it('sends a beer that was had without a network with the time of the tap', async () => {
  cutsOff(addToJournal)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  expect(await rowOf('Orval').findByText('had just now')).toBeVisible()
  const [{ key, changedAt }] = waiting(signedIn.id)
  const sent = requestsTo(addToJournal)
  answers(addToJournal, { status: 201, body: aTriedEntry({ beer: orval, sourceId: key }) })
  await untilBackOnline(() => expect(sent).not.toHaveLength(0))
  expect(await sent[0]?.clone().json()).toEqual({ key, beerId: orval.id, triedAt: changedAt })
})

it('takes back a beer that waits, and one that was sent meanwhile', async () => {
  goesOffline()
  cutsOff(addToJournal)
  const { user, signedIn } = openMenu()
  const had = () => user.click(screen.getByRole('button', { name: 'Had it: Orval' }))
  await screen.findByRole('button', { name: 'Had it: Orval' })
  await had()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await rowOf('Orval').findByText('new to you')).toBeVisible()
  expect(waiting(signedIn.id)).toEqual([])

  await had()
  await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))
  const entry = aTriedEntry({ beer: orval, sourceId: waiting(signedIn.id)[0].key })
  answers(addToJournal, { status: 201, body: entry })
  answers(listJournal, { status: 200, body: { entries: [aTriedEntry({ beer: orval }), entry], next: null } })
  answers(removeJournalEntry, { status: 204, body: null })
  const removed = requestsTo(removeJournalEntry)
  await untilBackOnline(() => expect(waiting(signedIn.id)).toEqual([]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(removed.map(({ url }) => url.split('/').at(-1))).toEqual([String(entry.id)]))
})

it('no longer wants a beer that was had after it was wanted, both without a network', async () => {
  goesOffline()
  cutsOff(addWant)
  cutsOff(addToJournal)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Want to try: Orval' }))
  await rowOf('Orval').findByText('want to try')
  await user.click(screen.getByRole('button', { name: 'Had it: Orval' }))
  expect(await rowOf('Orval').findByText('had just now')).toBeVisible()
  expect(waiting(signedIn.id)).toMatchObject([{ kind: 'had' }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await rowOf('Orval').findByText('want to try')).toBeVisible()
  expect(waiting(signedIn.id)).toMatchObject([{ kind: 'want', isWanted: true }])
})

it('no longer sends a wish that waits once the beer was had, unless that is undone', async () => {
  goesOffline()
  cutsOff(addWant)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Want to try: Orval' }))
  await waitFor(() => expect(waiting(signedIn.id)).toMatchObject([{ kind: 'want' }]))
  answers(addToJournal, { status: 201, body: aTriedEntry({ id: 5, beer: orval }) })
  answers(removeJournalEntry, { status: 204, body: null })
  await user.click(screen.getByRole('button', { name: 'Had it: Orval' }))
  expect(await screen.findByText('Added to your journal')).toBeVisible()
  expect(waiting(signedIn.id)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Removed from your journal')).toBeVisible()
  expect(waiting(signedIn.id)).toMatchObject([{ kind: 'want', isWanted: true }])
})

it('still wants a beer that the journal has no room for', async () => {
  goesOffline()
  cutsOff(addWant)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Want to try: Orval' }))
  await waitFor(() => expect(waiting(signedIn.id)).toMatchObject([{ kind: 'want' }]))
  refuses(addToJournal, 'journal_full', 'Your journal is full.')
  await user.click(screen.getByRole('button', { name: 'Had it: Orval' }))
  expect(await screen.findByText("Couldn't add it to your journal. Your journal is full.")).toBeVisible()
  expect(waiting(signedIn.id)).toMatchObject([{ kind: 'want', isWanted: true }])
})

it('takes back a beer that is being sent, once the server has it', async () => {
  cutsOff(addToJournal)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))
  const entry = aTriedEntry({ beer: orval, sourceId: waiting(signedIn.id)[0].key })
  let entries: (typeof entry)[] = []
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  answers(addToJournal, async () => {
    await arrived
    entries = [entry]
    return { status: 201 as const, body: entry }
  })
  answers(listJournal, () => ({ status: 200 as const, body: { entries, next: null } }))
  answers(removeJournalEntry, { status: 204, body: null })
  const [sent, removed] = [requestsTo(addToJournal), requestsTo(removeJournalEntry)]
  await untilBackOnline(() => expect(sent).not.toHaveLength(0))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  arrive()
  await waitFor(() => expect(removed).toHaveLength(1))
})

it('sends no waiting wish after it was taken back', async () => {
  cutsOff(addWant)
  const { user } = openMenu()
  const want = await screen.findByRole('button', { name: 'Want to try: Orval' })
  await user.click(want)
  await waitFor(() => expect(want).toHaveAttribute('aria-pressed', 'true'))
  const [wanted, removed] = [requestsTo(addWant), requestsTo(removeWant)]
  await untilBackOnline(() => expect(wanted).not.toHaveLength(0))
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  answers(removeWant, async () => {
    await finished
    return { status: 204 as const, body: null }
  })
  await user.click(want)
  await waitFor(() => expect(removed).toHaveLength(1))
  const sent = wanted.length
  window.dispatchEvent(new Event('online'))
  finish()
  await waitFor(() => expect(want).toHaveAttribute('aria-pressed', 'false'))
  expect(wanted).toHaveLength(sent)
})

it('keeps a beer that a hanging network gives no answer to, and takes it back also from the server', async () => {
  shortDeadlines(500)
  hangs(addToJournal)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  expect(await screen.findByText(/when you're back online/)).toBeVisible()
  expect(await rowOf('Orval').findByText('had just now')).toBeVisible()
  const [{ key }] = waiting(signedIn.id)
  const stored = aTriedEntry({ beer: orval, sourceId: key })
  answers(listJournal, { status: 200, body: { entries: [stored], next: null } })
  answers(removeJournalEntry, { status: 204, body: null })
  const removed = requestsTo(removeJournalEntry)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(removed.map(({ url }) => url.split('/').at(-1))).toEqual([String(stored.id)]))
  expect(waiting(signedIn.id)).toEqual([])
})

/** A server that stores what was had, before the connection breaks. */
function loseAnswers(): { keys: string[] } {
  const stored: { keys: string[] } = { keys: [] }
  answers(addToJournal, async ({ request }) => {
    const { key } = await request.json()
    stored.keys = [key]
    throw HttpResponse.error()
  })
  answers(listJournal, () => {
    const entries = stored.keys.map((sourceId) => aTriedEntry({ id: 5, beer: orval, sourceId }))
    return { status: 200 as const, body: { entries, next: null } }
  })
  answers(removeJournalEntry, () => {
    stored.keys = []
    return { status: 204 as const, body: null }
  })
  return stored
}

it('takes back a beer that the server has stored before the connection broke', async () => {
  const stored = loseAnswers()
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Removed from your journal')).toBeVisible()
  expect(stored.keys).toEqual([])
  expect(waiting(signedIn.id)).toEqual([])
})

it('takes back a beer also if the connection breaks again, and once it is back', async () => {
  const stored = loseAnswers()
  cutsOff(listJournal)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Removed from your journal')).toBeVisible()
  expect(await rowOf('Orval').findByText('new to you')).toBeVisible()
  expect(waiting(signedIn.id)).toMatchObject([{ kind: 'had', isUndone: true }])
  expect(stored.keys).toHaveLength(1)

  const { keys } = stored
  Object.assign(loseAnswers(), { keys })
  const added = requestsTo(addToJournal)
  await untilBackOnline(() => expect(waiting(signedIn.id)).toEqual([]))
  expect(added).toEqual([])
})

it('takes back from the server what was sent while it waited, and whose answer was lost', async () => {
  goesOffline()
  cutsOff(addToJournal)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))
  const stored = loseAnswers()
  await untilBackOnline(() => expect(stored.keys).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Removed from your journal')).toBeVisible()
  expect(stored.keys).toEqual([])
  expect(waiting(signedIn.id)).toEqual([])
})

it('says which beer the journal or the list to try had no room for when it was sent', async () => {
  cutsOff(addToJournal)
  cutsOff(addWant)
  const { user, signedIn } = openMenu()
  await user.click(await screen.findByRole('button', { name: 'Had it: Orval' }))
  await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))
  refuses(addToJournal, 'journal_full', 'Your journal is full.')
  await untilBackOnline(() => expect(waiting(signedIn.id)).toEqual([]))
  expect(await screen.findByText("Couldn't add Orval to your journal")).toBeVisible()
  expect(screen.getByText('Your journal is full.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Want to try: Orval' }))
  await waitFor(() => expect(waiting(signedIn.id)).toHaveLength(1))
  refuses(addWant, 'not_found', 'There is no such beer.')
  await untilBackOnline(() => expect(waiting(signedIn.id)).toEqual([]))
  expect(await screen.findByText("Couldn't put Orval on your list to try")).toBeVisible()
})

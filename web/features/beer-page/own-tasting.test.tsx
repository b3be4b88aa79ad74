import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  changeJournalEntry,
  getBeer,
  keepEntryPicture,
  listJournal,
  listMarks,
  similarBeers,
  type TriedEntry,
} from '#contracts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer, aTriedEntry } from '#web/testing/builders.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'

const beer = aBeer({ id: 3, name: 'Orval' })
let entries: TriedEntry[]

beforeEach(() => {
  const nothing = { ownRating: null, evidence: { votes: 0, imported: [] }, facts: null, serving: null, canKeep: true }
  answers(getBeer, { status: 200, body: { ...beer, ...nothing } })
  answers(similarBeers, { status: 200, body: [] })
  answers(listMarks, () => {
    const marks = { triedAt: entries[0]?.triedAt ?? null, timesTried: entries.length, scannedAt: null, wantedAt: null }
    return { status: 200 as const, body: [{ beerId: beer.id, ...marks }] }
  })
  answers(listJournal, () => ({ status: 200 as const, body: { entries, next: null } }))
})

async function openEntry() {
  const { user } = openApp('/results?beer=3')
  await user.click(await screen.findByRole('button', { name: 'Details' }))
  await screen.findByRole('button', { name: 'Save' })
  return { user, sheet: within(screen.getByRole('dialog', { name: 'Journal entry' })) }
}

it('saves the entry that was opened, also when a newer one arrives meanwhile', async () => {
  const [older, newer] = [aTriedEntry({ beer, note: 'older' }), aTriedEntry({ beer, note: 'newer' })]
  entries = [older]
  answers(changeJournalEntry, { status: 200, body: older })
  const changed = requestsTo(changeJournalEntry)
  const { user, sheet } = await openEntry()
  entries = [newer, older]
  const otherTab = new BroadcastChannel('beergoggles')
  otherTab.postMessage({})
  expect(await screen.findByText(/2 times in all/)).toBeVisible()
  otherTab.close()
  await user.type(sheet.getByDisplayValue('older'), ', and fuller')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changed).toHaveLength(1))
  expect(changed[0]?.url).toMatch(new RegExp(`/${older.id}$`))
  expect(await changed[0]?.json()).toEqual({ note: 'older, and fuller' })

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Details' }))
  expect(await screen.findByDisplayValue('newer')).toBeVisible()
})

it('opens the entry that is then the latest, not the one it was before', async () => {
  entries = [aTriedEntry({ beer, note: 'older' })]
  const { user } = await openEntry()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  entries = [aTriedEntry({ beer, note: 'newer' }), ...entries]
  await user.click(screen.getByRole('button', { name: 'Details' }))
  expect(await screen.findByDisplayValue('newer')).toBeVisible()
})

it('does not open an entry again that was removed', async () => {
  entries = [aTriedEntry({ beer, note: 'newer' }), aTriedEntry({ beer, note: 'older' })]
  const { user, sheet } = await openEntry()
  await user.click(sheet.getByRole('button', { name: 'Remove from journal' }))
  await user.click(screen.getByRole('button', { name: 'Details' }))
  const note = await screen.findByDisplayValue('older')
  expect(note).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove from journal' }))
  await user.click(screen.getByRole('button', { name: 'Details' }))
  const empty = await screen.findByRole('dialog', { name: 'Details' })
  expect(await within(empty).findByText('Removed from your journal')).toBeVisible()
})

/** A server that rates the beer with its entry. */
function serveRating(): void {
  const entry = aTriedEntry({ beer })
  entries = [entry]
  const rated = {
    ...beer,
    ownRating: 83,
    evidence: { votes: 1, imported: [] },
    facts: null,
    serving: null,
    canKeep: true,
  }
  answers(changeJournalEntry, () => {
    answers(getBeer, { status: 200, body: rated })
    return { status: 200 as const, body: { ...entry, rating: 83 } }
  })
}

it('shows a rating that was given to the entry as the rating of the beer', async () => {
  serveRating()
  const { user, sheet } = await openEntry()
  expect(screen.getByText('Not rated yet')).toBeInTheDocument()
  await user.type(sheet.getByLabelText(/Your rating/), '83')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Change your rating' })).toBeVisible()
  expect(screen.queryByText('Not rated yet')).toBeNull()
})

it('shows a rating that was given to the entry also if its photo is refused', async () => {
  serveRating()
  refuses(keepEntryPicture, 'pictures_full', 'Your pictures are full.')
  const { user, sheet } = await openEntry()
  await user.type(sheet.getByLabelText(/Your rating/), '83')
  await user.upload(sheet.getByLabelText('Add a photo', { selector: 'input' }), aPhoto())
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText("Couldn't update your journal. Your pictures are full.")).toBeVisible()
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('button', { name: 'Change your rating' })).toBeVisible()
})

it('shows what the user wrote about the beer, line by line, as long as it is in the journal', async () => {
  const noted = aTriedEntry({ beer, note: 'Leather\nand lemon', place: 'At the abbey', rating: 91 })
  entries = [aTriedEntry({ beer, note: null }), noted]
  openApp('/results?beer=3')
  const notes = within(await screen.findByRole('region', { name: 'Your notes' }))
  expect(notes.getAllByRole('listitem')).toHaveLength(1)
  expect(notes.getByText(/91\/100.*At the abbey/)).toBeVisible()
  expect(notes.getByText(/Leather/)).toHaveTextContent('Leather and lemon')
  expect(notes.getByText(/Leather/)).toHaveClass('whitespace-pre-line')
})

it('shows no notes where there are none', async () => {
  entries = [aTriedEntry({ beer, note: null })]
  openApp('/results?beer=3')
  expect(await screen.findByRole('button', { name: 'Details' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Your notes' })).toBeNull()
})

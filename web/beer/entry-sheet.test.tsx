import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import {
  changeJournalEntry,
  keepEntryPicture,
  listJournal,
  picturePath,
  removeEntryPicture,
  removeJournalEntry,
  type TriedEntry,
  UNDO_MS,
} from '#contracts'
import { newId } from '#web/device/new-id.ts'
import { aPhoto, openApp } from '#web/testing/app.tsx'
import { aBeer, aTriedEntry } from '#web/testing/builders.ts'
import { answers, answersLater, refuses, requestsTo } from '#web/testing/network.ts'

let entry: TriedEntry

beforeEach(() => {
  entry = aTriedEntry({ beer: aBeer({ name: 'Orval' }) })
  answers(listJournal, () => ({ status: 200 as const, body: { entries: [entry], next: null } }))
  answers(changeJournalEntry, async ({ request }) => {
    entry = { ...entry, ...(await request.json()) }
    return { status: 200 as const, body: entry }
  })
  answers(keepEntryPicture, () => {
    entry = { ...entry, pictureId: newId() }
    return { status: 200 as const, body: { id: entry.pictureId ?? '' } }
  })
  answers(removeEntryPicture, () => {
    entry = { ...entry, pictureId: null }
    return { status: 204 as const, body: null }
  })
})

async function open() {
  const { user } = openApp('/history?show=journal')
  await user.click(await screen.findByRole('button', { name: 'Edit your entry: Orval' }))
  await screen.findByRole('dialog', { name: 'Journal entry' })
  return { user, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

it('adds a photo only when the entry is saved, shows it in the journal, and removes it again', async () => {
  const sent = requestsTo(keepEntryPicture)
  const { user, save } = await open()
  await user.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), aPhoto())
  expect(await screen.findByRole('button', { name: 'Remove photo' })).toBeVisible()
  expect(sent).toEqual([])
  await save()
  const kept = await screen.findByRole('img', { name: 'Your photo with Orval' })
  expect(kept).toHaveAttribute('src', picturePath(entry.pictureId ?? ''))
  expect(sent).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Edit your entry: Orval' }))
  await user.click(await screen.findByRole('button', { name: 'Remove photo' }))
  await save()
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Your photo with Orval' })).toBeNull())
})

it('keeps the decimal of a rating in the journal', async () => {
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Your rating, 0-100'), '82.5')
  await save()
  expect(await screen.findByText('82.5')).toBeVisible()
})

it('stays open with the photo when it cannot be kept, and says why', async () => {
  refuses(keepEntryPicture, 'pictures_full', 'Your pictures are full.')
  const { user, save } = await open()
  await user.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), aPhoto())
  await save()
  expect(await screen.findByText(/Your pictures are full/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove photo' })).toBeVisible()
})

it('takes the position only on tap, rounded, and shows it as it is kept', async () => {
  const getCurrentPosition = vi.fn((found: (at: object) => void) =>
    found({ coords: { latitude: 52.520012, longitude: -13.40499 } }),
  )
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as unknown as Geolocation)
  const { user, save } = await open()
  expect(getCurrentPosition).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Use my location' }))
  expect(await screen.findByText('52.520° N, 13.405° W, to about 100 m')).toBeVisible()
  await save()
  await waitFor(() => expect(entry.position).toEqual({ latitude: 52.52, longitude: -13.405 }))
  expect(await screen.findByText('52.520° N, 13.405° W')).toBeVisible()
})

it('leaves alone what the user did not change: another device may have changed it meanwhile', async () => {
  entry = { ...entry, rating: 60, note: 'Fresh', place: 'The Anchor' }
  const sent = requestsTo(changeJournalEntry)
  const { user, save } = await open()
  entry = { ...entry, rating: 80 }
  await user.type(screen.getByLabelText('Note'), ', on tap')
  await save()
  await screen.findByText('Fresh, on tap')
  expect(await sent[0]?.clone().json()).toEqual({ note: 'Fresh, on tap' })
  expect(screen.getByRole('article')).toHaveTextContent('80/100')

  await user.click(screen.getByRole('button', { name: 'Edit your entry: Orval' }))
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

it('is busy until it has the position', async () => {
  let find: () => void = () => undefined
  const getCurrentPosition = (found: (at: object) => void) => {
    find = () => found({ coords: { latitude: 52.52, longitude: 13.405 } })
  }
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as unknown as Geolocation)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Use my location' }))
  expect(await screen.findByRole('button', { name: 'Finding where you are…' })).toHaveAttribute('aria-disabled', 'true')
  find()
  expect(await screen.findByText('52.520° N, 13.405° E, to about 100 m')).toBeVisible()
})

it('saves an entry that is ahead of the clock of this device', async () => {
  entry = { ...entry, triedAt: new Date(Date.now() + 5 * 60_000).toISOString() }
  await open()
  const when = screen.getByLabelText<HTMLInputElement>('When')
  expect(when.max).toBe(when.value)
})

it('loses nothing that was typed when it is closed without saving', async () => {
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Barnyard ')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Not saved yet')).toBeVisible()
  expect(screen.queryByText('Barnyard')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Edit your entry: Orval' }))
  expect(await screen.findByLabelText('Note')).toHaveValue('Barnyard ')
  await save()
  expect(await screen.findByText('Barnyard')).toBeVisible()
  // What is saved is no draft any more: the field has what the server stored.
  await user.click(screen.getByRole('button', { name: 'Edit your entry: Orval' }))
  expect(await screen.findByLabelText('Note')).toHaveValue('Barnyard')
})

/** In another tab, which this one hears of. */
function changeElsewhere(changes: Partial<TriedEntry>): void {
  entry = { ...entry, ...changes }
  const otherTab = new BroadcastChannel('beergoggles')
  otherTab.postMessage({})
  otherTab.close()
}

it('leaves alone what has changed since something else was typed and not saved', async () => {
  const sent = requestsTo(changeJournalEntry)
  const removed = requestsTo(removeEntryPicture)
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Barnyard')
  await user.keyboard('{Escape}')
  changeElsewhere({ rating: 82, pictureId: newId() })
  await screen.findByRole('img', { name: 'Your photo with Orval' })
  await user.click(screen.getByRole('button', { name: 'Edit your entry: Orval' }))
  expect(await screen.findByLabelText('Note')).toHaveValue('Barnyard')
  expect(screen.getByLabelText('Your rating, 0-100')).toHaveValue(82)
  expect(screen.getByRole('button', { name: 'Remove photo' })).toBeVisible()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await sent[0]?.clone().json()).toEqual({ note: 'Barnyard' })
  expect(removed).toEqual([])
})

it('shows what changes while it is open, beside what was typed', async () => {
  const sent = requestsTo(changeJournalEntry)
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Barnyard')
  changeElsewhere({ rating: 82, note: 'Fresh' })
  await waitFor(() => expect(screen.getByLabelText('Your rating, 0-100')).toHaveValue(82))
  expect(screen.getByLabelText('Note')).toHaveValue('Barnyard')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.clone().json()).toEqual({ note: 'Barnyard' })
})

it('sends no field whose text was restored', async () => {
  entry = { ...entry, note: 'Fresh' }
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'x{Backspace}')
  await user.type(screen.getByLabelText('Where'), 'The Anchor')
  changeElsewhere({ note: 'Stale' })
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Stale'))
  await save()
  await waitFor(() => expect(entry).toMatchObject({ note: 'Stale', place: 'The Anchor' }))
})

it('says nothing when it is closed unchanged', async () => {
  const { user } = await open()
  await user.type(screen.getByLabelText('Note'), 'x{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

it('leaves another entry open that was opened while the first was being saved', async () => {
  const saison = aTriedEntry({ beer: aBeer({ name: 'Saison' }) })
  answers(listJournal, () => ({ status: 200 as const, body: { entries: [entry, saison], next: null } }))
  const finish = answersLater(changeJournalEntry, { status: 200, body: { ...entry, note: 'Fresh' } })
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Fresh')
  await save()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Edit your entry: Saison' }))
  await user.type(await screen.findByLabelText('Note'), 'Dry')
  finish()
  expect(await screen.findByText('Journal updated')).toBeVisible()
  expect(screen.getByRole('dialog', { name: 'Journal entry' })).toBeVisible()
  expect(screen.getByLabelText('Note')).toHaveValue('Dry')
})

it('shows what was saved even if the photo was not', async () => {
  refuses(keepEntryPicture, 'pictures_full', 'Your pictures are full.')
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Fresh')
  await user.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), aPhoto())
  await save()
  expect(await screen.findByText(/Your pictures are full/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Fresh')).toBeVisible()
})

it('saves once what was saved although the photo was not', async () => {
  refuses(keepEntryPicture, 'pictures_full', 'Your pictures are full.')
  const sent = requestsTo(changeJournalEntry)
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Fresh')
  await user.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), aPhoto())
  await save()
  expect(await screen.findByText("Couldn't update your journal. Your pictures are full.")).toBeVisible()
  changeElsewhere({ note: 'Stale' })
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Stale'))
  answers(keepEntryPicture, { status: 200, body: { id: newId() } })
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

it('waits for a photo that is still being prepared', async () => {
  let decode: (picture: object) => void = () => undefined
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (decode = resolve)))
  const sent = requestsTo(keepEntryPicture)
  const { user, save } = await open()
  await user.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), aPhoto())
  await save()
  decode({ width: 4, height: 3, close: () => undefined })
  await screen.findByRole('button', { name: 'Remove photo' })
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
})

it('leads the focus on to the next entry when one is deleted', async () => {
  const saison = aTriedEntry({ beer: aBeer({ name: 'Saison' }) })
  answers(listJournal, () => ({ status: 200 as const, body: { entries: [entry, saison], next: null } }))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Remove from journal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('link', { name: 'Saison' })).toHaveFocus()
})

it('shows what was saved although the answer did not arrive', async () => {
  answers(changeJournalEntry, () => {
    entry = { ...entry, note: 'Barnyard' }
    throw HttpResponse.error()
  })
  const { user, save } = await open()
  await user.type(screen.getByLabelText('Note'), 'Barnyard')
  await save()
  expect(await screen.findByText(/^Couldn't update your journal/)).toBeVisible()
  // In the journal and in the field.
  await waitFor(() => expect(screen.getAllByText('Barnyard')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByText('Barnyard')).toBeVisible()
})

it('stays removed although the answer did not arrive', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let entries = [entry]
  answers(listJournal, () => ({ status: 200 as const, body: { entries, next: null } }))
  answers(removeJournalEntry, () => {
    entries = []
    throw HttpResponse.error()
  })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Remove from journal' }))
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(await screen.findByText("Couldn't remove it from your journal")).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orval' })).toBeNull())
})

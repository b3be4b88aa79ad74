import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import {
  beginImport,
  getImport,
  listImports,
  listScans,
  type OwnImport,
  startImport,
  type User,
  undoImport,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { chosenLanguage, preferences } from '#web/device/preferences.ts'
import { openApp } from '#web/testing/app.tsx'
import { anImport, aScan } from '#web/testing/builders.ts'
import { holdUploads } from '#web/testing/fake-upload.ts'
import { answers, answersLater, cutsOff, hangs, refuses, requestsTo } from '#web/testing/network.ts'

afterEach(() => vi.useRealTimers())

const aFile = (text = '{"scans": []}', name = 'mine.json') => new File([text], name, { type: 'application/json' })
const new5 = { scans: { fresh: 5, known: 2 }, unlistedBeers: 1, unplaced: 3 }
const problems = {
  reasons: [{ what: 'an invalid scan (scannedAt)', count: 3 }],
  problems: [4, 9, 17].map((line) => ({ line, what: 'an invalid scan (scannedAt)' })),
}

/** A server with one import, which start and undo change. */
function holds(first: OwnImport): { current: OwnImport | undefined } {
  const held: { current: OwnImport | undefined } = { current: first }
  answers(listImports, () => ({ status: 200 as const, body: held.current ? [held.current] : [] }))
  answers(getImport, () => {
    if (!held.current) throw new Error('requested an import that does not exist')
    return { status: 200 as const, body: held.current }
  })
  answers(startImport, () => {
    held.current = { ...(held.current ?? first), state: 'importing', progress: 40 }
    return { status: 202 as const, body: held.current }
  })
  answers(undoImport, () => {
    held.current = undefined
    return { status: 204 as const, body: null }
  })
  return held
}

it('uploads a file, previews its entries and problems, and imports it on confirmation', async () => {
  const checked = anImport({ fileName: 'mine.json', counts: new5, ...problems })
  const checking = { ...checked, state: 'checking', progress: 12 }
  const held = holds(checking)
  held.current = undefined
  answers(beginImport, () => {
    held.current = checking
    return { status: 202 as const, body: checking }
  })
  const sent = requestsTo(beginImport)
  const { user } = openApp('/export-data')
  await user.upload(await screen.findByLabelText('Choose a File', { selector: 'input' }), aFile('{"scans": [1]}'))
  expect(await screen.findByRole('progressbar', { name: 'Checking the file' })).toHaveAttribute('aria-valuenow', '12')
  expect(new URL(sent[0]?.url ?? '').searchParams.get('name')).toBe('mine.json')
  expect(await sent[0]?.clone().text()).toBe('{"scans": [1]}')
  held.current = checked
  const card = within(await screen.findByRole('article'))
  expect(card.getByText("What's in this file")).toBeVisible()
  expect(card.getByText('5 new')).toBeVisible()
  expect(card.getByText(/2 already here/)).toBeVisible()
  expect(card.getByText('1 beer is new to us.')).toBeVisible()
  await user.click(card.getByText("3 entries can't be imported"))
  expect(card.getByText(/3 × an invalid scan/)).toBeVisible()
  expect(card.getByText('line 4, line 9, line 17')).toBeVisible()

  await user.click(card.getByRole('button', { name: 'Import 5 new' }))
  expect(await screen.findByRole('progressbar', { name: 'Importing' })).toHaveAttribute('aria-valuenow', '40')
  const scans = requestsTo(listScans)
  held.current = { ...checked, state: 'done' }
  expect(await screen.findByRole('heading', { name: 'Import Complete' })).toBeVisible()
  expect(screen.getByText('5 added')).toBeVisible()
  await waitFor(() => expect(scans.length).toBeGreaterThan(0))
})

it('takes over the settings of the import, except what was changed in this browser', async () => {
  preferences.set({ ...preferences.get(), vibration: false })
  const settings = { soundEffects: false, vibration: true, language: 'cs' }
  const importing = anImport({ state: 'importing', progress: 40, settings })
  const held = holds(importing)
  openApp('/export-data')
  expect(await screen.findByRole('progressbar', { name: 'Importing' })).toBeVisible()
  held.current = { ...importing, state: 'done' }
  expect(await screen.findByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await waitFor(() => expect(chosenLanguage.get()).toBe('cs'))
  expect(preferences.get()).toMatchObject({ soundEffects: false, vibration: false })
})

it.each([
  ['another screen is open', () => act(() => navigate('/favorites')), () => act(() => navigate('/export-data'))],
  ['the page is closed', cleanup, (signedIn: User) => void openApp('/export-data', signedIn)],
])('takes over the settings of an import that ends while %s, once', async (_, leave, comeBack) => {
  const settings = { soundEffects: false, vibration: false, language: 'cs' }
  const checked = anImport({ counts: new5, settings })
  const held = holds(checked)
  const { user, signedIn } = openApp('/export-data')
  await user.click(await screen.findByRole('button', { name: 'Import 5 new' }))
  expect(await screen.findByRole('progressbar', { name: 'Importing' })).toBeVisible()
  leave()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  held.current = { ...checked, state: 'done' }
  comeBack(signedIn)
  expect(await screen.findByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await waitFor(() => expect(preferences.get()).toMatchObject({ soundEffects: false, vibration: false }))
  expect(chosenLanguage.get()).toBe('cs')
  preferences.set({ ...preferences.get(), vibration: true })
  cleanup()
  openApp('/export-data', signedIn)
  expect(await screen.findByRole('heading', { name: 'Earlier imports' })).toBeVisible()
  expect(preferences.get().vibration).toBe(true)
})

it('offers no import when every entry is already stored', async () => {
  holds(anImport({ counts: { favorites: { fresh: 0, known: 4 } } }))
  const { user } = openApp('/export-data')
  expect(await screen.findByText('Nothing new here: you already have all of it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('button', { name: 'Choose a File' })).toBeVisible()
})

it('shows what is wrong with a file, and accepts another one', async () => {
  refuses(beginImport, 'invalid', 'This is neither an export of BeerGoggles nor one of Untappd.')
  const { user } = openApp('/export-data')
  await user.upload(await screen.findByLabelText('Choose a File', { selector: 'input' }), aFile('hello'))
  expect(await screen.findByText('Import Failed')).toBeVisible()
  expect(screen.getByText('This is neither an export of BeerGoggles nor one of Untappd.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose a File' })).toBeVisible()
})

it('stops the upload on cancel', async () => {
  hangs(beginImport)
  const { user } = openApp('/export-data')
  await user.upload(await screen.findByLabelText('Choose a File', { selector: 'input' }), aFile())
  expect(await screen.findByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Choose a File' })).toBeVisible()
  expect(screen.queryByText('Import Failed')).toBeNull()
  expect(screen.getByRole('region', { name: 'Import' })).toHaveFocus()
})

it('keeps uploading when the user looks at another screen', async () => {
  const release = holdUploads()
  const { user } = openApp('/export-data')
  await user.upload(await screen.findByLabelText('Choose a File', { selector: 'input' }), aFile())
  expect(await screen.findByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  act(() => navigate('/favorites'))
  await screen.findByRole('heading', { name: 'Favorites', level: 1 })
  act(() => navigate('/export-data'))
  expect(await screen.findByRole('progressbar', { name: 'Uploading the file' })).toBeVisible()
  holds(anImport({ state: 'checked', counts: new5 }))
  answers(beginImport, { status: 202, body: anImport({ state: 'checked', counts: new5 }) })
  release()
  expect(await screen.findByText("What's in this file", { selector: 'h3' })).toBeVisible()
})

it('announces each step in one place, and keeps the focus in the section', async () => {
  const checked = anImport({ counts: new5 })
  const held = holds({ ...checked, state: 'checking' })
  const { user } = openApp('/export-data')
  const status = await screen.findByText('Checking the file', { selector: '[role=status]' })
  held.current = checked
  await waitFor(() => expect(status).toHaveTextContent("What's in this file"))
  await user.click(screen.getByRole('button', { name: 'Import 5 new' }))
  await waitFor(() => expect(status).toHaveTextContent('Importing'))
  expect(screen.getByRole('region', { name: 'Import' })).toHaveFocus()
})

it('resumes a running import after a reload, and cancels it', async () => {
  holds(anImport({ state: 'importing', progress: 73.4 }))
  const ended = requestsTo(undoImport)
  const { user } = openApp('/export-data')
  expect(await screen.findByRole('progressbar', { name: 'Importing' })).toHaveAttribute('aria-valuenow', '73')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Choose a File' })).toBeVisible()
  expect(ended).toHaveLength(1)
})

it('polls the progress of an import twice a second', spec('10.3.15'), async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  holds(anImport({ state: 'importing', progress: 10 }))
  openApp('/export-data')
  await screen.findByRole('progressbar', { name: 'Importing' })
  const polls = requestsTo(getImport)
  for (let passed = 0; passed < 5_000; passed += 50) await vi.advanceTimersByTimeAsync(50)
  expect(polls.length).toBeGreaterThan(7)
  expect(polls.length).toBeLessThan(13)
})

it('undoes an earlier import only after confirmation', async () => {
  answers(listScans, { status: 200, body: [aScan()] })
  holds(anImport({ state: 'done', fileName: 'untappd.csv', counts: { checkIns: { fresh: 7, known: 0 } } }))
  const undone = requestsTo(undoImport)
  const { user } = openApp('/export-data')
  const undo = await screen.findByRole('button', { name: 'Undo import: untappd.csv' })
  expect(screen.getByText(/7 added/)).toBeVisible()
  await user.click(undo)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep it' }))
  expect(undone).toHaveLength(0)
  await user.click(undo)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('Import undone')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('untappd.csv')).toBeNull())
})

it('says that an import is complete although an earlier one was undone meanwhile', async () => {
  const importing = anImport({ state: 'importing', progress: 40 })
  const earlier = anImport({ state: 'done', fileName: 'untappd.csv' })
  const held = holds(importing)
  let imports = [importing, earlier]
  answers(listImports, () => ({ status: 200 as const, body: imports }))
  answers(undoImport, () => {
    imports = [importing]
    return { status: 204 as const, body: null }
  })
  const { user } = openApp('/export-data')
  await screen.findByRole('progressbar', { name: 'Importing' })
  await user.click(await screen.findByRole('button', { name: 'Undo import: untappd.csv' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo import' }))
  await waitFor(() => expect(screen.queryByText('untappd.csv')).toBeNull())
  const scans = requestsTo(listScans)
  held.current = { ...importing, state: 'done' }
  imports = [held.current]
  expect(await screen.findByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await waitFor(() => expect(scans.length).toBeGreaterThan(0))
})

it('says of an earlier import that it stopped early', async () => {
  holds(anImport({ state: 'failed', counts: { scans: { fresh: 3, known: 0 } } }))
  openApp('/export-data')
  expect(await screen.findByText(/The import stopped early · 3 added$/)).toBeVisible()
})

it('starts an import once, however often it is tapped', async () => {
  holds(anImport({ counts: { favorites: { fresh: 4, known: 0 } } }))
  const sent = requestsTo(startImport)
  const finish = answersLater(startImport, { status: 202, body: anImport({ state: 'importing' }) })
  const { user } = openApp('/export-data')
  const start = await screen.findByRole('button', { name: 'Import 4 new' })
  await user.click(start)
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(start)
  finish()
  await screen.findByRole('progressbar')
  expect(sent).toHaveLength(1)
})

it('goes on with a file that arrived although the answer did not', async () => {
  const held = holds(anImport({ counts: { favorites: { fresh: 4, known: 0 } } }))
  const { current } = held
  held.current = undefined
  answers(beginImport, () => {
    held.current = current
    throw HttpResponse.error()
  })
  const { user } = openApp('/export-data')
  await user.upload(await screen.findByLabelText('Choose a File', { selector: 'input' }), aFile())
  expect(await screen.findByRole('button', { name: 'Import 4 new' })).toBeVisible()
  expect(screen.queryByText('Import Failed')).toBeNull()
})

it('goes on with an import that started although the answer did not arrive', async () => {
  const held = holds(anImport({ counts: { favorites: { fresh: 4, known: 0 } } }))
  answers(startImport, () => {
    if (held.current) held.current = { ...held.current, state: 'done' }
    throw HttpResponse.error()
  })
  const { user } = openApp('/export-data')
  await user.click(await screen.findByRole('button', { name: 'Import 4 new' }))
  expect(await screen.findByRole('heading', { name: 'Import Complete' })).toBeVisible()
  expect(screen.queryByText('Import Failed')).toBeNull()
})

it('says that there is no connection where an import did not start', async () => {
  holds(anImport({ counts: { favorites: { fresh: 4, known: 0 } } }))
  cutsOff(startImport)
  const { user } = openApp('/export-data')
  await user.click(await screen.findByRole('button', { name: 'Import 4 new' }))
  expect(await screen.findByText(/^No connection to the server/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import 4 new' })).toBeVisible()
})

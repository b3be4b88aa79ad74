import { screen, waitFor } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import {
  exportRest,
  exportTaste,
  getJournalSummary,
  LISTED_MAX,
  listCorrections,
  listFavorites,
  listJournal,
  listMarks,
  listPictures,
  listRatings,
  listScans,
  listSearches,
  listWants,
  picturePath,
} from '#contracts'
import { spec } from '#testing/spec.ts'
import { UNMARKED } from '#web/beer/tasting-status.tsx'
import { chosenLanguage } from '#web/device/preferences.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aScan, aSearchEntry, aTriedEntry } from '#web/testing/builders.ts'
import { answers, hangs, network } from '#web/testing/network.ts'

function haveSome(): void {
  answers(listScans, { status: 200, body: [aScan(), aScan(), aScan()] })
  answers(listFavorites, { status: 200, body: [aFavorite(), aFavorite()] })
  answers(listSearches, { status: 200, body: [aSearchEntry()] })
}

it('counts scans, favorites and searches', spec('2.15.3'), async () => {
  haveSome()
  openApp('/export-data')
  for (const [term, count] of [
    ['Scans', '3'],
    ['Favorites', '2'],
    ['Searches', '1'],
  ] as const) {
    const name = await screen.findByText(term, { selector: 'dt' })
    await waitFor(() => expect(name.parentElement?.querySelector('dd')).toHaveTextContent(count))
  }
})

it('counts the journal and the ratings of a user who has only imported, and says how they are exported', async () => {
  const beer = aBeer()
  const none = { breweries: 0, styles: [], strengths: [], countries: [], topBreweries: [], badges: [] }
  answers(getJournalSummary, { status: 200, body: { ...none, entries: 300, beers: 1 } })
  answers(listMarks, { status: 200, body: [{ ...UNMARKED, beerId: beer.id, timesTried: 300, ownRating: 76 }] })
  answers(listJournal, { status: 200, body: { entries: [aTriedEntry({ beer, rating: 76 })], next: null } })
  const made = vi.spyOn(URL, 'createObjectURL')
  const { user } = openApp('/export-data')
  const stat = async (term: string) => (await screen.findByText(term, { selector: 'dt' })).parentElement
  await waitFor(async () => expect(await stat('Journal')).toHaveTextContent('300'))
  expect(await stat('Ratings')).toHaveTextContent('1')
  expect(screen.getByText('All data also includes your journal, your ratings and your list to try.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Export All Data' }))
  await screen.findByText('Export Complete')
  const file = made.mock.calls.map(([blob]) => blob).find((blob) => blob instanceof Blob && blob.type.includes('json'))
  expect(JSON.parse(await new Response(file as Blob).text())).toMatchObject({ journal: [{ rating: 76 }] })
})

it('starts with JSON and four buttons', spec('2.15.4', '2.15.5', '9.6.1', '9.6.2'), async () => {
  openApp('/export-data')
  expect(await screen.findByRole('radio', { name: 'JSON' })).toBeChecked()
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['json', 'csv'])
  expect(screen.getAllByRole('button', { name: /^Export/ }).map((button) => button.textContent)).toEqual([
    'Export All Data',
    'Export Scans',
    'Export Favorites',
    'Export Searches',
  ])
})

it("contains the user's suggested corrections", async () => {
  haveSome()
  const nothing = { name: null, brewery: null, style: null, abv: null, ibu: null }
  const correction = { ...nothing, isRetired: true, note: null, beer: aBeer(), suggestedAt: '2026-03-01T20:00:00.000Z' }
  answers(listCorrections, { status: 200, body: [correction] })
  const made = vi.spyOn(URL, 'createObjectURL')
  const { user } = openApp('/export-data')
  const button = await screen.findByRole('button', { name: 'Export All Data' })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  await screen.findByText('Export Complete')
  const file = made.mock.calls.map(([blob]) => blob).find((blob) => blob instanceof Blob && blob.type.includes('json'))
  expect(JSON.parse(await new Response(file as Blob).text())).toMatchObject({ corrections: [{ isRetired: true }] })
})

it('contains all ratings, beers to try and answers, also those beyond the longest answer of the server', async () => {
  const beer = aBeer()
  const stored = Array.from({ length: LISTED_MAX + 1 }, (_, n) => ({
    beerId: n + 1,
    beer,
    at: new Date(0).toISOString(),
  }))
  const page = ({ searchParams }: URL) =>
    searchParams.get('before') === `0-${LISTED_MAX}` ? stored.slice(LISTED_MAX) : stored.slice(0, LISTED_MAX)
  answers(listRatings, ({ url }) => ({
    status: 200 as const,
    body: page(url).map(({ at, ...one }) => ({ ...one, rating: 50, ratedAt: at })),
  }))
  answers(listWants, ({ url }) => ({
    status: 200 as const,
    body: page(url).map(({ at, ...one }) => ({ ...one, wantedAt: at })),
  }))
  answers(exportTaste, ({ url }) => ({
    status: 200 as const,
    body: {
      answers: page(url).map(({ at, ...one }) => ({ ...one, answer: 'more' as const, answeredAt: at })),
      offSince: new Date(0).toISOString(),
    },
  }))
  const made = vi.spyOn(URL, 'createObjectURL')
  const { user } = openApp('/export-data')
  await user.click(await screen.findByRole('button', { name: 'Export All Data' }))
  await screen.findByText('Export Complete', {}, { timeout: 20_000 })
  const file = made.mock.calls.map(([blob]) => blob).find((blob) => blob instanceof Blob && blob.type.includes('json'))
  const exported = JSON.parse(await new Response(file as Blob).text())
  for (const list of ['ratings', 'wants', 'tasteAnswers'])
    expect(exported[list].map(({ beerId }: { beerId: number }) => beerId)).toEqual(stored.map(({ beerId }) => beerId))
  expect(exported.tasteOff).toHaveLength(1)
})

it('saves everything with the pictures as an archive, which a ZIP program opens', async () => {
  haveSome()
  chosenLanguage.set('de')
  const id = 'b1f7c0de-8a43-4b7a-9a77-1f0f7e6f0001'
  answers(listPictures, { status: 200, body: { isKept: true, pictures: [], count: 1, bytes: 4 } })
  const pictures = [{ id, beer: aBeer(), entry: null, keptAt: '2026-03-01T20:00:00.000Z' }]
  const rest = { barcodes: [], labels: [], pictures, keepsPictures: true, preferences: null, timeZone: null }
  answers(exportRest, { status: 200, body: rest })
  network.use(http.get(`*${picturePath(id)}`, () => HttpResponse.arrayBuffer(new Uint8Array([1, 2, 3, 4]).buffer)))
  const made = vi.spyOn(URL, 'createObjectURL')
  const { user } = openApp('/export-data')
  await user.click(await screen.findByRole('button', { name: 'Save Everything with Pictures' }))
  await screen.findByText('Export Complete')
  const file = made.mock.calls.map(([blob]) => blob).find((blob) => blob instanceof Blob && blob.type.includes('zip'))
  const entries = unzipSync(new Uint8Array(await new Response(file as Blob).arrayBuffer()))
  const [name = '', picture] = Object.keys(entries)
  expect(name).toMatch(/^beergoggles-all-[\d-]{10}\.json$/)
  expect(picture).toBe(`pictures/${id}.webp`)
  expect([...(entries[`pictures/${id}.webp`] ?? [])]).toEqual([1, 2, 3, 4])
  expect(JSON.parse(new TextDecoder().decode(entries[name]))).toMatchObject({
    scans: { length: 3 },
    pictures: [{ file: `pictures/${id}.webp` }],
    settings: [{ language: 'de', keepsPictures: true }],
  })
})

it('disables the buttons while an export is running', spec('5.14'), async () => {
  haveSome()
  const { user } = openApp('/export-data')
  const buttons = () => screen.getAllByRole('button', { name: /^Export/ })
  await screen.findByRole('radio', { name: 'JSON' })
  await waitFor(() => {
    for (const button of buttons()) expect(button).toBeEnabled()
  })
  hangs(listScans)
  await user.click(screen.getByRole('button', { name: 'Export Favorites' }))
  for (const button of buttons()) expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Export Favorites' })).toHaveFocus()
})

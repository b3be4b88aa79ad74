/** Views of an import, from its preview to its end. */
import { expect, type Page } from '@playwright/test'
import { getImport, listImports, type OwnImport } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'

const screen = 'Import'
const as = 'regular'

const NONE = { fresh: 0, known: 0 }
const WHAT = 'an invalid scan (scannedAt)'

/** A previewed import with a bit of everything. */
function anImport(given: Partial<OwnImport> = {}): OwnImport {
  return {
    id: 3,
    fileName: 'beergoggles-all-2026-03-01.json',
    source: 'beergoggles',
    state: 'checked',
    startedAt: new Date().toISOString(),
    progress: 100,
    records: 1_290,
    counts: {
      scans: { fresh: 1_204, known: 31 },
      favorites: { fresh: 27, known: 0 },
      searches: NONE,
      ratings: { fresh: 18, known: 4 },
      checkIns: NONE,
      wants: NONE,
      taste: NONE,
      barcodes: NONE,
      labels: NONE,
      corrections: NONE,
      pictures: NONE,
      settings: NONE,
      unlistedBeers: 6,
      unplaced: 3,
    },
    reasons: [{ what: WHAT, count: 3 }],
    problems: [4, 9, 17].map((line) => ({ line, what: WHAT })),
    ...given,
  }
}

const EARLIER: readonly OwnImport[] = [
  anImport({ id: 2, fileName: 'untappd-checkins.csv', source: 'untappd', state: 'done' }),
  anImport({ id: 1, fileName: 'an-export-with-a-long-name-of-another-phone-2025-11-02.json', state: 'undone' }),
]

/** Mocks the server's list with this import. */
async function holds(page: Page, one: OwnImport): Promise<void> {
  await answers(page, listImports, { status: 200, body: [one, ...EARLIER] })
  await answers(page, getImport, { status: 200, body: one })
}

const section = (page: Page) => page.getByRole('region', { name: 'Import' })

/** One that was at work when the screen opened, and has ended since. */
async function ends(page: Page, one: OwnImport, heading: string): Promise<void> {
  await holds(page, { ...one, state: 'checking', progress: 98 })
  await page.goto('/export-data')
  await expect(section(page).getByRole('progressbar')).toBeVisible()
  await holds(page, one)
  await expect(section(page).getByRole('heading', { name: heading })).toBeVisible()
  await comeTo(page)
}

/** The section begins below what is exported. */
const comeTo = (page: Page) => section(page).evaluate((element) => element.scrollIntoView())

const view = (state: string, draw: (page: Page) => Promise<void>): View => ({ screen, state, as, draw })

export const IMPORTS: readonly View[] = [
  view('preview', async (page) => {
    await holds(page, anImport())
    await page.goto('/export-data')
    await section(page).getByText("3 entries can't be imported").click()
    await expect(section(page).getByText('line 4')).toBeVisible()
    await comeTo(page)
  }),
  view('nothing new', async (page) => {
    const { counts } = anImport()
    const known = { ...counts, scans: { fresh: 0, known: 1_235 }, favorites: { fresh: 0, known: 27 }, ratings: NONE }
    await holds(page, anImport({ counts: { ...known, unlistedBeers: 0, unplaced: 0 } }))
    await page.goto('/export-data')
    await expect(section(page).getByText(/^Nothing new here/)).toBeVisible()
    await comeTo(page)
  }),
  view('running', async (page) => {
    await holds(page, anImport({ state: 'importing', progress: 62 }))
    await page.goto('/export-data')
    await expect(section(page).getByRole('progressbar', { name: 'Importing' })).toBeVisible()
    await comeTo(page)
  }),
  view('done', (page) => ends(page, anImport({ state: 'done' }), 'Import Complete')),
  view('failed', (page) => ends(page, anImport({ state: 'failed' }), 'The import stopped early')),
  view('undo', async (page) => {
    await ends(page, anImport({ state: 'done' }), 'Import Complete')
    await section(page).getByRole('button', { name: 'Undo import', exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: 'Undo this import?' })).toBeVisible()
  }),
]

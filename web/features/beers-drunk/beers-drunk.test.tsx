import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { getJournalSummary, type JournalSummary, listJournal } from '#contracts'
import { srmColor } from '#web/beer/srm.ts'
import { loadLanguage } from '#web/language/language.ts'
import { openApp } from '#web/testing/app.tsx'
import { answers, hangs, network, refuses, requestsTo } from '#web/testing/network.ts'

const TRIPEL = { id: 1, name: 'Westmalle Tripel', brewery: 'Westmalle' }
const EXTRA = { id: 2, name: 'Extra', brewery: 'Westmalle' }
const SUMMARY: JournalSummary = {
  entries: 4,
  beers: 3,
  breweries: 2,
  styles: [
    {
      style: 'Tripel',
      srm: 5.5,
      beers: 2,
      averageRating: 86.3,
      best: { ...TRIPEL, rating: 92.5 },
      first: { ...EXTRA, triedAt: '2024-05-01T12:00:00.000Z' },
    },
    {
      style: null,
      srm: null,
      beers: 1,
      averageRating: null,
      best: null,
      first: { id: 3, name: 'Pride', brewery: null, triedAt: '2025-07-01T12:00:00.000Z' },
    },
  ],
  strengths: [
    { percent: 5, beers: 1 },
    { percent: 10, beers: 1 },
  ],
  countries: [{ country: 'Belgium', beers: 2 }],
  topBreweries: [
    { id: 7, name: 'Westmalle', beers: 2 },
    { id: null, name: 'Pub brewery', beers: 1 },
  ],
  badges: [
    { kind: 'beers', beers: 1_000, reachedAt: '2025-09-01T12:00:00.000Z' },
    { kind: 'countries', countries: 10, reachedAt: '2025-08-01T12:00:00.000Z' },
    { kind: 'first-of-family', family: 'Belgian Ale', reachedAt: '2024-05-01T12:00:00.000Z' },
  ],
}

afterEach(async () => {
  await loadLanguage('en')
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Without the heading. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [within(row).getByRole('rowheader').textContent, within(row).getByRole('cell').textContent])

it('shows the numbers as tables, the styles in their colours', async () => {
  answers(getJournalSummary, { status: 200, body: SUMMARY })
  openApp('/profile/beers')
  const styles = await screen.findByRole('table', { name: 'Styles' })
  expect(rowsOf(styles)).toEqual([
    ['TripelYour best: Westmalle Tripel, 92.5You rate it 86.3 on averageFirst: Extra, May 1, 2024', '2'],
    ['Style unknownFirst: Pride, Jul 1, 2025', '1'],
  ])
  expect(
    within(styles)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Style', 'Beers'])
  const bars = [...styles.querySelectorAll<HTMLElement>('[style]')]
  expect(bars.map(({ style }) => style.width)).toEqual(['100%', '50%'])
  expect(bars[0]).toHaveStyle({ backgroundColor: srmColor(5.5) })
  expect(rowsOf(screen.getByRole('table', { name: 'Strength' }))).toEqual([
    ['5%', '1'],
    ['10%', '1'],
  ])
  expect(screen.getByText("We don't know the strength of 1 beer.")).toBeVisible()
  expect(rowsOf(screen.getByRole('table', { name: 'Countries' }))).toEqual([['Belgium', '2']])
  expect(screen.getByText("We don't know where 1 beer comes from.")).toBeVisible()
  expect(screen.getByText('4 beers in your journal.')).toBeVisible()
  const milestones = screen.getByRole('heading', { name: 'Milestones' }).closest('section')
  expect([...(milestones?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1,000 beersSep 1, 2025',
    'Beers from 10 countriesAug 1, 2025',
    'First Belgian AleMay 1, 2024',
  ])
})

it('writes the numbers in the language of the page', async () => {
  await loadLanguage('de')
  const countries = [{ country: 'Belgium', beers: 1_050 }]
  answers(getJournalSummary, { status: 200, body: { ...SUMMARY, beers: 1_234, countries } })
  openApp('/profile/beers')
  const styles = await screen.findByRole('table', { name: 'Stile' })
  expect(styles).toHaveTextContent(/Westmalle Tripel, 92,5Du gibst im Schnitt 86,3/)
  expect(screen.getByText('1.234')).toBeVisible()
  expect(screen.getByText('1.050')).toBeVisible()
})

it('leads from each number to the entries behind it, and back from the journal', async () => {
  answers(getJournalSummary, { status: 200, body: SUMMARY })
  const asked = requestsTo(listJournal)
  answers(listJournal, { status: 200, body: { entries: [], next: null } })
  const { user } = openApp('/profile/beers?year=2025')
  const styles = await screen.findByRole('table', { name: 'Styles' })
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Belgium')).toBe('/history?show=journal&country=Belgium&year=2025')
  expect(hrefOf('10%')).toBe('/history?show=journal&percent=10&year=2025')
  expect(hrefOf('Westmalle')).toBe('/history?show=journal&breweryId=7&brewery=Westmalle&year=2025')
  expect(screen.queryByRole('link', { name: 'Pub brewery' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Style unknown' })).toBeNull()
  await user.click(within(styles).getByRole('link', { name: 'Tripel' }))
  expect(await screen.findByRole('heading', { name: 'No entries match' })).toBeVisible()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const params = Object.fromEntries(new URL(asked[0]?.url ?? '').searchParams)
  expect(params).toEqual({ style: 'Tripel', year: '2025', timeZone })
  expect(screen.getByText('Tripel · 2025')).toBeVisible()
  await user.click(screen.getAllByRole('link', { name: /Show the whole journal/ })[0] as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'Nothing in your journal yet' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Your beers in numbers' }))
  expect(await screen.findByRole('heading', { name: 'Your beers', level: 1 })).toBeVisible()
})

it('shows the countries on a map, which the keyboard reaches', async () => {
  const countries = [
    { country: 'Belgium', beers: 2 },
    { country: 'United States', beers: 1 },
    { country: 'Malta', beers: 1 },
  ]
  answers(getJournalSummary, { status: 200, body: { ...SUMMARY, countries } })
  answers(listJournal, { status: 200, body: { entries: [], next: null } })
  const { user } = openApp('/profile/beers')
  const map = await screen.findByRole('listbox', { name: 'Map of the countries' })
  const shown = within(map).getAllByRole('option')
  // Malta is too small for this map; it is in the table.
  expect(shown.map((one) => one.getAttribute('aria-label'))).toEqual(['Belgium, 2 beers', 'United States, 1 beer'])
  expect(screen.getByRole('link', { name: 'Belgium · 2 beers' })).toBeVisible()
  map.focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('link', { name: 'United States · 1 beer' })).toBeVisible()
  expect(map).toHaveAttribute('aria-activedescendant', shown[1]?.id)
  await user.keyboard('{Enter}')
  expect(location.search).toBe('?show=journal&country=United+States')
})

it('shows this year on demand', async () => {
  const thisYear = new Date().getFullYear()
  answers(getJournalSummary, ({ url }) => ({
    status: 200 as const,
    body: url.searchParams.get('year') === String(thisYear) ? { ...SUMMARY, entries: 1 } : SUMMARY,
  }))
  const { user } = openApp('/profile/beers')
  await screen.findByText('4 beers in your journal.')
  await user.click(screen.getByRole('button', { name: 'This year' }))
  expect(await screen.findByText('1 beer in your journal.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'This year' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'All time' }))
  expect(await screen.findByText('4 beers in your journal.')).toBeVisible()
})

it('shows any year since the first beer', async () => {
  vi.setSystemTime('2026-06-01T12:00:00.000Z')
  answers(getJournalSummary, ({ url }) => ({
    status: 200 as const,
    body: url.searchParams.get('year') === '2024' ? { ...SUMMARY, entries: 1 } : SUMMARY,
  }))
  const { user } = openApp('/profile/beers')
  const years = await screen.findByRole('combobox', { name: 'Earlier years' })
  const options = within(years).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Earlier years', '2025', '2024'])
  await user.selectOptions(years, '2024')
  expect(await screen.findByText('1 beer in your journal.')).toBeVisible()
  expect(years).toHaveValue('2024')
  expect(screen.getByRole('button', { name: 'This year' })).toHaveAttribute('aria-pressed', 'false')
  await user.selectOptions(years, '')
  expect(await screen.findByText('4 beers in your journal.')).toBeVisible()
})

it('shows the year that it is where the user is', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.setSystemTime('2026-01-01T01:30:00.000Z')
  const asked = requestsTo(getJournalSummary)
  const { user } = openApp('/profile/beers')
  await user.click(await screen.findByRole('button', { name: 'This year' }))
  expect(await screen.findByRole('heading', { name: 'No beers in 2025 yet' })).toBeVisible()
  const paramsOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams)
  expect(asked.map(paramsOf)).toEqual([{}, { year: '2025', timeZone: 'America/New_York' }])
})

it('shows the first rows of a long table, and the rest on demand', async () => {
  const countries = Array.from({ length: 11 }, (_, n) => ({ country: `Country ${n}`, beers: 1 }))
  answers(getJournalSummary, { status: 200, body: { ...SUMMARY, countries } })
  const { user } = openApp('/profile/beers')
  const table = await screen.findByRole('table', { name: 'Countries' })
  expect(rowsOf(table)).toHaveLength(8)
  await user.click(screen.getByRole('button', { name: 'See more (3 more)' }))
  expect(rowsOf(table)).toHaveLength(11)
})

it('draws of a very long table on demand what is near the screen', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
  const countries = Array.from({ length: 60 }, (_, n) => ({ country: `Country ${n}`, beers: 1 }))
  answers(getJournalSummary, { status: 200, body: { ...SUMMARY, countries } })
  const { user } = openApp('/profile/beers')
  await user.click(await screen.findByRole('button', { name: 'See more (52 more)' }))
  expect(rowsOf(screen.getByRole('table', { name: 'Countries' }))).toHaveLength(12)
})

it('leads to the camera as long as there are no beers', async () => {
  const { user } = openApp('/profile/beers')
  expect(await screen.findByRole('heading', { name: 'No beers yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Scan a beer' })).toHaveAttribute('href', '/')
  await user.click(screen.getByRole('button', { name: 'This year' }))
  expect(await screen.findByRole('heading', { name: /No beers in \d+ yet/ })).toBeVisible()
})

it('says that it loads, and that it failed, and tries again', async () => {
  hangs(getJournalSummary)
  const { user } = openApp('/profile/beers')
  expect(await screen.findByText('Counting your beers')).toBeInTheDocument()
  network.resetHandlers()
  refuses(getJournalSummary, 'unavailable', 'The database is starting.')
  await user.click(screen.getByRole('button', { name: 'This year' }))
  expect(await screen.findByText('The database is starting.')).toBeVisible()
  answers(getJournalSummary, { status: 200, body: SUMMARY })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Styles' })).toBeVisible()
})

it('opens from the profile, which shows how many there are', async () => {
  answers(getJournalSummary, { status: 200, body: SUMMARY })
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('link', { name: 'Your beers 3' }))
  expect(await screen.findByRole('heading', { name: 'Your beers', level: 1 })).toBeVisible()
})

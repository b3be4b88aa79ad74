import { afterEach, expect, it, vi } from 'vitest'
import type { JournalSummary } from '#contracts'
import { loadLanguage } from '#web/language/language.ts'
import { stubCanvas } from '#web/testing/canvas.ts'
import { drawYearCard } from './year-card.tsx'

afterEach(async () => {
  await loadLanguage('en')
  vi.unstubAllGlobals()
})

const orval = { id: 1, name: 'Orval', brewery: 'Orval' }
const styleOf = (style: string | null, beers: number, rating: number | null): JournalSummary['styles'][number] => ({
  style,
  srm: 8,
  beers,
  averageRating: rating,
  best: rating === null ? null : { ...orval, name: `Best ${style}`, rating },
  first: { ...orval, triedAt: '2025-05-01T12:00:00.000Z' },
})

it('a year as a card has its numbers, the largest styles and the best beer', async () => {
  const drawn = stubCanvas()
  const styles = [
    styleOf('Tripel', 9, 88),
    styleOf(null, 7, null),
    styleOf('Stout', 5, 92.5),
    styleOf('Bitter', 1, null),
  ]
  const summary: JournalSummary = {
    entries: 30,
    beers: 22,
    breweries: 12,
    styles,
    strengths: [],
    topBreweries: [],
    badges: [],
    countries: [{ country: 'Belgium', beers: 20 }],
  }
  const card = await drawYearCard(summary, 2025)
  expect(card.name).toBe('beergoggles-my-2025-in-beer.png')
  expect(drawn.size).toEqual([1_080, 1_350])
  expect(drawn.texts.slice(0, -2)).toEqual([
    ...['2025', 'My 2025 in beer', '22', 'Beers', '12', 'Breweries', '1', 'Countries'],
    ...['Tripel', '9', 'Stout', '5', 'Bitter', '1'],
    'My best: Best Stout, 92.5/100',
  ])
})

it('writes the numbers of the card in the language of the page', async () => {
  await loadLanguage('de')
  const drawn = stubCanvas()
  const summary: JournalSummary = {
    entries: 3_000,
    beers: 2_200,
    breweries: 12,
    topBreweries: [],
    badges: [],
    strengths: [],
    countries: [],
    styles: [styleOf('Stout', 1_500, 92.5)],
  }
  await drawYearCard(summary, 2025)
  expect(drawn.texts).toEqual(expect.arrayContaining(['2025', '2.200', '1.500', 'Mein bestes: Best Stout, 92,5/100']))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { loadLanguage } from '#web/language/language.ts'
import { aMenuScan, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { foundText, historyPath, labelOf, summaryOf } from './scan-summary.ts'

const beer = (name: string, rating: number) => aSightedBeer({ name, rating })
const group = (beers: Parameters<typeof aMenuScan>[0]) => aScan({ scanType: 'multiple_beers', beers })

describe('the summary of a scan', () => {
  it("is the beer's name, or 'Beer Scan' when there is none", spec('2.8.6'), () => {
    expect(summaryOf(aScan({ beer: beer('Orval', 94) }))).toBe('Orval')
    expect(summaryOf(aScan())).toBe('Beer Scan')
  })

  it('reports an empty scan', spec('2.8.10', '2.8.11'), () => {
    expect(summaryOf(aMenuScan([]))).toBe('No beers found in menu')
    expect(summaryOf(group([]))).toBe('No beers detected')
  })

  it('is the name of the only beer', spec('2.8.12'), () => {
    expect(summaryOf(aMenuScan([beer('Orval', 94)]))).toBe('Orval')
  })

  it('names the range of ratings, the top-rated beer and how many more', spec('2.8.13'), () => {
    expect(summaryOf(aMenuScan([beer('Hell', 71), beer('Orval', 94), beer('Kriek', 80)]))).toBe(
      '71-94★ • Orval + 2 more',
    )
  })

  it('marks a range that people have not decided', () => {
    const beers = [
      aSightedBeer({ name: 'Orval', rating: 90, ratingOrigin: 'expected' }),
      aSightedBeer({ rating: 70, ratingOrigin: 'expected' }),
    ]
    expect(summaryOf(aMenuScan(beers))).toBe('expected 70-90★ • Orval + 1 more')
    const oneRated = [...beers, aSightedBeer({ rating: 80, ratingOrigin: 'community' })]
    expect(summaryOf(aMenuScan(oneRated))).toMatch(/^partly expected 70-90★ • /)
  })

  it('takes the range from beers with a number of their own, as it does the name', () => {
    const typical = (rating: number) => aSightedBeer({ name: `Typical ${rating}`, rating, ratingOrigin: 'style' })
    const ales = [50, 71].map((rating) => aSightedBeer({ name: `Ale ${rating}`, rating, ratingOrigin: 'expected' }))
    expect(summaryOf(aMenuScan([typical(45), typical(78), ...ales]))).toBe('expected 50-71★ • Ale 71 + 3 more')
    expect(summaryOf(aMenuScan([typical(45), typical(78)]))).toBe('Typical 78 + 1 more')
    const rated = [50, 71].map((rating) => beer(`Stout ${rating}`, rating))
    expect(summaryOf(aMenuScan([typical(78), ...rated]))).toBe('50-71★ • Stout 71 + 2 more')
  })

  it('marks it in the language of the page', async () => {
    await loadLanguage('de')
    try {
      const beers = [
        aSightedBeer({ rating: 90, ratingOrigin: 'expected' }),
        aSightedBeer({ rating: 70, ratingOrigin: 'community' }),
      ]
      expect(summaryOf(aMenuScan(beers))).toMatch(/^teils erwartet 70-90★ • /)
    } finally {
      await loadLanguage('en')
    }
  })

  it('names no beer that was hardly read', () => {
    const read = { listed: false, outcome: 'new' as const, name: 'Aurelwoo', brewery: null, style: null }
    expect(summaryOf(aScan({ beer: aSightedBeer({ ...read, confidence: 45 }) }))).toBe("A beer we couldn't read")
    expect(summaryOf(group([aSightedBeer({ ...read, confidence: 45 })]))).toBe("A beer we couldn't read")
    expect(summaryOf(aScan({ beer: aSightedBeer({ ...read, confidence: 85 }) }))).toBe('Aurelwoo')
    const ale = { ...read, brewery: 'Heron Brewing', style: 'Blonde Ale' }
    expect(summaryOf(aScan({ beer: aSightedBeer({ ...ale, confidence: 45 }) }))).toBe('Heron Brewing · Blonde Ale')
  })

  it('leaves the range out when all are rated alike', spec('2.8.14'), () => {
    expect(summaryOf(group([beer('Hell', 80), beer('Kriek', 80)]))).toBe('Hell + 1 more')
  })

  it('ignores pending ratings in the range', () => {
    expect(summaryOf(group([beer('Hell', 0), beer('Kriek', 80), beer('Orval', 94)]))).toBe('80-94★ • Orval + 2 more')
  })

  it('falls back when there is no list at all', spec('2.8.15', '2.8.16'), () => {
    expect(summaryOf(aScan({ scanType: 'menu', isMenu: 'true' }))).toBe('Menu scan')
    expect(summaryOf(aScan({ scanType: 'multiple_beers' }))).toBe('Multiple beers detected')
  })
})

describe('a scan in the history', () => {
  it.each([
    [aScan(), 'Single Beer'],
    [aMenuScan([]), 'Beer Menu'],
    [aScan({ isMenu: true }), 'Beer Menu'],
    [group([]), 'Beer Group'],
  ])('is labelled by its kind', spec('2.8.7', '2.8.8', '2.8.9', '3.3.2'), (scan, label) => {
    expect(labelOf(scan)).toBe(label)
  })

  it('opens as a menu only if it is a completed menu', spec('2.8.3', '2.8.4'), () => {
    const menu = aMenuScan([])
    expect(historyPath(menu)).toBe(`/menu/${menu.id}`)
    const running = aMenuScan([], { status: 'processing' })
    expect(historyPath(running)).toBe(`/scan/${running.id}`)
    const fridge = group([])
    expect(historyPath(fridge)).toBe(`/scan/${fridge.id}`)
  })

  it('shows how many of the containers were identified, if known', () => {
    const beers = [beer('Orval', 94), beer('Hell', 80)]
    expect(foundText(aScan({ scanType: 'multiple_beers', beers, detected: 3 }))).toBe('2 of 3 found')
    const packs = [aSightedBeer({ count: 3 }), aSightedBeer()]
    expect(foundText(aScan({ scanType: 'multiple_beers', beers: packs, detected: 4 }))).toBe('2 beers')
    expect(foundText(aScan({ scanType: 'multiple_beers', beers: packs, detected: 6 }))).toBe('4 of 6 found')
    expect(foundText(aScan({ scanType: 'multiple_beers', beers, detected: 2 }))).toBe('2 beers')
    expect(foundText(aMenuScan(beers, { detected: 7 }))).toBe('2 of about 7 found')
    expect(foundText(aMenuScan(beers))).toBe('2 beers')
  })

  it('counts no beer as found that could not be read', () => {
    const unread = aSightedBeer({ listed: false, outcome: 'new', confidence: 20, count: 2 })
    const beers = [beer('Orval', 94), unread]
    expect(foundText(aScan({ scanType: 'multiple_beers', beers, detected: 3 }))).toBe('1 of 3 found')
    expect(foundText(aScan({ scanType: 'multiple_beers', beers: [unread], detected: 2 }))).toBe('0 of 2 found')
    expect(foundText(group(beers))).toBe('1 beer found, step closer for the rest')
    expect(foundText(group([unread]))).toBeNull()
  })

  it('asks for a closer photo of a group with more beers than could be counted', () => {
    expect(foundText(group([beer('Orval', 94), beer('Hell', 80)]))).toBe('2 beers found, step closer for the rest')
  })
})

const anyBeers = fc.array(
  fc.record({
    name: fc.constantFrom('Orval', 'Hell', 'Žatec', '東京ブラック', 'Kriek + more'),
    rating: fc.integer({ min: 0, max: 1_000 }).map((n) => n / 10),
  }),
  { maxLength: 6 },
)

interface Found {
  name: string
  rating: number
}

function expected(found: Found[] | null, isMenu: boolean): string {
  if (found === null) return isMenu ? 'Menu scan' : 'Multiple beers detected'
  const best = Math.max(...found.map(({ rating }) => rating))
  const top = found.find(({ rating }) => rating === best)
  if (!top) return isMenu ? 'No beers found in menu' : 'No beers detected'
  if (found.length === 1) return top.name
  const more = `${top.name} + ${found.length - 1} more`
  const rated = found.map(({ rating }) => rating).filter((rating) => rating > 0)
  const [min, max] = [Math.round(Math.min(...rated)), Math.round(Math.max(...rated))]
  return rated.length === 0 || min === max ? more : `${min}-${max}★ • ${more}`
}

it('summarises every scan in one of six forms', spec('2.8.13'), () => {
  fc.assert(
    fc.property(fc.option(anyBeers), fc.boolean(), (found, isMenu) => {
      const scan = aScan({
        scanType: isMenu ? 'menu' : 'multiple_beers',
        isMenu: String(isMenu),
        ...(found && { beers: found.map((beer) => aSightedBeer(beer)) }),
      })
      expect(summaryOf(scan)).toBe(expected(found, isMenu))
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aScan, aSightedBeer } from '#web/testing/builders.ts'
import { summaryOf } from './scan-summary.ts'

const beers = fc.array(
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

it('is one of the six forms, whatever was scanned', () => {
  fc.assert(
    fc.property(fc.option(beers), fc.boolean(), (found, isMenu) => {
      const scan = aScan({
        scanType: isMenu ? 'menu' : 'multiple_beers',
        isMenu: String(isMenu),
        ...(found && { beers: found.map((beer) => aSightedBeer(beer)) }),
      })
      expect(summaryOf(scan)).toBe(expected(found, isMenu))
    }),
  )
})

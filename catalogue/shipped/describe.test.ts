import { describe, expect, it } from 'vitest'
import { type BeerFacts, describeBeer, describeBrewery, placeOf } from './describe.ts'
import { loadShipped } from './shipped.ts'

const { beers, breweries } = loadShipped()

const orval: BeerFacts = {
  name: 'Orval',
  style: { name: 'Belgian Pale Ale', description: 'Biscuit, orange and pepper.' },
  abv: 6.2,
  ibu: 32,
  brewery: { name: "Brasserie d'Orval", city: 'Villers-devant-Orval', state: null, country: 'Belgium' },
}

describe('describeBeer', () => {
  it('mentions all known facts', () => {
    const text = describeBeer(orval)
    for (const fact of [
      'Orval',
      'Belgian Pale Ale',
      "Brasserie d'Orval",
      'Villers-devant-Orval, Belgium',
      '6.2 %',
      '32 IBU',
      'medium strength',
      'biscuit, orange and pepper',
    ])
      expect(text).toContain(fact)
  })

  it('omits unknown facts', () => {
    expect(describeBeer({ name: 'Orval', style: null, abv: null, ibu: null, brewery: null })).toBe('Orval is a beer.')
    expect(describeBeer({ ...orval, ibu: null })).not.toMatch(/IBU|bitter/)
    expect(describeBeer({ ...orval, abv: null, ibu: null })).not.toMatch(/%|strength/)
  })

  it('describes the same beer in the same words and neighbours in different ones', () => {
    expect(describeBeer(orval)).toBe(describeBeer({ ...orval }))
    const [first, second] = [0, 1].map((position) => describeBeer({ ...orval, name: 'X', position }))
    expect(first).not.toBe(second)
  })

  it('composes complete sentences for all shipped entries', () => {
    const descriptions = new Set<string>()
    for (const { breweryKey, description } of beers) {
      expect(description).toMatch(/^\S.*[.!?]$/)
      expect(description).not.toMatch(/null|undefined|NaN| {2}|\.\./)
      descriptions.add(`${breweryKey}: ${description}`)
    }
    expect(descriptions.size).toBe(beers.length)
    for (const { name, description } of breweries) {
      expect(description).toContain(name)
      expect(description).not.toMatch(/null|undefined|NaN| {2}/)
    }
  })
})

describe('describeBrewery', () => {
  const place = { city: 'Villers-devant-Orval', state: null, country: 'Belgium' }

  it('mentions place, year and styles', () => {
    const text = describeBrewery({
      name: "Brasserie d'Orval",
      ...place,
      founded: 1931,
      styles: ['Belgian Pale Ale', 'Table Beer'],
    })
    for (const fact of ["Brasserie d'Orval", 'Villers-devant-Orval, Belgium', '1931', '2 of its beers', 'Table Beer'])
      expect(text).toContain(fact)
  })

  it('omits an unknown year', () => {
    expect(describeBrewery({ name: 'Mill', ...place, founded: null, styles: [] })).not.toMatch(/found|\d/)
  })
})

describe('placeOf', () => {
  it.each([
    [{ city: 'Padstow', state: 'Cornwall', country: 'United Kingdom' }, 'Padstow, United Kingdom'],
    [{ city: null, state: 'Cornwall', country: 'United Kingdom' }, 'Cornwall, United Kingdom'],
    [{ city: 'Luxembourg', state: null, country: 'Luxembourg' }, 'Luxembourg'],
    [{ city: null, state: null, country: 'Chad' }, 'Chad'],
    [{ city: null, state: null, country: null }, null],
  ])('formats %j as %s', (facts, place) => {
    expect(placeOf(facts)).toBe(place)
  })
})

import { describe, expect, it } from 'vitest'
import {
  canonicalCountry,
  canonicalState,
  countryByCode,
  findCountry,
  isInOtherRegion,
  isInOtherTown,
} from './places.ts'

describe('places', () => {
  it.each([
    ['Czech Republic', 'Czechia'],
    ['England', 'United Kingdom'],
    ['Deutschland', 'Germany'],
    ['Côte d’Ivoire', 'Ivory Coast'],
    ['czech-republic', 'Czechia'],
    ['Україна', 'Ukraine'],
    ['Atlantis', 'Atlantis'],
  ])('have one spelling of each country: %s', (text, country) => expect(canonicalCountry(text)).toBe(country))

  it('are found by name, country code and state code', () => {
    expect([findCountry('Kreuztal'), findCountry('norge'), findCountry('Namibia')]).toEqual([null, 'Norway', 'Namibia'])
    expect([countryByCode('de'), countryByCode('tr'), countryByCode('zz'), countryByCode('x')]).toEqual([
      'Germany',
      'Türkiye',
      null,
      null,
    ])
    expect([canonicalState(' mn', 'United States'), canonicalState('MN', 'Germany')]).toEqual(['Minnesota', 'MN'])
  })

  it('differ only if both sides state the town or region', () => {
    const place = (city: string | null, state: string | null, country: string | null) => ({ city, state, country })
    expect(isInOtherTown(place('München', null, null), place('Munich', null, null))).toBe(false)
    expect(isInOtherTown(place('Санкт-Петербург', null, null), place('St. Petersburg', null, null))).toBe(false)
    expect(isInOtherTown(place('Kempten', null, null), place('Kempten (Allgäu)', null, null))).toBe(false)
    expect(isInOtherTown(place('Ulm', null, null), place('Neu-Ulm', null, null))).toBe(true)
    expect(isInOtherTown(place(null, null, null), place('Ulm', null, null))).toBe(false)
    expect(isInOtherRegion(place(null, 'MN', 'United States'), place(null, 'Minnesota', null))).toBe(false)
    expect(isInOtherRegion(place(null, 'MN', 'United States'), place(null, 'WI', 'United States'))).toBe(true)
    expect(isInOtherRegion(place(null, 'Bavaria', 'Germany'), place(null, 'Bayern', 'Germany'))).toBe(false)
    expect(isInOtherRegion(place(null, null, 'Germany'), place(null, null, 'Austria'))).toBe(true)
  })
})

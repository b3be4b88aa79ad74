import { describe, expect, it } from 'vitest'
import {
  canonicalCountry,
  canonicalState,
  countryByCode,
  findCountry,
  isInOtherRegion,
  isInOtherTown,
  wordsForRegion,
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

  it('are meant by their names in all languages and by what comes from them', () => {
    const poland = wordsForRegion({ state: null, country: 'Poland' })
    expect(poland.whole).toEqual(expect.arrayContaining(['poland', 'polen', 'polsko', 'polish', 'polskie']))
    expect(poland.parts).toEqual([])
    const newZealand = wordsForRegion({ state: null, country: 'New Zealand' })
    expect(newZealand.whole).not.toContain('new')
    expect(newZealand.parts).toEqual(expect.arrayContaining(['new', 'zealand', 'novy']))
    expect(newZealand.names).toEqual(expect.arrayContaining(['new zealand', 'novy zeland', 'nieuw zeelandse']))
    expect(wordsForRegion({ state: 'Scotland', country: 'United Kingdom' }).whole).toContain('scottish')
  })

  it.each([
    ['Belgium', ['belges', 'belgischen', 'belgas', 'belgicka', 'belghe']],
    ['Germany', ['deutschen', 'allemandes', 'duitse', 'alemanas', 'nemecka', 'tedesche']],
    ['Ireland', ['irlandaises', 'ierse', 'irlandesas', 'irska', 'irlandesi']],
    ['Portugal', ['portugese', 'portuguesas', 'portoghesi']],
  ])('are meant by the plurals of what comes from them: %s', (country, words) =>
    expect(wordsForRegion({ state: null, country }).whole).toEqual(expect.arrayContaining(words)),
  )

  it('are not meant by a short word with an ending', () =>
    expect(wordsForRegion({ state: null, country: 'United States' }).whole).not.toContain('usas'))

  it('that are unknown are meant by no word', () => {
    expect(wordsForRegion({ state: null, country: null })).toEqual({ whole: [], names: [], parts: [] })
    expect(wordsForRegion({ state: null, country: 'Atlantis' })).toEqual({ whole: ['atlantis'], names: [], parts: [] })
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

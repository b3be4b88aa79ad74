import { describe, expect, it } from 'vitest'
import { parseBeerName } from './beer-names.ts'

describe('parseBeerName', () => {
  it.each([
    ['Leffe Blonde 33cl', 'Leffe Blonde'],
    ['Kriek 6 x 25 cl', 'Kriek'],
    ['Brooklyn Lager (16 oz.)', 'Brooklyn Lager'],
    ['Pils 0,5 l Dose', 'Pils'],
    ['Blonde pack de 6', 'Blonde'],
    ['Tripel 8,5 % vol.', 'Tripel'],
    ['Winter Ale (2009)', 'Winter Ale'],
    ['Punk IPA 2010 - Current', 'Punk IPA'],
    ['Beck’s 0.0%', 'Beck’s 0.0%'],
    ['Bernard 12°', 'Bernard 12°'],
    ['1516', '1516'],
    ['Bourbon County 2019', 'Bourbon County 2019'],
    ['Kilkenny Draught Can', 'Kilkenny Draught Can'],
  ])('keeps what distinguishes the beer: %s', (text, name) => expect(parseBeerName(text)?.name).toBe(name))

  it.each([
    ['Guinness Draught Stout Can', 'Guinness Draught Stout'],
    ['CORONA EXTRA', 'Corona Extra'],
    ['LA CHOUFFE IPA', 'La Chouffe IPA'],
    ['BFM', 'BFM'],
  ])('cleans product names: %s', (text, name) => expect(parseBeerName(text, { product: true })?.name).toBe(name))

  it('splits two names and drops an alias that adds nothing', () => {
    expect(parseBeerName('Балтика 7 / Baltika 7 Export')).toEqual({ name: 'Балтика 7', aliases: ['Baltika 7 Export'] })
    expect(parseBeerName('Leffe Blonde / Blond')).toEqual({ name: 'Leffe Blonde', aliases: [] })
    expect(parseBeerName(' / ')).toBeNull()
    expect(parseBeerName('33cl')?.name).toBe('33cl')
  })
})

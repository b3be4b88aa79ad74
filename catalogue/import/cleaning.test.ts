import { describe, expect, it } from 'vitest'
import { openBreweryRegister } from '../identity/brewery-register.ts'
import {
  canonicalCountry,
  canonicalState,
  countryByCode,
  findCountry,
  isInOtherRegion,
  isInOtherTown,
} from '../identity/places.ts'
import { parseBeerName } from './beer-names.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseAbv, parseBarcode, parseIbu, parseText, parseWebsite, parseYear } from './fields.ts'
import { UNKNOWN_BREWERY_FACTS } from './imported.ts'
import { repairMojibake } from './mojibake.ts'
import { styleKey } from './style-key.ts'

describe('repairMojibake', () => {
  it.each([
    ['BiÃ¨re de Garde', 'Bière de Garde'],
    ['NÃ¸gne Ã˜', 'Nøgne Ø'],
    ['CervecerÃ­a', 'Cervecería'],
    ['Å»ywiec', 'Żywiec'],
    ['itâ€™s', 'it’s'],
    ['BiÃƒÂ¨re', 'Bière'],
    ['Балтика BiÃ¨re', 'Балтика Bière'],
  ])('repairs %s', (broken, right) => expect(repairMojibake(broken)).toBe(right))

  it.each(['Bière', 'Ångström', 'SÃO PAULO', 'Ãlg', '東京', 'Â', ''])('leaves correct text unchanged: %s', (text) =>
    expect(repairMojibake(text)).toBe(text),
  )
})

describe('field parsers', () => {
  it.each([
    ['  a \n b ', 'a b'],
    ['Fuller &amp; Son&#39;s', "Fuller & Son's"],
    ['N/A', null],
    ['-', null],
    ['Unknown', null],
    ['a\u0000b\ud800', 'ab'],
    [12, '12'],
    [null, null],
    [{}, null],
  ])('return single-line text or null: %j', (value, text) => expect(parseText(value)).toBe(text))

  it.each([
    ['6,6', false, 6.6],
    ['4.2 % vol', false, 4.2],
    [0, false, null],
    ['0', true, 0],
    ['0.45', true, 0.45],
    ['', false, null],
    ['strong', false, null],
    [99.99, false, 'invalid'],
    [-1, false, 'invalid'],
    [55, false, 55],
  ] as const)('parse ABV: %j', (value, alcoholFree, abv) => expect(parseAbv(value, alcoholFree)).toBe(abv))

  it.each([
    ['35.0', 35],
    ['0', null],
    ['1,085', 1085],
    ['12,5', 12.5],
    [1000, 1000],
    ['-3', null],
  ])('parse IBU: %j', (value, ibu) => expect(parseIbu(value)).toBe(ibu))

  it.each([
    ['4006381333931', '4006381333931'],
    ['036000291452', '0036000291452'],
    ['96385074', '96385074'],
    ['04006381333931', '4006381333931'],
    ['4 006381 333931', '4006381333931'],
    ['4006381333932', null],
    ['0000000000000', null],
    ['123', null],
  ])('parse barcodes: %s', (value, barcode) => expect(parseBarcode(value)).toBe(barcode))

  it('reject implausible years and URLs', () => {
    expect([parseYear('1516'), parseYear('0'), parseYear('1516.5'), parseYear('seit 1883')]).toEqual([
      1516,
      null,
      null,
      1883,
    ])
    expect(parseWebsite('www.brau.example/a')).toBe('http://www.brau.example/a')
    expect(['javascript:alert(1)', 'n/a', 'a b.de', 'ftp://x.de'].map(parseWebsite)).toEqual([null, null, null, null])
  })

  it.each(['Clausthaler alkoholfrei', 'Zero 0,0 %', 'Bière sans alcool', 'en:non-alcoholic-beers'])(
    'recognise alcohol-free beer: %s',
    (text) => expect(mentionsAlcoholFree(text)).toBe(true),
  )

  it.each(['Pils 10.0', 'Ten 5.00', 'Free Will'])('do not take %s for alcohol-free', (text) =>
    expect(mentionsAlcoholFree(null, text)).toBe(false),
  )
})

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

describe('drinkKindOf', () => {
  it.each([
    ['Cider - Dry', 'Gold', 'cider'],
    ['Mead - Metheglin', 'Gold', 'mead'],
    ['Sour Ale', 'Cider Barrel Sour', 'beer'],
    [null, 'Sidra Natural', 'cider'],
    [null, 'Meadow Ale', 'beer'],
    ['Hard Seltzer', 'Lime', 'other'],
  ])('uses the style, otherwise the name: %j %s', (style, name, kind) => expect(drinkKindOf(style, name)).toBe(kind))
})

describe('places', () => {
  it.each([
    ['Czech Republic', 'Czechia'],
    ['England', 'United Kingdom'],
    ['Deutschland', 'Germany'],
    ['Côte d’Ivoire', 'Ivory Coast'],
    ['czech-republic', 'Czechia'],
    ['Atlantis', 'Atlantis'],
  ])('get the catalogue’s spelling of the country: %s', (text, country) => expect(canonicalCountry(text)).toBe(country))

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
    expect(isInOtherTown(place('Kempten', null, null), place('Kempten (Allgäu)', null, null))).toBe(false)
    expect(isInOtherTown(place('Ulm', null, null), place('Neu-Ulm', null, null))).toBe(true)
    expect(isInOtherTown(place(null, null, null), place('Ulm', null, null))).toBe(false)
    expect(isInOtherRegion(place(null, 'MN', 'United States'), place(null, 'Minnesota', null))).toBe(false)
    expect(isInOtherRegion(place(null, 'MN', 'United States'), place(null, 'WI', 'United States'))).toBe(true)
    expect(isInOtherRegion(place(null, 'Bavaria', 'Germany'), place(null, 'Bayern', 'Germany'))).toBe(false)
    expect(isInOtherRegion(place(null, null, 'Germany'), place(null, null, 'Austria'))).toBe(true)
  })
})

describe('the brewery register', () => {
  const germany = { country: 'Germany', state: null }
  const known = [
    { name: 'Löwenbräu', aliases: ['Loewenbrau Munich'], city: 'Munich', ...germany },
    { name: 'Löwenbräu Buttenheim', aliases: [], city: 'Buttenheim', ...germany },
    { name: 'Blue Hill Brewing Co.', aliases: [], city: 'Duluth', state: 'Minnesota', country: 'United States' },
    { name: 'Baltika', aliases: ['Балтика'], city: 'Saint Petersburg', state: null, country: 'Russia' },
  ]
  const register = openBreweryRegister<(typeof known)[number]>()
  for (const each of known) register.add(each)
  const find = (name: string, facts: object = {}) => register.find({ ...UNKNOWN_BREWERY_FACTS, ...facts, name })?.name

  it.each([
    ['Loewenbrau Munich', {}, 'Löwenbräu'],
    ['Löwenbräu AG', { country: 'Germany' }, 'Löwenbräu'],
    ['Löwenbräu', { country: 'Switzerland' }, undefined],
    ['Löwenbräu', { city: 'München', distinctByTown: true }, 'Löwenbräu'],
    ['Löwenbräu', { city: 'Passau', country: 'Germany', distinctByTown: true }, undefined],
    ['Blue Hill', { city: 'Saint Paul', state: 'Minnesota', country: 'United States' }, undefined],
    ['Blue Hill Brewing', { city: 'Duluth', state: 'MN', country: 'United States' }, 'Blue Hill Brewing Co.'],
    [
      'Blue Hill Brewing Co',
      { city: 'Saint Paul', state: 'MN', country: 'United States', distinctByTown: true },
      'Blue Hill Brewing Co.',
    ],
    ['Blue Hill Brewing Co.', { city: 'Denver', state: 'CO', country: 'United States' }, undefined],
    ['Baltika Breweries (Балтика)', {}, 'Baltika'],
    ['Unheard Of', { otherNames: ['Baltika'] }, 'Baltika'],
    ['Green Hill Brewing Co.', {}, undefined],
  ])('finds breweries by name and address: %s %j', (name, facts, found) => expect(find(name, facts)).toBe(found))

  it('forgets removed breweries', () => {
    const [gone] = known
    if (gone) register.remove(gone)
    expect(find('Löwenbräu AG')).toBeUndefined()
    if (gone) register.add(gone)
  })
})

describe('styleKey', () => {
  it.each([
    ['American-Style India Pale Ale', 'American IPA'],
    ['Pilsner - Czech / Bohemian', 'Bohemian Czech Pilsener'],
    ['Hefeweizen', 'Hefe-Weissbier'],
  ])('is equal for all spellings: %s', (a, b) => expect(styleKey(a)).toBe(styleKey(b)))

  it('is not empty for a name of filler words only', () => expect(styleKey('Classic Beer')).not.toBe(''))
})

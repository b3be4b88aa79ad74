import { describe, expect, it } from 'vitest'
import { beerNameIn } from './beer-names.ts'
import { openBreweryRegister } from './brewery-register.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, barcodeIn, ibuIn, saysAlcoholFree, textIn, websiteIn, yearIn } from './fields.ts'
import { NO_BREWERY_FACTS } from './imported.ts'
import { repairMojibake } from './mojibake.ts'
import { countryNamed, countryOfCode, isInOtherRegion, isInOtherTown, knownCountry, stateNamed } from './places.ts'
import { styleSpelling } from './style-spelling.ts'

describe('text that was encoded twice', () => {
  it.each([
    ['BiÃ¨re de Garde', 'Bière de Garde'],
    ['NÃ¸gne Ã˜', 'Nøgne Ø'],
    ['CervecerÃ­a', 'Cervecería'],
    ['Å»ywiec', 'Żywiec'],
    ['itâ€™s', 'it’s'],
    ['BiÃƒÂ¨re', 'Bière'],
    ['Балтика BiÃ¨re', 'Балтика Bière'],
  ])('is repaired: %s', (broken, right) => expect(repairMojibake(broken)).toBe(right))

  it.each(['Bière', 'Ångström', 'SÃO PAULO', 'Ãlg', '東京', 'Â', ''])('is left alone when it is right: %s', (text) =>
    expect(repairMojibake(text)).toBe(text),
  )
})

describe('a field', () => {
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
  ])('is text on one line or nothing: %j', (value, text) => expect(textIn(value)).toBe(text))

  it.each([
    ['6,6', false, 6.6],
    ['4.2 % vol', false, 4.2],
    [0, false, null],
    ['0', true, 0],
    ['0.45', true, 0.45],
    ['', false, null],
    ['strong', false, null],
    [99.99, false, 'wrong'],
    [-1, false, 'wrong'],
    [55, false, 55],
  ] as const)('is a strength: %j', (value, alcoholFree, abv) => expect(abvIn(value, alcoholFree)).toBe(abv))

  it.each([
    ['35.0', 35],
    ['0', null],
    ['1,085', 1085],
    ['12,5', 12.5],
    [1000, 1000],
    ['-3', null],
  ])('is a bitterness: %j', (value, ibu) => expect(ibuIn(value)).toBe(ibu))

  it.each([
    ['4006381333931', '4006381333931'],
    ['036000291452', '0036000291452'],
    ['96385074', '96385074'],
    ['04006381333931', '4006381333931'],
    ['4 006381 333931', '4006381333931'],
    ['4006381333932', null],
    ['0000000000000', null],
    ['123', null],
  ])('is a barcode: %s', (value, barcode) => expect(barcodeIn(value)).toBe(barcode))

  it('is a year or an address only when it can be one', () => {
    expect([yearIn('1516'), yearIn('0'), yearIn('1516.5'), yearIn('seit 1883')]).toEqual([1516, null, null, 1883])
    expect(websiteIn('www.brau.example/a')).toBe('http://www.brau.example/a')
    expect(['javascript:alert(1)', 'n/a', 'a b.de', 'ftp://x.de'].map(websiteIn)).toEqual([null, null, null, null])
  })

  it.each(['Clausthaler alkoholfrei', 'Zero 0,0 %', 'Bière sans alcool', 'en:non-alcoholic-beers'])(
    'says that there is no alcohol: %s',
    (text) => expect(saysAlcoholFree(text)).toBe(true),
  )

  it.each(['Pils 10.0', 'Ten 5.00', 'Free Will'])('does not say so: %s', (text) =>
    expect(saysAlcoholFree(null, text)).toBe(false),
  )
})

describe('a beer’s name', () => {
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
  ])('keeps what tells the beer: %s', (text, name) => expect(beerNameIn(text)?.name).toBe(name))

  it.each([
    ['Guinness Draught Stout Can', 'Guinness Draught Stout'],
    ['CORONA EXTRA', 'Corona Extra'],
    ['LA CHOUFFE IPA', 'La Chouffe IPA'],
    ['BFM', 'BFM'],
  ])('of a product is what one would say: %s', (text, name) =>
    expect(beerNameIn(text, { product: true })?.name).toBe(name),
  )

  it('may be two names, and a second one that tells nothing is dropped', () => {
    expect(beerNameIn('Балтика 7 / Baltika 7 Export')).toEqual({ name: 'Балтика 7', aliases: ['Baltika 7 Export'] })
    expect(beerNameIn('Leffe Blonde / Blond')).toEqual({ name: 'Leffe Blonde', aliases: [] })
    expect(beerNameIn(' / ')).toBeNull()
    expect(beerNameIn('33cl')?.name).toBe('33cl')
  })
})

describe('what is drunk', () => {
  it.each([
    ['Cider - Dry', 'Gold', 'cider'],
    ['Mead - Metheglin', 'Gold', 'mead'],
    ['Sour Ale', 'Cider Barrel Sour', 'beer'],
    [null, 'Sidra Natural', 'cider'],
    [null, 'Meadow Ale', 'beer'],
    ['Hard Seltzer', 'Lime', 'other'],
  ])('is told by the style, or else the name: %j %s', (style, name, kind) =>
    expect(drinkKindOf(style, name)).toBe(kind),
  )
})

describe('a place', () => {
  it.each([
    ['Czech Republic', 'Czechia'],
    ['England', 'United Kingdom'],
    ['Deutschland', 'Germany'],
    ['Côte d’Ivoire', 'Ivory Coast'],
    ['czech-republic', 'Czechia'],
    ['Atlantis', 'Atlantis'],
  ])('is in a country as the catalogue spells it: %s', (text, country) => expect(countryNamed(text)).toBe(country))

  it('is known by name, code and state', () => {
    expect([knownCountry('Kreuztal'), knownCountry('norge'), knownCountry('Namibia')]).toEqual([
      null,
      'Norway',
      'Namibia',
    ])
    expect([countryOfCode('de'), countryOfCode('tr'), countryOfCode('zz'), countryOfCode('x')]).toEqual([
      'Germany',
      'Türkiye',
      null,
      null,
    ])
    expect([stateNamed(' mn', 'United States'), stateNamed('MN', 'Germany')]).toEqual(['Minnesota', 'MN'])
  })

  it('is another town or region only where both sides say so', () => {
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

describe('a brewery', () => {
  const germany = { country: 'Germany', state: null }
  const known = [
    { name: 'Löwenbräu', aliases: ['Loewenbrau Munich'], city: 'Munich', ...germany },
    { name: 'Löwenbräu Buttenheim', aliases: [], city: 'Buttenheim', ...germany },
    { name: 'Blue Hill Brewing Co.', aliases: [], city: 'Duluth', state: 'Minnesota', country: 'United States' },
    { name: 'Baltika', aliases: ['Балтика'], city: 'Saint Petersburg', state: null, country: 'Russia' },
  ]
  const register = openBreweryRegister<(typeof known)[number]>()
  for (const each of known) register.add(each)
  const find = (name: string, facts: object = {}) => register.find({ ...NO_BREWERY_FACTS, ...facts, name })?.name

  it.each([
    ['Loewenbrau Munich', {}, 'Löwenbräu'],
    ['Löwenbräu AG', { country: 'Germany' }, 'Löwenbräu'],
    ['Löwenbräu', { country: 'Switzerland' }, undefined],
    ['Löwenbräu', { city: 'München', placeDecides: true }, 'Löwenbräu'],
    ['Löwenbräu', { city: 'Passau', country: 'Germany', placeDecides: true }, undefined],
    ['Blue Hill', { city: 'Saint Paul', state: 'Minnesota', country: 'United States' }, undefined],
    ['Blue Hill Brewing', { city: 'Duluth', state: 'MN', country: 'United States' }, 'Blue Hill Brewing Co.'],
    [
      'Blue Hill Brewing Co',
      { city: 'Saint Paul', state: 'MN', country: 'United States', placeDecides: true },
      'Blue Hill Brewing Co.',
    ],
    ['Blue Hill Brewing Co.', { city: 'Denver', state: 'CO', country: 'United States' }, undefined],
    ['Baltika Breweries (Балтика)', {}, 'Baltika'],
    ['Unheard Of', { otherNames: ['Baltika'] }, 'Baltika'],
    ['Green Hill Brewing Co.', {}, undefined],
  ])('is found by name and place: %s %j', (name, facts, found) => expect(find(name, facts)).toBe(found))

  it('is forgotten when it is removed', () => {
    const [gone] = known
    if (gone) register.remove(gone)
    expect(find('Löwenbräu AG')).toBeUndefined()
    if (gone) register.add(gone)
  })
})

describe('a style’s name', () => {
  it.each([
    ['American-Style India Pale Ale', 'American IPA'],
    ['Pilsner - Czech / Bohemian', 'Bohemian Czech Pilsener'],
    ['Hefeweizen', 'Hefe-Weissbier'],
  ])('is the same however it is written: %s', (a, b) => expect(styleSpelling(a)).toBe(styleSpelling(b)))

  it('keeps a name that is nothing but filler', () => expect(styleSpelling('Classic Beer')).not.toBe(''))
})

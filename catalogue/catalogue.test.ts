import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IS_THOROUGH } from '#testing/thorough.ts'
import type { PrintedLabel } from './catalogue.ts'
import {
  type BeerRow,
  type BreweryRow,
  type Candidate,
  type Catalogue,
  openCatalogue,
  type PrintedLine,
} from './index.ts'
import { loadShipped } from './shipped/shipped.ts'

/** The gate asks for some beers of the shipped catalogue, `npm run test:all` for more. */
const shipped = loadShipped()

const BREWERIES: readonly Omit<BreweryRow, 'id'>[] = [
  { name: 'Abbaye de Rochefort', aliases: ['Rochefort'], country: 'Belgium' },
  { name: 'Brouwerij der Trappisten van Westmalle', aliases: ['Westmalle'], country: 'Belgium' },
  { name: 'Abbaye de Leffe', aliases: ['Leffe'], country: 'Belgium' },
  { name: 'Brauerei Zum Löwen', aliases: ['Löwenquell'], country: 'Germany' },
  { name: 'Kronenbourg', aliases: [], country: 'France' },
  { name: 'Anheuser-Busch', aliases: ['Budweiser', 'Bud', 'Busch'], country: 'United States' },
  { name: 'Mill Lane Brewing', aliases: [], country: 'United States' },
  { name: 'Harbour Works', aliases: [], country: 'United Kingdom' },
  { name: 'Priory of Marten Hill', aliases: [], country: 'United Kingdom' },
  { name: 'Brasserie du Fleuve', aliases: [], country: 'Cameroon' },
  { name: 'La Zaragozana', aliases: ['Ambar'], country: 'Spain' },
]
const BEERS: readonly [brewery: string, name: string, style: string, abv: number][] = [
  ['Abbaye de Rochefort', 'Rochefort 6', 'Dubbel', 7.5],
  ['Abbaye de Rochefort', 'Rochefort 8', 'Belgian Strong Dark Ale', 9.2],
  ['Abbaye de Rochefort', 'Rochefort 10', 'Quadrupel', 11.3],
  ['Brouwerij der Trappisten van Westmalle', 'Westmalle Dubbel', 'Dubbel', 7],
  ['Brouwerij der Trappisten van Westmalle', 'Westmalle Tripel', 'Tripel', 9.5],
  ['Abbaye de Leffe', 'Leffe Blonde', 'Belgian Blonde', 6.6],
  ['Abbaye de Leffe', 'Leffe Brune', 'Belgian Brown Ale', 6.5],
  ['Abbaye de Leffe', 'Leffe Blonde 0.0', 'Alcohol-Free Ale', 0],
  ['Brauerei Zum Löwen', 'Löwenquell Hell', 'Helles', 5],
  ['Brauerei Zum Löwen', 'Löwenquell Dunkel', 'Munich Dunkel', 5.2],
  ['Kronenbourg', '1664', 'Pale Lager', 5.5],
  ['Kronenbourg', '1664 Blanc', 'Witbier', 5],
  ['Anheuser-Busch', 'Budweiser', 'American Lager', 5],
  ['Anheuser-Busch', 'Bud Light', 'Light Lager', 4.2],
  ['Anheuser-Busch', 'Busch Light', 'Light Lager', 4.1],
  ['Mill Lane Brewing', 'Night Shift', 'Stout', 5.5],
  ['Mill Lane Brewing', 'Barrel-Aged Night Shift', 'Imperial Stout', 11],
  ['Mill Lane Brewing', 'Pale Ale', 'American Pale Ale', 5.4],
  ['Harbour Works', 'India Pale Ale', 'American IPA', 6],
  ['Harbour Works', 'Lighthouse Keeper', 'Porter', 5],
  ['Priory of Marten Hill', 'Marten Hill Blonde', 'Belgian Blonde', 5],
  ['Brasserie du Fleuve', '44 Extra', 'Pale Lager', 5.2],
  ['La Zaragozana', 'Ambar Especial', 'Pale Lager', 5.2],
]

const breweries: BreweryRow[] = BREWERIES.map((brewery, index) => ({ id: index + 1, ...brewery }))
const beers: BeerRow[] = BEERS.map(([brewery, name, style, abv], index) => ({
  id: index + 1,
  breweryId: breweries.find((row) => row.name === brewery)?.id ?? null,
  name,
  aliases: [],
  style,
  abv,
  ibu: null,
  popularity: 30,
}))
const lexicons = {
  styles: shipped.styles,
  lexicon: {
    breweries: [
      { name: 'Brauerei Kesselberg', aliases: ['Kesselberger'], country: 'Germany' },
      { name: 'Marten House', aliases: [], country: 'United States' },
    ],
    otherDrinks: [],
  },
}

function aCatalogue(): Catalogue {
  return openCatalogue({ version: 1, breweries, beers }, lexicons)
}

const catalogue = aCatalogue()

/** From here on recognition names a beer without asking. */
const SURE = 0.6
/** Below this a beer is no answer. */
const UNLIKELY = 0.25

const aLine = (text: string, fields: Partial<PrintedLine> = {}): PrintedLine => ({
  text,
  confidence: 0.95,
  prominence: 1,
  ...fields,
})
const SMALL_PRINT = ['brewed and bottled in Belgium', 'water, barley malt, hops, yeast', '33 cl', 'alc. 6 % vol'].map(
  (text) => aLine(text, { prominence: 0.1 }),
)

function ask(...lines: (string | PrintedLine)[]): Candidate[] {
  const all = [...lines.map((line) => (typeof line === 'string' ? aLine(line) : line)), ...SMALL_PRINT]
  return catalogue.match(all, 5).candidates
}

/** Facts of a beer that a test adds. */
const aBeer = { aliases: [], style: null, ibu: null, popularity: 30 }

/** A close-up with this printed ABV. */
const printing = (abv: number): PrintedLabel => ({ abv, shape: 'single', offTopic: 0 })

function names(candidates: readonly Candidate[], from: Catalogue = catalogue): (string | undefined)[] {
  return candidates.map(({ beerId }) => from.beer(beerId)?.name)
}

function candidateFor(candidates: readonly Candidate[], name: string): Candidate | undefined {
  return candidates.find(({ beerId }) => catalogue.beer(beerId)?.name === name)
}

function probabilityOf(candidates: readonly Candidate[], name: string): number {
  return candidateFor(candidates, name)?.probability ?? 0
}

/** Minus infinity when the beer is no candidate. */
function scoreOf(candidates: readonly Candidate[], name: string): number {
  return candidateFor(candidates, name)?.score ?? Number.NEGATIVE_INFINITY
}

describe('match', () => {
  it.each<[reading: string[], beer: string]>([
    [['LEFFE', 'BLONDE', "bière d'abbaye"], 'Leffe Blonde'],
    [['LEFFE', 'Brune'], 'Leffe Brune'],
    [['Leffe', 'blond', '0,0%'], 'Leffe Blonde 0.0'],
    [['TRAPPISTES', 'ROCHEFORT', '10'], 'Rochefort 10'],
    [['Rochefort 8'], 'Rochefort 8'],
    [['WESTMALLE TRAPPIST', 'TRIPLE'], 'Westmalle Tripel'],
    [['Lowenquell', 'Dunkles'], 'Löwenquell Dunkel'],
    [['KRONENBOURG', '1664', 'BLANC'], '1664 Blanc'],
    [['BUSCH', 'Light'], 'Busch Light'],
    [['Bud', 'Lite'], 'Bud Light'],
    [['NIGHT SHIFT', 'barrel aged imperial stout'], 'Barrel-Aged Night Shift'],
    [['HARBOUR WORKS', 'INDIAPALE ALE'], 'India Pale Ale'],
    [['Mill Lane', 'Pale Ale'], 'Pale Ale'],
  ])('matches %j to %s', (reading, beer) => {
    expect(names(ask(...reading))[0]).toBe(beer)
  })

  it.each<[misread: string, beer: string]>([
    ['ROCHEF0RT 1O', 'Rochefort 10'],
    ['WESTMALIE TRIPEI', 'Westmalle Tripel'],
    ['WESTMALLETRIPEL', 'Westmalle Tripel'],
    ['Lighthous Keeper', 'Lighthouse Keeper'],
    ['LIGHT HOUSE KEEPER', 'Lighthouse Keeper'],
    ['ighthouse Keepe', 'Lighthouse Keeper'],
    ['L E F F E blonde', 'Leffe Blonde'],
    ['kronenbourg l664', '1664'],
  ])('matches the misread %s to %s', (misread, beer) => {
    expect(names(ask(misread))[0]).toBe(beer)
  })

  it('attributes the tokens of a complete brewery name to that brewery alone', () => {
    expect(probabilityOf(ask('Marten Hill Blonde'), 'Marten Hill Blonde')).toBeGreaterThan(SURE)
    expect(probabilityOf(ask('Marten House Day Break', 'blonde ale'), 'Marten Hill Blonde')).toBeLessThan(UNLIKELY)
  })

  it('ranks a brewery matched by its name above one matched by an alias', () => {
    const owned = aCatalogue()
    const more = { id: 901, name: 'A Small Brewery', aliases: ['Kronenbourg'], country: 'France' }
    owned.apply({ version: 2, breweries: [more], beers: [], removedBeers: [], removedBreweries: [] })
    const named = owned.breweriesIn([aLine('KRONENBOURG')]).map(({ name }) => name)
    expect(named).toEqual(['Kronenbourg', 'A Small Brewery'])
  })

  it('finds a brewery whose words run together', () => {
    expect(catalogue.breweriesIn([aLine('THEKRONENBOURG')])[0]).toMatchObject({ name: 'Kronenbourg' })
    expect(catalogue.breweriesIn([aLine('MILLLANEBREWING')])[0]).toMatchObject({ name: 'Mill Lane Brewing' })
  })

  it.each<[lines: (string | PrintedLine)[], name: string, isExact: boolean]>([
    [['Budweiser Lager'], 'Budweiser', true],
    [['Night Shift Stout'], 'Night Shift', true],
    [['THE NIGHT', 'SHIFT'], 'Night Shift', true],
    [['Budweiser and Wings'], 'Budweiser', false],
    [['Kronenbourg'], '1664', false],
    // Another variant, and the brand beside another name.
    [['NIGHT SHIFT', 'IMPERIAL'], 'Night Shift', false],
    [['Budweiser', 'ZAUBERTRANK'], 'Budweiser', false],
    [['Budweiser', aLine('ZAUBERTRANK', { confidence: 0.6 })], 'Budweiser', true],
  ])('decides for %j whether %s is an exact name: %s', (lines, name, isExact) => {
    expect(candidateFor(ask(...lines), name)?.features.exactName).toBe(Number(isExact))
  })

  it('measures the prominence of a conflicting token that was read with certainty', () => {
    const conflictWith = (...lines: (string | PrintedLine)[]) =>
      ask('Leffe Blonde', ...lines)[0]?.features.conflictingToken
    expect(conflictWith()).toBe(0)
    expect(conflictWith('premium quality')).toBe(0)
    expect(conflictWith('ZAUBERTRANK')).toBeGreaterThan(0.7)
    expect(conflictWith(aLine('ZAUBERTRANK', { prominence: 0.3 }))).toBeLessThan(0.3)
    expect(conflictWith(aLine('ZAUBERTRANK', { confidence: 0.8 }))).toBe(0)
  })

  it('detects a competing brewery', () => {
    const competingBreweryIn = (...lines: string[]) =>
      candidateFor(ask(...lines), 'Night Shift')?.features.competingBrewery
    expect(competingBreweryIn('Night Shift')).toBe(0)
    expect(competingBreweryIn('Mill Lane', 'Night Shift', 'Kronenbourg')).toBe(0)
    expect(competingBreweryIn('Kronenbourg', 'Night Shift')).toBeGreaterThan(0.9)
  })

  it('ignores an alias that ends with an ABV', () => {
    const named = aCatalogue()
    const light = {
      id: 900,
      breweryId: 3,
      name: 'Leffe Light',
      aliases: ['Leffe 0.4%'],
      style: null,
      abv: 0.4,
      ibu: null,
      popularity: 0,
    }
    named.apply({ version: 2, breweries: [], beers: [light], removedBeers: [], removedBreweries: [] })
    expect(named.match([aLine('Leffe')], 9).candidates.find(({ beerId }) => beerId === 900)?.coverage).toBe(0)
  })

  it('does not penalise a pale lager that a list calls a pilsner', () => {
    const plain = scoreOf(ask('Budweiser'), 'Budweiser')
    expect(scoreOf(ask('Budweiser', 'pilsner'), 'Budweiser')).toBeGreaterThanOrEqual(plain)
    expect(scoreOf(ask('Budweiser', 'stout'), 'Budweiser')).toBeLessThan(plain)
  })

  it('treats a short number as distinctive only together with another token', () => {
    expect(probabilityOf(ask('44'), '44 Extra')).toBe(0)
    expect(probabilityOf(ask('44 Extra'), '44 Extra')).toBeGreaterThan(SURE)
  })

  it('takes a style name alone for no beer', () => {
    for (const style of ['India Pale Ale', 'Pale Ale', 'Lager', 'Stout', 'Tripel'])
      expect(ask(style).map(({ probability }) => probability)).toEqual(ask(style).map(() => 0))
    expect(ask('HARBOUR WORKS', 'India Pale Ale')[0]?.features.breweryFound).toBe(1)
  })

  it('takes stop words on a label for a beer if they are its brand and the rest of its name', () => {
    expect(probabilityOf(ask('AMBAR', 'Especial'), 'Ambar Especial')).toBeGreaterThan(SURE)
    expect(probabilityOf(ask('Ambar'), 'Ambar Especial')).toBe(0)
    expect(probabilityOf(ask('Especial'), 'Ambar Especial')).toBe(0)
    expect(probabilityOf(ask('Amber ale, a special one'), 'Ambar Especial')).toBe(0)
    const row = catalogue.match([aLine('Ambar especial')], 5, { abv: null, shape: 'menu', offTopic: 0 })
    expect(probabilityOf(row.candidates, 'Ambar Especial')).toBe(0)
  })

  it('returns nothing for text without names', () => {
    expect(ask('CHARDONNAY', 'Vin de Pays', 'mis en bouteille au château')).toEqual([])
    for (const lines of [[], [aLine('!!! ???')]]) {
      const { candidates, rivals } = catalogue.match(lines, 5)
      expect(candidates).toEqual([])
      expect(rivals).toMatchObject({ anotherEdition: null, unlisted: { probability: 1 } })
    }
  })

  it('returns the lines that contain matched tokens', () => {
    const lines = ['since 1240', 'LEFFE', 'serve cold', 'BLONDE'].map((text) => aLine(text))
    const [best] = catalogue.match(lines, 1).candidates
    expect(best?.lines).toEqual([1, 3])
  })

  it('returns the coverage of the name', () => {
    expect(ask('NIGHT SHIFT', 'MILL LANE')[0]?.coverage).toBe(1)
    const half = ask('LIGHTHOUSE', 'HARBOUR WORKS')[0]
    expect(half?.coverage).toBeGreaterThan(0.3)
    expect(half?.coverage).toBeLessThan(0.7)
  })

  it('measures the share of the distinctive tokens that the beer leaves unexplained', () => {
    expect(ask('LEFFE', 'BLONDE')[0]?.features.unexplained).toBe(0)
    const beside = ask('ZAUBERTRANK', aLine('Leffe Blonde', { prominence: 0.3 }))
    expect(candidateFor(beside, 'Leffe Blonde')?.features.unexplained).toBeGreaterThan(0.8)
  })

  it('scores large, certain text higher than small or uncertain text', () => {
    const clear = scoreOf(ask('Leffe Blonde'), 'Leffe Blonde')
    expect(scoreOf(ask(aLine('Leffe Blonde', { confidence: 0.5 })), 'Leffe Blonde')).toBeLessThan(clear)
    expect(scoreOf(ask(aLine('Leffe Blonde', { prominence: 0.1 })), 'Leffe Blonde')).toBeLessThan(clear)
  })

  describe('with the word zero in a name', () => {
    const named = aCatalogue()
    named.apply({
      version: 2,
      breweries: [{ id: 900, name: 'Zero Meridian', aliases: [], country: 'Nowhere' }],
      beers: [
        { ...aBeer, id: 900, breweryId: 900, name: 'Lanternfish', abv: 5.6 },
        { ...aBeer, id: 901, breweryId: 7, name: 'Tidepool Zero Carb', abv: 4.3 },
        { ...aBeer, id: 902, breweryId: 7, name: 'Quayside 0.0', abv: 0 },
        { ...aBeer, id: 903, breweryId: 900, name: 'Plankton', abv: null },
        { ...aBeer, id: 904, breweryId: 7, name: 'Quayside', abv: 4.8 },
      ],
      removedBeers: [],
      removedBreweries: [],
    })
    const match = (lines: string[], abv: number | null = null) =>
      named.match(
        lines.map((text) => aLine(text)),
        5,
        { abv, shape: 'single', offTopic: 0 },
      ).candidates

    it.each<[lines: string[], abv: number | null, beer: string]>([
      [['ZERO MERIDIAN', 'LANTERNFISH'], null, 'Lanternfish'],
      [['ZERO MERIDIAN', 'PLANKTON'], 5.1, 'Plankton'],
      [['MILL LANE', 'TIDEPOOL', 'ZERO CARB'], null, 'Tidepool Zero Carb'],
      [['MILL LANE', 'TIDEPOOL', 'ZERO CARB'], 4.3, 'Tidepool Zero Carb'],
      [['MILL LANE', 'QUAYSIDE', 'zero sugar'], 4.8, 'Quayside'],
      [['MILL LANE', 'QUAYSIDE ZERO'], null, 'Quayside 0.0'],
    ])('matches %j with an ABV of %s to %s', (lines, abv, beer) => {
      const [best] = match(lines, abv)
      expect(named.beer(best?.beerId ?? 0)?.name).toBe(beer)
      expect(best?.probability).toBeGreaterThan(SURE)
    })

    it.each<[lines: string[], abv: number | null, beerId: number]>([
      [['ZERO MERIDIAN', 'LANTERNFISH', 'alkoholfrei'], null, 900],
      [['ZERO MERIDIAN', 'LANTERNFISH'], 0.4, 900],
      [['MILL LANE', 'QUAYSIDE', '0.0'], 12.4, 904],
      [['MILL LANE', 'QUAYSIDE ZERO'], null, 904],
    ])('takes %j with an ABV of %s for alcohol-free', (lines, abv, beerId) => {
      const candidate = match(lines, abv).find((each) => each.beerId === beerId)
      expect(candidate?.features.alcohol).toBeGreaterThanOrEqual(0.5)
      expect(candidate?.probability).toBeLessThan(UNLIKELY)
    })
  })

  it('distinguishes beers of one brewery by the printed ABV', () => {
    const lines = [aLine('Westmalle Trappist')]
    expect(names(catalogue.match(lines, 1, printing(9.5)).candidates)).toEqual(['Westmalle Tripel'])
    expect(names(catalogue.match(lines, 1, printing(7)).candidates)).toEqual(['Westmalle Dubbel'])
  })

  it.each<[reading: string[], right: string, other: string]>([
    [['Leffe Blonde', '0.0'], 'Leffe Blonde 0.0', 'Leffe Blonde'],
    [['Leffe Brune'], 'Leffe Brune', 'Leffe Blonde'],
    [['Westmalle Dubbel'], 'Westmalle Dubbel', 'Westmalle Tripel'],
    [['Rochefort 6'], 'Rochefort 6', 'Rochefort 8'],
    [['Löwenquell Hell'], 'Löwenquell Hell', 'Löwenquell Dunkel'],
    [['Bud Light'], 'Bud Light', 'Budweiser'],
    [['Mill Lane', 'Night Shift', 'barrel aged'], 'Barrel-Aged Night Shift', 'Night Shift'],
  ])('separates the variants of %j by a clear margin', (reading, right, other) => {
    const candidates = ask(...reading)
    expect(probabilityOf(candidates, right)).toBeGreaterThan(SURE)
    expect(probabilityOf(candidates, other)).toBeLessThan(UNLIKELY)
  })

  it.each<[reading: string[], absent: string, atMost?: number]>([
    [['Leffe Blonde', '0.0'], 'Leffe Blonde 0.0'],
    [['LEFFE', 'BRUNE'], 'Leffe Brune'],
    [['Westmalle', 'TRIPEL'], 'Westmalle Tripel'],
    [['Rochefort', '10'], 'Rochefort 10'],
    // Everybody drinks Budweiser, which is also called Bud.
    [['Bud Light'], 'Bud Light', 0.7],
  ])('is not sure of another beer of the brewery when that of %j is unknown', (reading, absent, atMost = SURE) => {
    const without = aCatalogue()
    const removed = beers.filter(({ name }) => name === absent).map(({ id }) => id)
    without.apply({ version: 2, beers: [], breweries: [], removedBeers: removed, removedBreweries: [] })
    const lines = reading.map((text) => aLine(text))
    expect(names(catalogue.match(lines, 1).candidates)).toEqual([absent])
    const [best] = without.match(lines, 1).candidates
    expect(best?.probability ?? 0).toBeLessThan(atMost)
  })
})

describe('apply', () => {
  it('adds, removes and renames beers', () => {
    const changing = aCatalogue()
    const find = (text: string) => names(changing.match([aLine(text)], 1).candidates, changing)[0]
    const tidewater: BeerRow = {
      id: 100,
      breweryId: 8,
      name: 'Tidewater',
      aliases: [],
      style: 'Stout',
      abv: 5,
      ibu: null,
      popularity: 0,
    }
    expect(find('TIDEWATER')).toBeUndefined()
    changing.apply({ version: 2, breweries: [], beers: [tidewater], removedBeers: [], removedBreweries: [] })
    expect(changing.version).toBe(2)
    expect(find('TIDEWATER')).toBe('Tidewater')
    changing.apply({
      version: 3,
      breweries: [],
      beers: [{ ...tidewater, name: 'Undertow' }],
      removedBeers: [],
      removedBreweries: [],
    })
    expect(find('TIDEWATER')).toBeUndefined()
    expect(find('UNDERTOW')).toBe('Undertow')
    changing.apply({ version: 4, breweries: [], beers: [], removedBeers: [100], removedBreweries: [] })
    expect(find('UNDERTOW')).toBeUndefined()
    expect(changing.beer(100)).toBeUndefined()
  })

  it('finds a brewery by its changed name only', () => {
    const changing = aCatalogue()
    const renamed: BreweryRow = { id: 7, name: 'Copper Kettle', aliases: [], country: null }
    changing.apply({ version: 2, breweries: [renamed], beers: [], removedBeers: [], removedBreweries: [] })
    const [best] = changing.match([aLine('COPPER KETTLE'), aLine('Pale Ale')], 1).candidates
    expect(best).toMatchObject({ beerId: 18, features: { breweryFound: 1 } })
    expect(changing.breweriesIn([aLine('Mill Lane')])).toEqual([])
  })

  it('leads to the same results as a new catalogue of the same rows', () => {
    const grown = openCatalogue({ version: 0, breweries: [], beers: [] }, lexicons)
    for (const row of breweries)
      grown.apply({ version: 1, breweries: [row], beers: [], removedBeers: [], removedBreweries: [] })
    for (const row of [...beers].reverse())
      grown.apply({ version: 1, breweries: [], beers: [row], removedBeers: [], removedBreweries: [] })
    for (const { name } of beers) expect(grown.match([aLine(name)], 5)).toEqual(catalogue.match([aLine(name)], 5))
  })
})

describe('breweriesIn', () => {
  it('finds breweries by name and by misread alias', () => {
    expect(catalogue.breweriesIn([aLine('Trappistes'), aLine('ROCHEFORT')])[0]).toMatchObject({
      breweryId: 1,
      lines: [1],
    })
    expect(catalogue.breweriesIn([aLine('LOWENQUEII')])[0]).toMatchObject({ breweryId: 4 })
  })

  it('finds a brewery that only the lexicon lists', () => {
    expect(catalogue.breweriesIn([aLine('Kesselberger'), aLine('Zwickl')])).toEqual([
      { breweryId: null, name: 'Brauerei Kesselberg', confidence: 1, lines: [0] },
    ])
  })

  it('finds none in stop words', () => {
    expect(
      catalogue.breweriesIn(
        ['brewed in Belgium', 'premium lager', 'since 1862', 'Brauerei'].map((text) => aLine(text)),
      ),
    ).toEqual([])
  })
})

describe('styleIn', () => {
  it.each([
    ['Russian Imperial Stout', 'Imperial Stout'],
    ['STOUT', 'Stout'],
    ['Hefe-Weißbier', 'Hefeweizen'],
    ['Hefe-Weissbier Dunkel', 'Dunkelweizen'],
    ['indiapale ale', 'IPA'],
    ['West Coast IPA 6.8%', 'West Coast IPA'],
    ['světlý ležák', 'Czech Pale Lager'],
    ['Bière Blanche', 'Witbier'],
    ['cerveza sin alcohol 0,0', 'Alcohol-Free Lager'],
    ['abbey tripel', 'Tripel'],
    ['IPA - New England', 'Hazy IPA'],
  ])('finds in %s the style %s', (text, style) => {
    expect(catalogue.styleIn(text)?.style).toBe(style)
  })

  it('returns the matched part of the text', () => {
    expect(catalogue.styleIn('our own Milk Stout, 5 %')).toEqual({
      style: 'Milk Stout',
      family: 'Stout',
      text: 'Milk Stout',
    })
  })

  it.each([
    ['SANDGRUBE BREWING CO\nDOUBLEINDIAPALEALE\n330 ml', 'Double IPA', 'DOUBLEINDIAPALEALE'],
    ['Sandgrube INDIAPALE\nALE 330 ml', 'IPA', 'INDIAPALE\nALE'],
    ['Sandgrube HEFEWEISSBIERNATURTRUEB', 'Hefeweizen', 'HEFEWEISSBIERNATURTRUEB'],
  ])('returns of %j, whose spaces were lost, the words of the style', (text, style, part) => {
    expect(catalogue.styleIn(text)).toMatchObject({ style, text: part })
  })

  it('takes a word for a style as such only beside a strength that the style may have', () => {
    expect(catalogue.styleIn('Moorhen Single', 4.8)?.style).toBe('Table Beer')
    expect(catalogue.styleIn('Moorhen Single', 8)).toBeUndefined()
    expect(catalogue.styleIn('Moorhen Table Beer', 8)?.style).toBe('Table Beer')
    expect(catalogue.styleIn('Moorhen Single Pils', 8.5)).toBeUndefined()
  })

  it.each([
    ['Moorhen Single Hop Citra', undefined],
    ['Moorhen Single-Hop IPA', 'IPA'],
    ['Double Dry Hopped Pale Ale', 'Pale Ale'],
  ])('takes no number of hops for a style: %s', (text, style) => {
    expect(catalogue.styleIn(text)?.style).toBe(style)
  })

  it.each(['Hamburger with fries', 'MALTBIER', 'Super Maltbier', 'Rolandbier'])('finds none in %s', (text) => {
    expect(catalogue.styleIn(text)).toBeUndefined()
  })

  it('finds every style of the lexicon by its name', () => {
    for (const { name } of shipped.styles) expect(catalogue.styleIn(name)?.style).toBe(name)
  })
})

describe('isCommonWord', () => {
  it.each(['brewed', 'SINCE', 'Premium', 'gebraut', 'brassée', '33 cl', 'lager', 'Weißbier', 'tripel'])(
    'is true for %s',
    (word) => {
      expect(catalogue.isCommonWord(word)).toBe(true)
    },
  )

  it.each(['Leffe', 'Rochefort', 'Zombie', '1664'])('is false for %s', (word) => {
    expect(catalogue.isCommonWord(word)).toBe(false)
  })
})

describe('matching in the shipped catalogue', () => {
  const ids = new Map(shipped.breweries.map(({ key }, index) => [key, index + 1]))
  const rows = {
    version: 1,
    breweries: shipped.breweries.map(({ name, aliases, country }, index) => ({
      id: index + 1,
      name,
      aliases,
      country,
    })),
    beers: shipped.beers.map((beer, index) => ({
      ...beer,
      id: index + 1,
      breweryId: ids.get(beer.breweryKey) ?? null,
    })),
  }
  const whole = openCatalogue(rows, shipped)
  const breweryNameOf = (beer: BeerRow) => whole.brewery(beer.breweryId ?? 0)?.name ?? ''
  const someBeer = fc.constantFrom(...rows.beers)

  it('ranks a beer first for its name and brewery', () => {
    const some = rows.beers.filter((_, index) => index % (IS_THOROUGH ? 5 : 11) === 0)
    const missed = some.filter(
      (beer) => whole.match([aLine(breweryNameOf(beer)), aLine(beer.name)], 1).candidates[0]?.beerId !== beer.id,
    )
    // A brewery's flagship outweighs a rare beer whose own words are all common: 'Beck's Ice'.
    expect(missed.length / some.length).toBeLessThan(0.01)
  }, 60_000)

  it('ranks it among the first three when one letter of a long name is misread', () => {
    const CONFUSABLES: Record<string, string> = {
      o: '0',
      l: '1',
      i: 'l',
      s: '5',
      b: '8',
      u: 'v',
      m: 'rn',
      w: 'vv',
      d: 'cl',
    }
    let asked = 0
    let found = 0
    fc.assert(
      fc.property(someBeer, fc.nat(), (beer, at) => {
        const places = [...beer.name.toLowerCase()].flatMap((letter, place) => (CONFUSABLES[letter] ? [place] : []))
        const place = places[at % Math.max(1, places.length)]
        fc.pre(place !== undefined && beer.name.length > 5)
        const letter = beer.name.toLowerCase().charAt(place ?? 0)
        const misread = beer.name.slice(0, place) + CONFUSABLES[letter] + beer.name.slice((place ?? 0) + 1)
        asked++
        const { candidates } = whole.match([aLine(breweryNameOf(beer)), aLine(misread)], 3)
        if (candidates.some(({ beerId }) => beerId === beer.id)) found++
      }),
      { numRuns: 300 },
    )
    expect(found / asked).toBeGreaterThan(0.97)
  })

  it.each(['JOHANNISBEERNEKTAR', 'KIRSCHNEKTAR', 'ADLERHOF', 'ERDBEERKUCHEN', 'KAISERSCHMARRN', 'KÖNIGSKUCHEN'])(
    'does not take a piece of %s for the name of a beer',
    (text) => {
      expect(whole.match([aLine(text)], 1).candidates[0]?.probability ?? 0).toBeLessThan(0.5)
    },
  )

  it.each([
    ['SIERRANEVADA', 'PALEALE', 'Sierra Nevada Pale Ale'],
    ['WESTMALLETRIPEL', '9.5%', 'Westmalle Tripel'],
  ])('takes %s %s for names that ran together', (first, second, name) => {
    const [best] = whole.match([aLine(first), aLine(second)], 1).candidates
    expect(whole.beer(best?.beerId ?? 0)?.name).toBe(name)
    expect(best?.probability).toBeGreaterThan(0.9)
  })

  it('never matches an alcohol-free label to a beer with alcohol', () => {
    fc.assert(
      fc.property(someBeer, (beer) => {
        const lines = [aLine(breweryNameOf(beer)), aLine(`${beer.name} 0.0 %`)]
        const [best] = whole.match(lines, 1, printing(0)).candidates
        if (best && best.probability >= SURE) expect(whole.beer(best.beerId)?.abv ?? 0).toBeLessThanOrEqual(1.2)
      }),
      { numRuns: 300 },
    )
  })
})

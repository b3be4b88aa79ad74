import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseBeerDb } from './beer-db.ts'
import { parseBeerJsonStyles } from './beerjson-styles.ts'
import { parseOpenBreweryDb } from './open-brewery-db.ts'
import { parseOpenFoodFacts } from './open-food-facts.ts'
import { parseOpenBeerDb } from './openbeerdb.ts'
import { fileOf, fixture, parseAll } from './parse.fixture.ts'
import { parsePunkApi } from './punk-api.ts'
import { parseTable } from './table.ts'
import { type CheckIn, parseUntappd, parseUntappdCheckIns } from './untappd.ts'
import { parseWikidata } from './wikidata.ts'

describe('an Untappd export', () => {
  it('yields each beer once, without venue and comment', async () => {
    const { beers, problems, skipped } = await parseAll(parseUntappd, fixture('untappd.csv'))
    expect(beers.map(({ name, aliases, abv, ibu, kind }) => ({ name, aliases, abv, ibu, kind }))).toEqual([
      { name: 'Hop Cliff', aliases: [], abv: 6.2, ibu: 55, kind: 'beer' },
      { name: 'Blaue Stunde', aliases: ['Blue Hour'], abv: 7.5, ibu: null, kind: 'beer' },
      { name: 'The "Quoted", Comma Saison', aliases: [], abv: null, ibu: null, kind: 'beer' },
      { name: 'Orchard Gold', aliases: [], abv: 5, ibu: null, kind: 'cider' },
      { name: 'Fizz Lime', aliases: [], abv: 5, ibu: null, kind: 'beer' },
    ])
    expect(beers[0]?.brewery).toMatchObject({
      sourceId: '7',
      name: 'Cliff Works',
      state: 'Minnesota',
      country: 'United States',
    })
    expect(beers.map(({ brewery }) => brewery?.country)).toContain('Czechia')
    expect(JSON.stringify(beers)).not.toMatch(/Some Bar|second line|=1\+1/)
    expect(skipped).toEqual({
      'another check-in of the same beer': 1,
      'not a beer, cider or mead (Sake - Junmai)': 1,
    })
    expect(problems).toEqual(['untappd.csv:9 no beer or no brewery'])
  })

  it('says the styles as the lexicon does', async () => {
    const { beers } = await parseAll(parseUntappd, fixture('untappd.csv'))
    expect(beers.map(({ style }) => style)).toEqual(['American IPA', 'Doppelbock', 'Saison', 'Cider', 'Hard Seltzer'])
  })

  it('reads the mean rating of all users, without a count', async () => {
    const { beers } = await parseAll(parseUntappd, fixture('untappd.csv'))
    expect(beers.map(({ rating }) => rating)).toEqual([
      { mean: 75, count: null },
      null,
      { mean: 62, count: null },
      { mean: 66, count: null },
      { mean: 66, count: null },
    ])
  })

  it('skips a drink that is no beer only if the catalogue has no such style', async () => {
    const rows = [
      'Fernweh,Inselhof,Hard Ginger Beer',
      'Teich,Inselhof,Hard Kombucha / Jun',
      'Moor,Inselhof,Sake - Nigori',
    ]
    const file = fileOf('untappd.csv', ['beer_name,brewery_name,beer_type', ...rows].join('\n'))
    const { beers, skipped } = await parseAll(parseUntappd, file)
    expect(beers.map(({ name, style }) => [name, style])).toEqual([
      ['Fernweh', 'Ginger Beer'],
      ['Teich', 'Hard Kombucha'],
    ])
    expect(skipped).toEqual({ 'not a beer, cider or mead (Sake - Nigori)': 1 })
  })

  it('reads the time and rating of each check-in in both date formats', async () => {
    const checkIns: CheckIn[] = []
    for await (const item of parseUntappdCheckIns(fixture('untappd.csv')))
      if (item.kind === 'check-in') checkIns.push(item)
    expect(checkIns.map(({ sourceId, hadAt, rating }) => [sourceId, hadAt?.toISOString(), rating])).toEqual([
      ['1', '2024-01-10T10:05:09.000Z', 85],
      ['2', '2024-02-11T11:05:09.000Z', null],
      ['3', '2014-07-25T22:23:00.000Z', 60],
      ['4', '2024-03-12T12:05:09.000Z', null],
      ['5', '2024-03-13T12:05:09.000Z', 80],
      ['6', '2024-03-13T12:05:09.000Z', 80],
    ])
  })

  it('reads JSON like CSV, including numbers in strings', async () => {
    const { beers } = await parseAll(parseUntappd, fixture('untappd.json'))
    const [fromCsv] = (await parseAll(parseUntappd, fixture('untappd.csv'))).beers
    expect(beers[0]).toEqual(fromCsv)
    expect(beers[1]).toMatchObject({
      sourceId: '73',
      abv: 5,
      ibu: null,
      kind: 'cider',
      rating: { mean: 66, count: null },
    })
  })

  it.each(['jsonl', 'ndjson'])('reads one object per line: %s', async (ending) => {
    const text = readFileSync(new URL('./fixtures/untappd.json', import.meta.url), 'utf8')
    const lines = (JSON.parse(text) as unknown[]).map((record) => JSON.stringify(record)).join('\n')
    const { beers } = await parseAll(parseUntappd, fileOf(`untappd.${ending}`, lines))
    expect(beers).toEqual((await parseAll(parseUntappd, fixture('untappd.json'))).beers)
  })
})

describe('Open Brewery DB', () => {
  it('keeps the types that brew and reports why others were skipped', async () => {
    const { breweries, problems, skipped } = await parseAll(parseOpenBreweryDb, fixture('open-brewery-db.csv'))
    expect(breweries.map(({ name, state, country, website }) => [name, state, country, website])).toEqual([
      ['’t Vat', 'Vlaanderen', 'Belgium', 'http://tvat.example/'],
      ['Ale Barn', 'Minnesota', 'United States', 'https://alebarn.example/'],
      ['Ale Barn Brewing Co.', 'Minnesota', 'United States', null],
      ['Fruit House', 'Somerset', 'United Kingdom', null],
    ])
    expect(breweries.every(({ distinctByTown }) => distinctByTown)).toBe(true)
    expect(skipped).toEqual({ 'brewery type planning': 1, 'brewery type closed': 1 })
    expect(problems).toEqual([`open-brewery-db.csv:2 no name in "'s"`])
  })
})

describe('a table', () => {
  it.each([
    [
      'semicolons and a byte order mark',
      '\ufeffBiername;Brauerei;Alkohol %;Land\n"Haus; Pils";Hausbräu;4,9;Deutschland\n',
    ],
    ['tabs', 'Biername\tBrauerei\tAlkohol %\tLand\nHaus; Pils\tHausbräu\t4,9\tDeutschland\n'],
    [
      'commas and Windows line endings',
      'Biername,Brauerei,Alkohol %,Land\r\nHaus; Pils,Hausbräu,"4,9",Deutschland\r\n',
    ],
    [
      'a first line that names the separator',
      'sep=;\nBiername;Brauerei;Alkohol %;Land\n"Haus; Pils";Hausbräu;4,9;Deutschland\n',
    ],
  ])('may use %s', async (_, text) => {
    const { beers, problems } = await parseAll(parseTable, fileOf('t.csv', text))
    expect(problems).toEqual([])
    expect(beers).toMatchObject([{ name: 'Haus; Pils', abv: 4.9, brewery: { name: 'Hausbräu', country: 'Germany' } }])
  })

  it.each([
    'Alcohol by volume (%)',
    'Alcohol by volume (ABV)',
    'Alc. % vol.',
    'ABV % vol',
    '% vol',
    'Alkoholgehalt %',
    'Alkoholgehalt in %',
    'Alkoholhalt',
  ])('has the strength in a column named %s', async (column) => {
    const { beers } = await parseAll(parseTable, fileOf('t.csv', `Name,Brewery,${column}\nPub Ale,North Gate,4.9\n`))
    expect(beers).toMatchObject([{ name: 'Pub Ale', abv: 4.9 }])
  })

  it('reads a column of volumes as no strength', async () => {
    const { beers } = await parseAll(parseTable, fileOf('t.csv', 'Beer,Brewery,Vol\nPub Ale,North Gate,33\n'))
    expect(beers).toMatchObject([{ name: 'Pub Ale', abv: null }])
  })

  it('may be UTF-16, or Windows-1252 in single lines', async () => {
    const text = 'beer,brewery\nBière,Brasserie\n'
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer),
    ])
    const windows = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    for (const bytes of [utf16, windows])
      expect((await parseAll(parseTable, fileOf('t.csv', bytes))).beers).toMatchObject([{ name: 'Bière' }])
  })

  it('joins beers to breweries by id, including id 0, and detects ABV written as fractions', async () => {
    const beers = fileOf(
      'beers.csv',
      ',abv,ibu,id,name,style,brewery_id,ounces\n0,0.05,,1436,Pub Ale (2009),Pale Ale,0,12.0\n1,,35.0,14,Zero 0.0,,9,12.0\n',
    )
    const breweries = fileOf('breweries.csv', ',name,city,state,id\n0,North Gate,Minneapolis, MN,0\n')
    const read = await parseAll(parseTable, beers, breweries)
    expect(read.beers).toMatchObject([
      {
        sourceId: '1436',
        name: 'Pub Ale',
        abv: 5,
        ibu: null,
        brewery: { name: 'North Gate', state: 'Minnesota', country: 'United States' },
      },
      { sourceId: '14', name: 'Zero 0.0', abv: null, ibu: 35, brewery: null },
    ])
    expect(read.problems).toEqual(['beers.csv:3 unknown brewery 9'])
  })

  it('reads ABV as percent if one value cannot be a fraction', async () => {
    const { beers } = await parseAll(parseTable, fileOf('t.csv', 'name,abv\nA alcohol-free,0.05\nB,4.5\n'))
    expect(beers.map(({ abv }) => abv)).toEqual([0.05, 4.5])
  })

  it.each([
    ['of weak beers', 'name,abv\nHarbour Alster,0.3\nHarbour Free,0.05\nHarbour Light,0.3\n', [0.3, 0.05, 0.3]],
    ['that the column says', 'name,abv %\nHarbour Free,0.05\n', [0.05]],
    ['of beers almost without alcohol', 'name,abv\nHarbour Free,0.01\n', [0.01]],
  ])('reads ABV as percent %s', async (_, text, abvs) => {
    const { beers } = await parseAll(parseTable, fileOf('t.csv', text))
    expect(beers.map(({ abv }) => abv)).toEqual(abvs)
  })

  it('reads ABV as fractions although one of many beers is as strong as spirits', async () => {
    const rows = Array.from({ length: 40 }, (_, nth) => `Lantern ${nth},0.05`)
    const text = ['name,abv', 'Harbour Eisbock,0.32', ...rows].join('\n')
    const { beers } = await parseAll(parseTable, fileOf('t.csv', text))
    expect(beers.slice(0, 2).map(({ abv }) => abv)).toEqual([32, 5])
  })

  it('takes degrees of the wort for no ABV', async () => {
    const text = 'Pivo;Pivovar;Alkohol\nLantern;Alder;12°\nBeacon;Alder;11,5 °P\nKeeper;Alder;12° 5,0 %\n'
    const { beers, problems } = await parseAll(parseTable, fileOf('t.csv', text))
    expect(beers.map(({ abv }) => abv)).toEqual([null, null, 5])
    expect(problems).toEqual(['t.csv:2 invalid ABV 12° ignored', 't.csv:3 invalid ABV 11,5 °P ignored'])
  })

  it.each(['Alcool', 'Degré', 'Gradi'])('reads the degrees below %s as ABV', async (column) => {
    const { beers } = await parseAll(parseTable, fileOf('t.csv', `Nom,Brasserie,${column}\nLantern,Alder,8°\n`))
    expect(beers).toMatchObject([{ name: 'Lantern', abv: 8 }])
  })

  it('reports malformed rows with their lines and continues', async () => {
    const text = 'name,brewery,abv\n"two\nlines",One,5\nA,B,5,extra\n,B,5\nStrong,B,120\n"open,B,5\nLast,B,5\n'
    const { beers, problems } = await parseAll(parseTable, fileOf('t.csv', text))
    expect(beers.map(({ name }) => name)).toEqual(['two lines', 'Strong', 'Last'])
    expect(problems).toEqual([
      't.csv:4 4 fields for 3 columns',
      't.csv:5 no name',
      't.csv:6 invalid ABV 120 ignored',
      't.csv:7 unclosed quote',
    ])
  })

  it('may be JSON arrays, nested arrays or JSON lines; malformed objects are reported', async () => {
    const json =
      '{"made": "today", "rows": [{"Name": "A [1]", "ABV": 5},\n {"Name": "B", "ABV": },\n {"Name": "C {2}", "list": [{"x": 1}]}]}'
    const read = await parseAll(parseTable, fileOf('t.json', json))
    expect(read.beers.map(({ name }) => name)).toEqual(['A [1]', 'C {2}'])
    expect(read.problems).toEqual(['t.json:2 not JSON'])
    const lines = await parseAll(parseTable, fileOf('t.jsonl', '{"beer":"A"}\n\nnonsense\n{"beer":"B"}'))
    expect(lines.beers.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(lines.problems).toEqual(['t.jsonl:3 not JSON'])
  })

  it('may nest the fields of beer and brewery in JSON', async () => {
    const rows = [
      {
        name: 'Lantern',
        brewery: { name: 'Alder', location: { country: 'Deutschland' } },
        style: { name: 'Pils' },
        abv: 5,
      },
      { beer: { beer_name: 'Beacon', brewery: { brewery_id: 7, brewery_name: 'Finch' } } },
    ]
    const { beers } = await parseAll(parseTable, fileOf('t.json', JSON.stringify(rows)))
    expect(beers).toMatchObject([
      { name: 'Lantern', style: 'Pils', abv: 5, brewery: { name: 'Alder', country: 'Germany' } },
      { name: 'Beacon', brewery: { name: 'Finch' } },
    ])
  })

  it.each([
    ['t.csv', 'brewery,what,abv\nAlder,Lantern,5\n', 'no column with the name of a beer or brewery'],
    ['t.csv', 'a,b\n1,2\n', 'no column with the name of a beer or brewery'],
    ['t.csv', 'beer,brewery,abv\n', 'no rows below the header'],
    ['t.csv', '', 'an empty file'],
    ['t.json', '[]', 'no records'],
  ])('is reported if it has no beers: %s %j', async (path, text, message) => {
    expect((await parseAll(parseTable, fileOf(path, text))).problems).toEqual([`${path}:1 ${message}`])
  })
})

describe('the openbeerdb set', () => {
  const set = ['beers.csv', 'breweries.csv', 'styles.csv'].map((name) => fixture(`openbeerdb/${name}`))

  it('is joined by id; 0 and -1 are unknown; the encoding is repaired', async () => {
    const { beers, breweries, problems } = await parseAll(parseOpenBeerDb, ...set)
    expect(breweries).toMatchObject([
      {
        sourceId: '1',
        name: 'Nørre Brewery',
        state: 'Minnesota',
        website: 'http://www.norre.example/',
        description: 'Since a while.',
      },
      { sourceId: '2', name: 'Gans', website: null, description: null },
    ])
    expect(beers).toMatchObject([
      {
        name: 'Summer Haze',
        style: 'South German-Style Hefeweizen',
        abv: 4.5,
        ibu: null,
        barcodes: [],
        description: 'A summer beer.\n\nTwo paragraphs of "it".',
      },
      { name: 'Bière de Test', style: null, abv: null, brewery: { sourceId: '1' } },
      { name: 'Weisse Gans', aliases: ['Weisser Club'], ibu: 12, barcodes: ['4006381333931'] },
      { name: 'Old Nog', abv: null },
    ])
    expect(problems).toEqual([
      'openbeerdb/beers.csv:7 invalid ABV 99.99 ignored',
      'openbeerdb/beers.csv:8 unknown brewery 77',
    ])
  })

  it('requires both main files', async () => {
    const { problems } = await parseAll(parseOpenBeerDb, fixture('openbeerdb/styles.csv'))
    expect(problems).toEqual([':0 beers.csv and breweries.csv are both required'])
  })
})

describe('Open Food Facts', () => {
  it('yields the beers of the dump with barcodes, and names without sizes', async () => {
    const { beers, problems, skipped } = await parseAll(parseOpenFoodFacts, fixture('open-food-facts.tsv'))
    expect(
      beers.map(({ name, abv, barcodes, brewery, styleHints }) => [
        name,
        abv,
        barcodes[0],
        brewery?.name,
        styleHints[0],
      ]),
    ).toEqual([
      ['Gänse Pils', 4.8, '3300000000008', 'Gänse', 'pilsner'],
      ['1777 Bière blonde', 5.5, '3300000000015', 'Cornebourg', 'lager'],
      ['Luna Extra', 4.2, '3300000000022', 'Luna', 'Luna Extra'],
      ['Gänse 0.0', 0, '3300000000039', 'Gänse', 'non alcoholic beer'],
      ['Mönch', null, '3300000000046', 'Mönch', 'wheat beer'],
      ['A "quoted" Stout', null, undefined, 'Fizz', 'stout'],
    ])
    expect(beers[0]?.brewery?.country).toBe('Netherlands')
    expect(beers[2]?.brewery).toMatchObject({ otherNames: ['AB InBev'], country: null })
    expect(skipped).toEqual({ 'not a beer': 1 })
    expect(problems).toEqual([
      'open-food-facts.tsv:8 invalid barcode 3300000000061 ignored',
      'open-food-facts.tsv:9 product 3300000000077 has neither name nor brand',
      'open-food-facts.tsv:10 10 fields for 9 columns',
    ])
  })

  it('may be JSON lines or a search response', async () => {
    const lines = await parseAll(parseOpenFoodFacts, fixture('open-food-facts.jsonl'))
    const answer = await parseAll(parseOpenFoodFacts, fixture('open-food-facts-search.json'))
    expect(lines.beers).toMatchObject([{ name: 'Gänse Pils', abv: 4.8 }])
    expect(lines.problems).toEqual(['open-food-facts.jsonl:3 not JSON'])
    expect(answer.beers).toEqual(lines.beers)
    expect([lines.skipped, answer.skipped]).toEqual([{ 'not a beer': 1 }, { 'not a beer': 1 }])
  })
})

describe('the Punk API', () => {
  it('yields the beers of one brewery without years in names and without descriptions', async () => {
    const { beers } = await parseAll(parsePunkApi, fixture('punk-api.json'))
    expect(beers).toMatchObject([
      { sourceId: '1', name: 'Grump IPA', abv: 6, ibu: 60, style: null, brewery: { name: 'BrewDog' } },
      { sourceId: '2', name: 'End of It All', abv: 55, ibu: 1085 },
      { sourceId: '3', name: 'Null and Void', abv: 0, ibu: null },
    ])
    expect(JSON.stringify(beers)).not.toMatch(/Not ours|Curry/)
  })
})

describe('a style guide in BeerJSON', () => {
  it('yields names, categories and the midpoint of the colour range', async () => {
    const { items } = await parseAll(parseBeerJsonStyles, fixture('beerjson-styles.json'))
    expect(items.map((item) => item.kind === 'style' && item.style)).toEqual([
      {
        sourceId: 'beerjson-styles/1a-hill-country-lager',
        name: 'Hill Country Lager',
        category: 'Hill Beers',
        srm: 3.5,
      },
      { sourceId: 'beerjson-styles/specialty-ipa-teal-ipa', name: 'Teal IPA', category: 'IPA', srm: 15 },
      { sourceId: 'beerjson-styles/anything-goes', name: 'Anything Goes', category: 'Specialty', srm: null },
    ])
    expect(JSON.stringify(items)).not.toContain('prose')
  })
})

describe('beer.db text', () => {
  it('yields the beers of a brewery and recognises fields by their format', async () => {
    const read = await parseAll(parseBeerDb, fixture('beer-db/at-austria/1--w-wien--eastern/beers.txt'))
    expect(read.breweries).toMatchObject([
      { name: 'Hackl Test Bräu', otherNames: ['Hackl'], city: 'Wien', country: 'Austria' },
    ])
    expect(read.beers.map(({ name, aliases, style, abv, ibu }) => [name, aliases, style, abv, ibu])).toEqual([
      ['Hackl Helles', [], null, 4.7, null],
      ['Hackl Märzen', ['Hackl Maerzen'], 'maerzen', 5.1, 33],
      ['Hackl Weizen', [], 'weissbier', 5.2, null],
      ['Hackl Saison Batch', [], null, null, null],
      ['Hackl Malzgetränk', [], null, null, null],
      ['Hackl Bräu 10', [], null, 4, null],
      ['Hackl Lager 12', [], null, null, null],
    ])
    expect(read.beers[0]?.sourceId).toBe('austria/hackl-test-brau/hackl-helles')
    expect(read.problems).toEqual(['beer-db/at-austria/1--w-wien--eastern/beers.txt:15 invalid ABV 100 % ignored'])
  })

  it('yields breweries in all dialects', async () => {
    const read = await parseAll(parseBeerDb, fixture('beer-db/at-austria/1--w-wien--eastern/breweries.txt'))
    expect(
      read.breweries.map(({ name, otherNames, city, founded, website }) => [name, otherNames, city, founded, website]),
    ).toEqual([
      ['Stufe Zwei', ['Stufe Zwei Brewing'], 'Wien', 2015, 'http://www.stufezwei.example/'],
      ['Bell Test Brewery', ['Bell'], 'Bloomfield', null, null],
      ['Brauerei Bub Test', [], 'Leinburg', null, null],
    ])
    expect(read.beers).toMatchObject([{ name: 'Easy Test Ale', abv: 5.3, ibu: 26, brewery: { name: 'Stufe Zwei' } }])
  })

  it('reads the breweries of award lists from the lines, not the headings', async () => {
    const read = await parseAll(parseBeerDb, fixture('beer-db/world/europe/5--it-italy--southern/winners.txt'))
    expect(read.breweries).toEqual([])
    expect(read.beers.map(({ name, brewery }) => [name, brewery?.name, brewery?.country])).toEqual([
      ['Oro Test', 'Birrificio Uno, Roma', 'Italy'],
      ['Argento Test', 'Birrificio Due', 'Italy'],
      ['Solo Test', 'Birrificio Tre', 'Italy'],
    ])
    expect(read.skipped).toEqual({ 'rank in a list': 1 })
  })
})

describe('a response of Wikidata', () => {
  it('merges the rows of an item and skips items without a name', async () => {
    const { beers, skipped } = await parseAll(parseWikidata, fixture('wikidata.json'))
    expect(beers).toMatchObject([
      {
        sourceId: 'Q101',
        name: 'Test Wit',
        aliases: ['Test Blanche', 'Test White'],
        style: null,
        abv: 4.9,
        barcodes: ['4006381333931'],
        brewery: { sourceId: 'Q201', name: 'Test Brouwerij', otherNames: ['Test Group'], country: 'Belgium' },
      },
    ])
    expect(skipped).toEqual({ 'no name in the requested languages': 1 })
  })
})

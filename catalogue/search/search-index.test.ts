import { describe, expect, it } from 'vitest'
import type { Address } from '../identity/places.ts'
import { foldedWords } from '../text/folded-words.ts'
import { SearchIndex } from './search-index.ts'

const NOWHERE: Address = { city: null, state: null, country: null }
const MOST = { beers: 10, breweries: 10 }

/** Breweries with their beers: `[name, popularity, ...aliases]`; ids count from 1 in the order given. */
function indexOf(
  breweries: Record<string, { aliases?: string[]; address?: Partial<Address>; beers: [string, number, ...string[]][] }>,
) {
  const index = new SearchIndex()
  const names = new Map<number, string>()
  let [breweryId, beerId] = [0, 0]
  for (const [name, { aliases = [], address, beers }] of Object.entries(breweries)) {
    index.putBrewery({ id: ++breweryId, names: [name, ...aliases], address: { ...NOWHERE, ...address } })
    for (const [beer, popularity, ...aliases] of beers) {
      names.set(++beerId, beer)
      index.putBeer({ id: beerId, breweryId, names: [beer, ...aliases], popularity })
    }
  }
  const beers = (query: string) => index.find(foldedWords(query), MOST).beers.map((id) => names.get(id))
  return { index, beers, names }
}

const { index, beers, names } = indexOf({
  'Sierra Nevada Brewing Co.': {
    beers: [
      ['Sierra Nevada Pale Ale', 80],
      ['Torpedo Extra IPA', 60],
      ['Celebration', 50],
      ['Celebration 0.0', 10],
    ],
  },
  'Bayerische Staatsbrauerei Weihenstephan': {
    beers: [
      ['Weihenstephaner Hefeweissbier', 80],
      ['Vitus', 50],
    ],
  },
  'Cölner Hofbräu Früh': { address: { city: 'Köln', country: 'Germany' }, beers: [['Früh Kölsch', 60]] },
  Guinness: {
    beers: [
      ['Guinness Draught', 90],
      ['Guinness Extra Stout', 60],
    ],
  },
  '3 Floyds Brewing Co.': {
    beers: [
      ['Zombie Dust', 50],
      ['Gumballhead', 40],
    ],
  },
  'Brouwerij St. Bernardus': {
    beers: [
      ['St. Bernardus Abt 12', 70],
      ['St. Bernardus Prior 8', 50],
    ],
  },
  'Hinterhof Brauerei': {
    beers: [
      ['Pale Ale', 5],
      ['Pale Ale Nummer Zwei', 90],
    ],
  },
  東京ブルワリー: { beers: [['東京ブラック', 30]] },
})

describe('the index of names', () => {
  it.each([
    ['sierra nevda pale', 'Sierra Nevada Pale Ale'],
    ['pale sierra nevada', 'Sierra Nevada Pale Ale'],
    ['sierranevada pale ale', 'Sierra Nevada Pale Ale'],
    ['abt12', 'St. Bernardus Abt 12'],
    ['prior8', 'St. Bernardus Prior 8'],
    ['stbernardus abt', 'St. Bernardus Abt 12'],
    ['frueh koelsch', 'Früh Kölsch'],
    ['ginness', 'Guinness Draught'],
    ['weihenstefan', 'Weihenstephaner Hefeweissbier'],
    ['weihenst vit', 'Vitus'],
    ['koln fruh', 'Früh Kölsch'],
    ['guiness', 'Guinness Draught'],
    ['3 floyds', 'Zombie Dust'],
    ['three floyds gumbalhead', 'Gumballhead'],
    ['st bernardus abt', 'St. Bernardus Abt 12'],
    ['saint bernardus 8', 'St. Bernardus Prior 8'],
    ['india pale ale torpedo', 'Torpedo Extra IPA'],
    ['ブラック', '東京ブラック'],
    ['东京ブラック', '東京ブラック'],
    ['hinter hof', 'Pale Ale Nummer Zwei'],
    ['zombiedust', 'Zombie Dust'],
    ['celebration 00', 'Celebration 0.0'],
  ])('finds %s', (query, beer) => {
    expect(beers(query)[0]).toBe(beer)
  })

  it('puts whole names first, and among equals the most popular', () => {
    expect(beers('pale ale').slice(0, 2)).toEqual(['Sierra Nevada Pale Ale', 'Pale Ale'])
    expect(beers('sierra nevada')).toEqual([
      'Sierra Nevada Pale Ale',
      'Torpedo Extra IPA',
      'Celebration',
      'Celebration 0.0',
    ])
  })

  it('finds the brewery of a word that is typed as three', () => {
    const { beers } = indexOf({
      VandeBeek: { beers: [['Quiet Evening', 10]] },
      'Van de Beer': { beers: [['Loud Morning', 70]] },
    })
    expect(beers('van de beek')).toEqual(['Quiet Evening', 'Loud Morning'])
  })

  it('puts the brewery of a word that is typed as two before those that have one of them', () => {
    const { beers } = indexOf({
      FinchDog: { beers: [['Quiet Evening', 60]] },
      'Flying Dog Brewery': { beers: [['Loud Morning', 70]] },
    })
    expect(beers('finch dog')[0]).toBe('Quiet Evening')
    expect(beers('dog')[0]).toBe('Loud Morning')
  })

  it('splits a word in each way that makes two known ones', () => {
    const { beers } = indexOf({
      Alder: {
        beers: [
          ['Ghost Ship', 50],
          ['Ghosts', 40],
          ['Rose Hip', 30],
        ],
      },
    })
    expect(beers('ghostship')).toEqual(['Ghost Ship'])
  })

  it('finds names in Chinese, Japanese and Korean without the spaces between their words', () => {
    const { beers } = indexOf({
      'Oriental Brewery': { aliases: ['오비맥주'], beers: [['Cass Fresh', 60, '카스 프레시']] },
      'Minoh Beer': { aliases: ['箕面ビール'], beers: [['Minoh Stout', 18, '箕面ビール スタウト']] },
      Tsingtao: { aliases: ['青岛'], beers: [['Tsingtao Draft', 30, '纯生']] },
    })
    for (const [query, name] of [
      ['카스프레시', 'Cass Fresh'],
      ['箕面ビールスタウト', 'Minoh Stout'],
      ['青岛纯生', 'Tsingtao Draft'],
    ] as const)
      expect(beers(query)).toEqual([name])
    expect(beers('箕面温泉街')).toEqual([])
  })

  it('finds the beers of a brewery by their style, behind those that are named so', () => {
    const index = new SearchIndex([{ name: 'Hazy IPA', aliases: ['NEIPA', 'New England IPA'] }])
    index.putBrewery({ id: 1, names: ['Alder'], address: NOWHERE })
    index.putBeer({ id: 1, breweryId: 1, names: ['Lantern'], popularity: 90, style: 'Hazy IPA' })
    index.putBeer({ id: 2, breweryId: 1, names: ['Alder IPA'], popularity: 10, style: 'American IPA' })
    index.putBeer({ id: 3, breweryId: 1, names: ['Beacon'], popularity: 50, style: 'Stout' })
    const find = (query: string) => index.find(foldedWords(query), MOST).beers
    expect(find('alder neipa')).toEqual([1])
    expect(find('alder ipa')).toEqual([2, 1])
    expect(find('alder stout')).toEqual([3])
    expect(find('alder stuot')).toEqual([])
    index.putBeer({ id: 3, breweryId: 1, names: ['Beacon'], popularity: 50, style: 'Porter' })
    expect(find('alder stout')).toEqual([])
  })

  it('puts the beers of a brand before the other beers of its brewery', () => {
    const { beers } = indexOf({
      'Brouwerij Bosteels': {
        aliases: ['Kwak', 'DeuS'],
        beers: [
          ['Tripel Karmeliet', 80],
          ['Kwak', 70],
          ['Kwak Rouge', 35],
        ],
      },
    })
    expect(beers('kwak')).toEqual(['Kwak', 'Kwak Rouge', 'Tripel Karmeliet'])
    expect(beers('kwa')).toEqual(['Kwak', 'Kwak Rouge', 'Tripel Karmeliet'])
    expect(beers('bosteels')).toEqual(['Tripel Karmeliet', 'Kwak', 'Kwak Rouge'])
  })

  it('puts beers that carry a brand before others of its brewery that are hardly more popular', () => {
    const { beers } = indexOf({
      'Duvel Moortgat': {
        beers: [
          ['Duvel', 86],
          ['Vedett Extra Blond', 55],
          ['Duvel Tripel Hop Citra', 50],
          ['Duvel Single Fermented', 8],
        ],
      },
    })
    const found = ['Duvel', 'Duvel Tripel Hop Citra', 'Vedett Extra Blond', 'Duvel Single Fermented']
    expect(beers('duvel')).toEqual(found)
    expect(beers('moortgat')).toEqual(['Duvel', 'Vedett Extra Blond', 'Duvel Tripel Hop Citra', found[3]])
  })

  it('finds what several indexes have, by relevance, and among equals that of the first one', () => {
    const { index } = indexOf({
      'Alder Brewing': {
        beers: [
          ['Kellerbier', 60],
          ['Kellerbier Nordlicht', 50],
        ],
      },
    })
    const own = new SearchIndex()
    own.putBeer({ id: 101, breweryId: null, names: ['Kellerbier', 'Garage Kellerbier'], popularity: 30 })
    own.putBeer({ id: 102, breweryId: null, names: ['Kellerbier Sommerabend'], popularity: 30 })
    expect(SearchIndex.searchAll([own, index], 'kellerbier', MOST).beers).toEqual([101, 1, 102, 2])
    expect(SearchIndex.searchAll([own, index], 'kellerbier', { beers: 2, breweries: 2 }).beers).toEqual([101, 1])
    expect(SearchIndex.searchAll([own, index], 'kelerbier nordlicht', MOST).beers).toEqual([2])
  })

  it('takes no name for a full one of which the query has no word', () => {
    const { beers } = indexOf({
      'Sierra Nevada': { beers: [['Hazy Little Thing', 70]] },
      'Sierra Leone Brewery': { beers: [['Salone', 10, 'Sierra Leone']] },
    })
    expect(beers('sierra')).toEqual(['Hazy Little Thing', 'Salone'])
    expect(beers('sierra leone')).toEqual(['Salone'])
  })

  it('takes no name for a full one while it is typed', () => {
    const { beers } = indexOf({
      Forst: { beers: [['Forst Weihnachtsbier', 14]] },
      Weihenstephan: { beers: [['Weihenstephaner Vitus', 64]] },
    })
    expect(beers('weih')).toEqual(['Weihenstephaner Vitus', 'Forst Weihnachtsbier'])
  })

  it('shows as many as asked for of the same order', () => {
    const index = new SearchIndex()
    for (let id = 1; id <= 300; id++) {
      const names = [id % 3 === 0 ? 'Lantern' : `Lantern Nummer ${id}`]
      index.putBeer({ id, breweryId: null, names, popularity: (id * 37) % 50, isRetired: id % 5 === 0 })
    }
    const all = index.find(['lantern'], { beers: 1_000, breweries: 0 }).beers
    expect(all).toHaveLength(300)
    for (const beers of [1, 7, 50, 299]) {
      expect(index.find(['lantern'], { beers, breweries: 0 }).beers).toEqual(all.slice(0, beers))
    }
  })

  describe('a word for beer', () => {
    const { index, beers } = indexOf({
      Alder: {
        aliases: ['アルダー', '赤楊'],
        beers: [
          ['Alder Draught', 90],
          ['Alder Extra Stout', 60],
          ['Root', 40],
        ],
      },
      'Alder Ghana Breweries': { beers: [['Star', 20, 'Star Beer']] },
      'Hollow Root': { beers: [['Lantern', 80]] },
      'Beech Brewing': {
        beers: [
          ['Old Root Beer', 30],
          ['Beech Pils', 70],
        ],
      },
      'To Øl': { beers: [['City Session', 50]] },
      'Brauerei Tosca': { beers: [['Tosca Hell', 60]] },
    })

    it.each([
      ['alder beer', ['Alder Draught', 'Alder Extra Stout', 'Root', 'Star']],
      ['bere alder', ['Alder Draught', 'Alder Extra Stout', 'Root', 'Star']],
      ['cerveza alder', ['Alder Draught', 'Alder Extra Stout', 'Root', 'Star']],
      ['aldr bier', ['Alder Draught', 'Alder Extra Stout', 'Root', 'Star']],
      ['アルダービール', ['Alder Draught', 'Alder Extra Stout', 'Root']],
      ['アルダー・ビール', ['Alder Draught', 'Alder Extra Stout', 'Root']],
      ['赤楊啤酒', ['Alder Draught', 'Alder Extra Stout', 'Root']],
    ])('requires nothing: %s', (query, expected) => {
      expect(beers(query)).toEqual(expected)
    })

    it('puts names first that have it in the same place', () => {
      expect(beers('root beer')).toEqual(['Root', 'Old Root Beer', 'Lantern'])
      expect(beers('root')).toEqual(['Root', 'Lantern', 'Old Root Beer'])
    })

    it('counts in a name that consists of it', () => {
      expect(beers('star beer')[0]).toBe('Star')
      expect(index.find(foldedWords('to øl'), MOST).breweries[0]).toBe(5)
    })

    it('alone finds what has it', () => {
      expect(beers('beer')).toEqual(['Old Root Beer', 'Star'])
    })
  })

  describe('a country', () => {
    const { beers } = indexOf({
      Alder: {
        address: { country: 'Poland' },
        beers: [
          ['Lantern', 90],
          ['Evening', 20],
        ],
      },
      'Birch Street': { address: { country: 'Ireland' }, beers: [['Polish Beer', 99]] },
      'Cedar Island': {
        address: { country: 'United States' },
        beers: [
          ['Honker', 50],
          ['Nightfall', 40],
        ],
      },
      Dogwood: { address: { country: 'Iceland' }, beers: [['Gull', 95]] },
      Elder: { address: { state: 'Scotland', country: 'United Kingdom' }, beers: [['Heather', 80]] },
      Fir: { address: { state: 'England', country: 'United Kingdom' }, beers: [['Tideway', 85]] },
    })

    it.each([
      ['polish beer', ['Lantern', 'Evening', 'Polish Beer']],
      ['beers from poland', ['Lantern', 'Evening']],
      ['beer from polnd', ['Lantern', 'Evening']],
      ['polnische biere', ['Lantern', 'Evening']],
      ['bière polonaise', ['Lantern', 'Evening']],
      ['polsko', ['Lantern', 'Evening']],
      ['ポーランドのビール', ['Lantern', 'Evening']],
      ['british beer', ['Tideway', 'Heather']],
      ['scottish', ['Heather']],
      ['beers from the united kingdom', ['Tideway', 'Heather']],
      ['cervezas polacas', ['Lantern', 'Evening']],
      ['polská piva', ['Lantern', 'Evening']],
      ['piva z polska', ['Lantern', 'Evening']],
      ['birre polacche', ['Lantern', 'Evening']],
      ['poolse bieren', ['Lantern', 'Evening']],
      ['cerveza de polonia', ['Lantern', 'Evening']],
      ['bières de la pologne', ['Lantern', 'Evening']],
      ['beers of poland', ['Lantern', 'Evening']],
      ['ポーランド産ビール', ['Lantern', 'Evening']],
      ["birre dell'irlanda", ['Polish Beer', 'Gull']],
      ["bière d'Irlande", ['Polish Beer', 'Gull']],
      ['cervezas de los estados unidos', ['Honker', 'Nightfall']],
      ['birre del regno unito', ['Tideway', 'Heather']],
      ["bières d'écosse", ['Heather']],
      ['england', ['Tideway']],
      ['beers of scotland', ['Heather']],
    ])('stands for its beers, in many languages: %s', (query, expected) => {
      expect(beers(query)).toEqual(expected)
    })

    it('means nothing in a name that has such words', () => {
      const { beers } = indexOf({
        'Brouwerij De Pool': { beers: [['De Polen', 10]] },
        Alder: { address: { country: 'Poland' }, beers: [['Lantern', 90]] },
        Dirlanda: { beers: [['Beacon', 5]] },
        Elder: { address: { country: 'Ireland' }, beers: [['Harp', 95]] },
        'Pivovar Černá Hora': { address: { country: 'Czechia' }, beers: [['Páter', 15]] },
        Fir: { address: { country: 'Montenegro' }, beers: [['Nik', 45]] },
      })
      expect(beers('de polen')[0]).toBe('De Polen')
      expect(beers('černá hora')).toEqual(['Páter', 'Nik'])
      expect(beers('dirlanda birra')[0]).toBe('Beacon')
    })

    it('comes after the names that more beers have: Iceland is an island in German', () => {
      expect(beers('island beer')).toEqual(['Honker', 'Nightfall', 'Gull'])
    })
  })

  it('finds the beers of a place without the word in front of it', () => {
    const { beers } = indexOf({
      Alder: { address: { country: 'Japan' }, beers: [['Lantern', 90]] },
      'Frog Beers': { address: { country: 'France' }, beers: [['Froment', 10]] },
      Beech: { beers: [['From Nowhere', 20]] },
    })
    expect(beers('from nowhere')[0]).toBe('From Nowhere')
    expect(beers('beers from japan')).toEqual(['Lantern'])
    expect(beers('frog beers')[0]).toBe('Froment')
  })

  it('finds the beers of a town by its local name', () => {
    const { beers } = indexOf({
      Alder: { address: { city: 'Munich', country: 'Germany' }, beers: [['Lantern', 90]] },
      Beech: { address: { country: 'Australia' }, beers: [['Münchner', 10]] },
    })
    expect(beers('bier aus münchen')[0]).toBe('Lantern')
    expect(beers('lantern muenchen')).toEqual(['Lantern'])
  })

  it('finds the beers of a state that a brewery is called like, if the query says so', () => {
    const { beers } = indexOf({
      Bavaria: { address: { country: 'Netherlands' }, beers: [['Bavaria Pils', 90]] },
      Bavarian: { address: { state: 'Bavaria', country: 'Germany' }, beers: [['Lantern', 50]] },
      'Birra del Borgo': { address: { state: 'West Borgo', country: 'Italy' }, beers: [['Beacon', 20]] },
      Alder: { address: { city: 'Borgo', country: 'Italy' }, beers: [['Evening', 30]] },
    })
    expect(beers('beers of bavaria')).toEqual(['Lantern', 'Bavaria Pils'])
    expect(beers('birre della baviera')).toEqual(['Lantern'])
    expect(beers('bavaria beer')[0]).toBe('Bavaria Pils')
    expect(beers('beers of west borgo')).toEqual(['Beacon'])
    expect(beers('birra del borgo')[0]).toBe('Beacon')
  })

  it('understands words for kinds of beer in other scripts', () => {
    const { beers } = indexOf({ Alder: { aliases: ['アルダー', 'Ольха'], beers: [['Alder Extra Stout', 60]] } })
    for (const query of ['アルダー・スタウト', 'Ольха стаут', 'alder 스타우트'])
      expect(beers(query), query).toEqual(['Alder Extra Stout'])
  })

  it('takes no Han character for another', () => {
    const { beers } = indexOf({
      Alder: {
        beers: [
          ['Lantern', 60, '金威王'],
          ['Beacon', 40, 'Бакен'],
        ],
      },
    })
    expect(beers('金威王')).toEqual(['Lantern'])
    expect(beers('百威王')).toEqual([])
    expect(beers('Бакон')).toEqual(['Beacon'])
  })

  describe('of a strength', () => {
    const index = new SearchIndex()
    index.putBrewery({ id: 1, names: ['Moor'], address: { ...NOWHERE, country: 'United Kingdom' } })
    const beersOf = [
      ['Nor Hop', 'IPA', 4.1, 20],
      ['Hoppiness', 'IPA', 6.5, 40],
      ['Resonance', 'IPA', null, 60],
      ['Five', 'IPA', 5, 10],
      ['Stout', 'Stout', 5, 90],
      ['Over 8', 'Barleywine', 7, 5],
      ['Bitter 4%', 'Bitter', 3.4, 8],
      ['Free', 'IPA', 0.5, 15],
      ['Sans Alcool', 'Lager', 0.9, 4],
    ] as const
    for (const [at, [name, style, abv, popularity]] of beersOf.entries())
      index.putBeer({ id: at, breweryId: 1, names: [name], style, abv, popularity })
    const found = (query: string) => index.search(query, MOST).beers.map((id) => beersOf[id]?.[0])

    it.each([
      ['ipa under 5', ['Nor Hop', 'Free']],
      ['ipa 5% or less', ['Nor Hop', 'Free', 'Five']],
      ['ipa mit weniger als 5 % Alkohol', ['Nor Hop', 'Free']],
      ['アルコール4%以下のビール', ['Free', 'Bitter 4%', 'Sans Alcool']],
      ['british ipa above 4.5', ['Hoppiness', 'Five']],
      ['ipa 4-5%', ['Nor Hop', 'Five']],
      ['ipa 6.5%', ['Hoppiness']],
      ['ipa', ['Resonance', 'Hoppiness', 'Nor Hop', 'Free', 'Five']],
      ['beer under 5.5 %', ['Stout', 'Nor Hop', 'Free', 'Five', 'Bitter 4%', 'Sans Alcool']],
      ['under 0.3%', []],
      ['bière sans alcool', ['Free']],
      ['ipa sans alcool', ['Free']],
    ])('has those that are known to be: %s', (query, expected) => expect(found(query)).toEqual(expected))

    it.each([
      ['bitter 4%', 'Bitter 4%'],
      ['moor sans alcool', 'Sans Alcool'],
    ])('has the beer that is called so, whatever its strength: %s', (query, expected) =>
      expect(found(query)[0]).toBe(expected),
    )

    it('has the beer that is called so if there is none', () => expect(found('over 8')).toEqual(['Over 8']))
  })

  it.each([
    ['guinness 330ml', 'Guinness Draught'],
    ['vitus 0,5 l Flasche', 'Vitus'],
    ['6 x 33 cl abt 12', 'St. Bernardus Abt 12'],
    ['torpedo 12 fl. oz can', 'Torpedo Extra IPA'],
    ['ブラック 350ml缶', '東京ブラック'],
    ['st bernardus 12', 'St. Bernardus Abt 12'],
  ])('ignores the size of a package: %s', (query, beer) => {
    const [first] = index.search(query, MOST).beers
    expect(names.get(first ?? 0)).toBe(beer)
  })

  it('finds a beer that is called like a package size', () => {
    const { index } = indexOf({ Alder: { beers: [['50 cl', 10]] }, Beech: { beers: [['Pint', 5]] } })
    expect(index.search('50 cl', MOST).beers).toEqual([1])
    expect(index.search('pint', MOST).beers).toEqual([2])
  })

  it('puts retired beers and closed breweries behind their equals', () => {
    const index = new SearchIndex()
    index.putBrewery({ id: 1, names: ['Alder Brewery'], address: NOWHERE, isClosed: true })
    index.putBrewery({ id: 2, names: ['Alder Brewing'], address: NOWHERE })
    index.putBeer({ id: 1, breweryId: 1, names: ['Lantern Porter'], popularity: 90 })
    index.putBeer({ id: 2, breweryId: 2, names: ['Lantern Stout'], popularity: 80, isRetired: true })
    index.putBeer({ id: 3, breweryId: 2, names: ['Lantern Pils'], popularity: 10 })
    expect(index.find(['lantern'], MOST).beers).toEqual([3, 1, 2])
    expect(index.find(['alder'], MOST).breweries).toEqual([2, 1])
    expect(index.find(['lantern', 'stout'], MOST).beers[0]).toBe(2)
  })

  it('finds nothing where too little of the query is answered', () => {
    for (const query of ['qwertzuiop', 'sierra qwertzuiop asdfghjkl', 'pale qwertzuiop'])
      expect(beers(query)).toEqual([])
  })

  it('follows changes of beers and breweries', () => {
    const { index } = indexOf({
      Alder: {
        beers: [
          ['Lantern', 10],
          ['Beacon', 5],
        ],
      },
    })
    const found = (query: string) => index.find(foldedWords(query), MOST)
    index.putBeer({ id: 1, breweryId: 1, names: ['Candle'], popularity: 10 })
    expect(found('lantern').beers).toEqual([])
    index.putBrewery({ id: 1, names: ['Finch'], address: NOWHERE })
    expect(found('alder')).toEqual({ beers: [], breweries: [] })
    expect(found('finch candle')).toEqual({ beers: [1], breweries: [1] })
    index.removeBeer(1)
    expect(found('finch').beers).toEqual([2])
    index.removeBrewery(1)
    expect(found('finch')).toEqual({ beers: [], breweries: [] })
    expect(found('beacon').beers).toEqual([2])
  })

  it('ranks as if rows that were replaced or removed had never been there', () => {
    const { index } = indexOf({
      Alder: {
        address: { country: 'India' },
        beers: [
          ['Lantern', 60],
          ['Beacon', 50],
        ],
      },
      Finch: { beers: [['India Candle', 70]] },
    })
    const find = () => index.search('india beer', MOST).beers
    expect(find()).toEqual([1, 2, 3])
    for (let nth = 0; nth < 7; nth++) index.putBeer({ id: 3, breweryId: 2, names: ['India Candle'], popularity: 70 })
    expect(find()).toEqual([1, 2, 3])
    for (const id of [4, 5, 6, 7]) index.putBeer({ id, breweryId: null, names: ['India Reed'], popularity: 0 })
    expect(find()[0]).toBe(3)
    for (const id of [4, 5, 6, 7]) index.removeBeer(id)
    expect(find()).toEqual([1, 2, 3])
  })

  it('names the brewery of a beer as if rows that were replaced had never been there', () => {
    const { index } = indexOf({
      'Alder Craft': {
        beers: [
          ['Lantern', 50],
          ['Alder Candle', 10],
        ],
      },
    })
    for (let id = 10; id < 30; id++) {
      index.putBrewery({ id, names: [`Craft ${id}`], address: NOWHERE })
      index.putBeer({ id, breweryId: id, names: [`Beacon ${id}`], popularity: 10 })
    }
    const find = () => index.search('alder lantern', MOST)
    expect(find()).toEqual({ beers: [1], breweries: [1] })
    for (let nth = 0; nth < 20; nth++) index.putBeer({ id: 2, breweryId: 1, names: ['Alder Candle'], popularity: 10 })
    expect(find()).toEqual({ beers: [1], breweries: [1] })
  })

  it('corrects two typos if what one typo away had is removed, but not for a place', () => {
    const { index } = indexOf({ Alder: { beers: [['Kaltenbrumer', 10]] } })
    const find = () => index.find(['kaltenbrxxer'], MOST).beers
    expect(find()).toEqual([1])
    index.putBeer({ id: 2, breweryId: null, names: ['Kaltenbrxer'], popularity: 10 })
    expect(find()).toEqual([2])
    index.removeBeer(2)
    expect(find()).toEqual([1])
    index.putBrewery({ id: 2, names: ['Finch'], address: { ...NOWHERE, city: 'Kaltenbrxer' } })
    index.putBeer({ id: 3, breweryId: 2, names: ['Lantern'], popularity: 10 })
    expect(find()).toEqual([3])
    index.removeBrewery(2)
    expect(find()).toEqual([1])
  })

  it('stays the same index after thousands of changes', () => {
    const { index } = indexOf({ Alder: { beers: [['Lantern', 10]] } })
    for (let nth = 0; nth < 3_000; nth++)
      index.putBeer({ id: 1, breweryId: 1, names: [`Lantern ${nth}`], popularity: 1 })
    expect(index.size).toBe(1)
    expect(index.find(['alder', 'lantern', '2999'], MOST)).toEqual({ beers: [1], breweries: [1] })
    expect(index.find(['lantern', '2998'], MOST).beers).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { type BeerRow, createCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import type { TextLine } from '#vision'
import { menuRows } from './menu-rows.ts'
import { menuSightings } from './read-menu.ts'

const BREWERIES = [
  { id: 1, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
  { id: 2, name: 'Moorhen Range Brewing', aliases: ['Range'], country: 'Nowhere' },
]
const catalogue = createCatalogue(
  {
    version: 1,
    breweries: BREWERIES,
    beers: [
      aBeer(1, 'Kwispel Tripel', 'Tripel', 8.4),
      aBeer(1, 'Kwispel Dubbel', 'Dubbel', 6.8),
      aBeer(1, 'Mistletoe Mojito', 'Fruit Beer', 5.9),
      aBeer(2, 'Harbour Lantern', 'American IPA', 6.1),
      aBeer(2, 'Harbour Beacon', 'Porter', 5.4),
    ].map((beer, index) => ({ ...beer, id: index + 1 })),
  },
  loadShipped(),
)
const PAGE = { width: 1_000, height: 1_000 }

function aBeer(breweryId: number, name: string, style: string, abv: number): Omit<BeerRow, 'id'> {
  return { breweryId, name, aliases: [], style, abv, ibu: null, popularity: 0 }
}

type Printed = [text: string, x: number, y: number, height?: number]

/** Level text with its top left corner at (x, y), percent of the page; so tall unless told. */
const HEIGHT = 2

function aLine([text, x, y, height = HEIGHT]: Printed, confidence = 0.97): TextLine {
  const width = text.length * height * 0.55
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ] as const
  return { text, confidence, corners, turned: 0 }
}

function listOf(lines: readonly TextLine[]) {
  return menuSightings(catalogue, menuRows(lines, PAGE), PAGE).sightings
}

const told = (printed: readonly Printed[]) => listOf(printed.map((one) => aLine(one)))

const namesOf = (sightings: ReturnType<typeof listOf>) =>
  sightings.map(({ verdict, candidates, printed }) =>
    verdict === 'listed' ? catalogue.beer(candidates[0]?.beerId ?? 0)?.name : `unlisted: ${printed.name}`,
  )

/** Rows of one height below each other, every second one with figures at the right. */
function inTwos(items: [name: string, detail: string][], figuresAt: 0 | 1, from = 10): Printed[] {
  return items.flatMap(([name, detail], index): Printed[] => {
    const y = from + index * 7
    const at = y + figuresAt * 2.6
    return [
      [name, 10, y],
      [detail, 10, y + 2.6],
      ['5.0%', 70, at],
      [`${4 + index}.50`, 80, at],
    ]
  })
}

test.each([
  ['name', 0],
  ['brewery', 1],
] as const)('takes the row of brewery and style for a detail where figures stand beside each %s', (_, figuresAt) => {
  const sightings = told([
    ['Draft Beer', 10, 4, 3],
    ...inTwos(
      [
        ['Zwartgans Nacht', 'Kwispel - Imperial Stout'],
        ['Harbour Lantern', 'Range - American IPA'],
        ['Zwartgans Dag', 'Kwispel - Pale Lager'],
        ['Harbour Beacon', 'Range - Porter'],
      ],
      figuresAt,
    ),
  ])
  expect(namesOf(sightings)).toEqual([
    'unlisted: Zwartgans Nacht',
    'Harbour Lantern',
    'unlisted: Zwartgans Dag',
    'Harbour Beacon',
  ])
  expect(sightings.map(({ printed }) => printed.price)).toEqual(['4.50', '5.50', '6.50', '7.50'])
})

test('takes each row of a list for an item where each has its price', () => {
  const rows = ['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Lantern', 'Harbour Beacon']
  const sightings = told(
    rows.flatMap((name, index): Printed[] => [
      [name, 10, 10 + index * 2.6],
      [`${index + 3}.00`, 80, 10 + index * 2.6],
    ]),
  )
  expect(namesOf(sightings)).toEqual(rows)
})

test('does not take another beer of the brewery for the one that the name row names', () => {
  const sightings = told([
    ['Draft Beer', 10, 4, 3],
    ['Zwartgans 6.8%', 10, 10],
    ['Kwispel Dubbel brewers', 10, 12.3, 1.5],
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Zwartgans'])
})

test('names a beer whose name speaks of other drinks where its brewery or its strength bears it out', () => {
  const [beside, alone, cocktail] = [
    told([
      ['Mistletoe Mojito', 10, 10],
      ['Kwispel - Fruit Beer - 5.2%', 10, 12.3, 1.5],
    ]),
    told([
      ['Mistletoe Mojito 5.9%', 10, 10],
      ['Kwispel Dubbel ale', 10, 20],
    ]).slice(0, 1),
    told([['Mistletoe Mojito', 10, 10]]),
  ]
  expect([beside, alone, cocktail].map(namesOf)).toEqual([['Mistletoe Mojito'], ['Mistletoe Mojito'], []])
})

test('reads figures in the brackets of a heading as those of its section', () => {
  const sightings = told([
    ['SPECIAL BEER (Glass 100ml $4.90, Pint 200ml $7.90)', 10, 10],
    ['Kwispel Dubbel', 10, 14],
    ['Harbour Beacon $5.10', 10, 18],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Beacon'])
  expect(sightings.map(({ printed: { section, price } }) => [section, price])).toEqual([
    ['SPECIAL BEER', '$4.90 / $7.90'],
    ['SPECIAL BEER', '$5.10'],
  ])
})

test('keeps a heading under which a note says how things are served', () => {
  const sightings = told([
    ['LAGER', 10, 6, 3],
    ['(Glass 250ml, Pint 473ml)', 10, 11],
    ['Kwispel Dubbel', 10, 17],
  ])
  expect(sightings.map(({ printed: { section, size } }) => [section, size])).toEqual([['LAGER', null]])
})

test('takes a name without its price for one of those that have theirs, not for a heading above small descriptions', () => {
  const names = ['Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon', 'Kwispel Tripel']
  const sightings = told(
    names.flatMap((name, index): Printed[] => {
      const y = 10 + index * 9
      const price: Printed[] = index === 1 ? [] : [['$5.00', 80, y]]
      const description: Printed[] = [
        ['made in a small house by the sea with great care', 10, y + 2.6, 1.2],
        ['by people who like what they do and do it slowly', 10, y + 4.2, 1.2],
      ]
      return [[name, 10, y], ...price, ...description]
    }),
  )
  expect(namesOf(sightings)).toEqual(names)
})

test('takes a row that stands apart without figures for a heading where all others are items in one form', () => {
  const sightings = told([
    ['Draft Beer', 10, 2, 3],
    ...inTwos(
      [
        ['Kwispel Dubbel', 'Kwispel - Dubbel'],
        ['Harbour Lantern', 'Range - American IPA'],
        ['Kwispel Tripel', 'Kwispel - Tripel'],
      ],
      0,
      8,
    ),
    ['From the Fire', 10, 32],
    ...inTwos(
      [
        ['Spring Rolls', 'with herbs and cream'],
        ['Baked Plum', 'for two'],
      ],
      0,
      38,
    ).filter(([text]) => !text.includes('%')),
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern', 'Kwispel Tripel'])
})

test('takes what stands among dishes for one of them, unless it says that it is a beer', () => {
  const dishes = ['Tomato Soup', 'Grilled Salmon', 'Spring Rolls', 'Onion Soup', 'Zwartgans Stout', 'Lamb Pizza']
  const sightings = told([
    ['Beer and Bread', 10, 4, 3],
    ['Kwispel Dubbel $6.00', 10, 8],
    ...dishes.map((dish, index): Printed => [`${dish} $${index + 4}.00`, 10, 12 + index * 4]),
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'unlisted: Zwartgans Stout'])
})

test('keeps a heading beside which figures fall whose name was not read', () => {
  const sightings = told([
    ['Bottles & Cans', 10, 10, 3],
    ['5.0%', 70, 11.5],
    ['$6.00', 80, 11.5],
    ['Kwispel Dubbel $4.00', 10, 17],
    ['Harbour Beacon $4.00', 10, 21],
    ['Kwispel Tripel $4.00', 10, 25],
  ])
  expect(sightings.map(({ printed }) => printed.section)).toEqual(Array(3).fill('Bottles & Cans'))
})

test('keeps a beer that stands first under its heading, whatever stands above that', () => {
  const sightings = told([
    ['Starters', 10, 4, 3],
    ...['Tomato Soup', 'Grilled Salmon', 'Onion Soup'].map(
      (dish, index): Printed => [`${dish} $9.00`, 10, 9 + index * 4],
    ),
    ['Bottled Beer', 10, 24, 3],
    ['Zwartgans Nacht 5.2% $4.00', 10, 29],
    ['Kwispel Dubbel $4.00', 10, 33],
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Zwartgans Nacht', 'Kwispel Dubbel'])
})

test('tells a beer once whose strength stands beside its name and again below it', () => {
  const items = ['Harbour Lantern', 'Kwispel Dubbel', 'Harbour Beacon', 'Kwispel Tripel']
  const sightings = told([
    ['Draft Beer', 10, 4, 3],
    ...items.flatMap((name, index): Printed[] => {
      const [y, strength] = [10 + index * 7, ['6.1', '6.8', '5.4', '8.4'][index]]
      return [
        [`${name} ${strength}%`, 10, y],
        [`Zwartgans, Pale Lager, ${strength}%`, 10, y + 2.6],
      ]
    }),
  ])
  expect(namesOf(sightings)).toEqual(items)
})

test('leaves the town in brackets out of a name, and the year in it', () => {
  const sightings = told([
    ['Draft Beer', 10, 4, 3],
    ['ZWARTGANS STOUT [NOWHERE NH] 5.1%', 10, 10],
    ['Zwartgans Porter (2019) 6.0%', 10, 14],
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: ZWARTGANS STOUT', 'unlisted: Zwartgans Porter (2019)'])
})

test('holds a beer to the strength that is printed beside its name', () => {
  expect(namesOf(told([['Harbour Lantern IPA 0.4%', 10, 10]]))).toEqual(['unlisted: Harbour Lantern IPA'])
  expect(namesOf(told([['Harbour Lantern IPA 6.1%', 10, 10]]))).toEqual(['Harbour Lantern'])
})

test('sees no strength in the letters of a name', () => {
  const [sighting] = told([
    ['Falconer Stout', 10, 10],
    ['$6.00', 80, 10],
    ['Zwartgans - 5.2%', 10, 12.6],
  ])
  expect(sighting?.printed).toMatchObject({ name: 'Falconer Stout', abv: 5.2, price: '$6.00' })
})

test('keeps what is printed with the strength of a beer under a heading of beer, whatever its words', () => {
  const under = (heading: string) =>
    told([
      [heading, 10, 4, 3],
      ['Reddish Brut 6.0%', 10, 10],
    ])
  expect(namesOf(under('Draft Beer'))).toEqual(['unlisted: Reddish Brut'])
  expect(namesOf(under('Sparkling Wine'))).toEqual([])
})

test('keeps the price of a great heading below the smaller headings under it', () => {
  const sightings = told([
    ['All Beers $6', 10, 4, 4],
    ['LAGER', 10, 10, 2.8],
    ['Kwispel Dubbel', 10, 14],
    ['STOUT', 10, 20, 2.8],
    ['Harbour Beacon', 10, 24],
  ])
  expect(sightings.map(({ printed }) => [printed.section, printed.price])).toEqual([
    ['LAGER', '$6'],
    ['STOUT', '$6'],
  ])
})

test('takes no note under a priced heading for a beer', () => {
  const sightings = told([
    ['Draft Beer $6', 10, 4, 4],
    ['Kwispel Dubbel', 10, 10],
    ['Ask for today’s offer', 10, 24],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel'])
})

test('takes tall rows for names where each stands over the figures of one item', () => {
  const items = ['Harbour Lantern', 'Zwartgans Nacht', 'Harbour Beacon', 'Kwispel Dubbel']
  const sightings = told(
    items.flatMap((name, index): Printed[] => [
      [name, 10, 10 + index * 8, 3.2],
      ['ale 5.0% Nowhere', 10, 13.6 + index * 8, 1.6],
    ]),
  )
  expect(namesOf(sightings)).toEqual([
    'Harbour Lantern',
    'unlisted: Zwartgans Nacht',
    'Harbour Beacon',
    'Kwispel Dubbel',
  ])
})

test('tells the brewery and the style that stand as headings', () => {
  const sightings = told([
    ['KWISPEL', 10, 6, 3],
    ['Zwartgans Nacht Stout 7.1%', 10, 11],
    ['PORTER', 10, 20, 3],
    ['Zwartgans Dag 5.0%', 10, 25],
    ['Harbour Beacon', 10, 29],
  ])
  expect(sightings.map(({ printed }) => [printed.name, printed.brewery, printed.style])).toEqual([
    ['Zwartgans Nacht Stout', 'Brouwerij Kwispel', 'Stout'],
    ['Zwartgans Dag', null, 'Porter'],
    ['Harbour Beacon', null, 'Porter'],
  ])
})

test('takes no word within a name and no town for the brewery', () => {
  const sightings = told([
    ['Draft Beer', 10, 4, 3],
    ['Organic Free Range Stout 5.1%', 10, 10],
    ['Zwartgans Stout 5.1%', 10, 16],
    ['stout, Moorhen', 10, 18.3, 1.5],
    ['Range Winter Stout 6.0%', 10, 24],
  ])
  expect(sightings.map(({ printed }) => printed.brewery)).toEqual([null, null, 'Moorhen Range Brewing'])
})

test('leaves the address at the foot of a list out of its last item', () => {
  const sightings = told([
    ['Beer: Smoked Stout', 10, 10],
    ['12 Kwispel Avenue, Nowhere', 10, 13],
  ])
  expect(sightings.map(({ printed, evidence }) => [printed.brewery, evidence])).toEqual([
    [null, ['Beer: Smoked Stout']],
  ])
})

test('tells a name in two scripts in Latin letters, without what brackets have lost, its spaces found again', () => {
  const sightings = told([
    ['Draft Beer', 10, 4, 3],
    ['湘南比 Reddish Stout (大阪) 6.0%', 10, 10],
    ['ZwartgansNacht Porter (=) 5.0%', 10, 16],
    ['Enjoy Stout 01.01.21 9.4%', 10, 22],
  ])
  expect(namesOf(sightings)).toEqual([
    'unlisted: Reddish Stout',
    'unlisted: Zwartgans Nacht Porter',
    'unlisted: Enjoy Stout 01.01.21',
  ])
})

test('takes what stands among known beers and looks like them for a beer, whatever its name', () => {
  const beers: Printed[] = [
    ['Kwispel Dubbel', 10, 10],
    ['Kwispel Tripel', 10, 13],
    ['Quiet Morning', 10, 16],
    ['Harbour Beacon', 10, 19],
  ]
  expect(namesOf(told(beers))).toEqual([
    'Kwispel Dubbel',
    'Kwispel Tripel',
    'unlisted: Quiet Morning',
    'Harbour Beacon',
  ])
  const priced = beers.flatMap((row, index): Printed[] => (index === 2 ? [row] : [row, ['$5.00', 80, row[2]]]))
  expect(namesOf(told(priced))).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon'])
})

test('takes a row with a price under a heading of beer for one, and drops what is read badly and has no figure', () => {
  const sightings = listOf([
    aLine(['Draft Beer', 10, 4, 3]),
    aLine(['Quiet Morning $6.00', 10, 10]),
    aLine(['Kwispel', 60, 30], 0.6),
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Quiet Morning'])
})

test('finds no list where one name stands alone', () => {
  expect(namesOf(told([['Harbour Lantern', 30, 30, 6]]))).toEqual([])
})

test('keeps every item of a list of a hundred, in printed order', () => {
  const names = Array.from(
    { length: 100 },
    (_, index) => `Zwartgans ${'abcdefghij'[index % 10]}ozel${Math.floor(index / 10)}`,
  )
  const sightings = told(
    names.flatMap((name, index): Printed[] => {
      const [x, y] = [index < 50 ? 5 : 55, 6 + (index % 50) * 1.8]
      return [
        [`${name} Stout 5.${index % 10}%`, x, y, 1.2],
        [`$${(index % 9) + 3}.00`, x + 38, y, 1.2],
      ]
    }),
  )
  expect(sightings.map(({ printed }) => printed.name)).toEqual(names.map((name) => `${name} Stout`))
})

import { expect, test } from 'vitest'
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { latticeOfLetters } from '#testing/lattice.ts'
import { aTextLine } from '#testing/text-line.ts'
import { centreOf, type Point, type TextLine } from '#vision'
import { menuRows } from './menu-rows.ts'
import { aBeer, linesOf, namesOf, PAGE, type Printed, sightingsFor, sightingsOf } from './printed-menu.fixture.ts'
import { menuSightings } from './read-menu.ts'

/** Two rows of equal height for each item: its name and its detail, one of them with ABV and price on the right. */
function twoRowItems(items: [name: string, detail: string][], numbersOn: 0 | 1, top = 10): Printed[] {
  return items.flatMap(([name, detail], index): Printed[] => {
    const y = top + index * 7
    const numbersY = y + numbersOn * 2.6
    return [
      [name, 10, y],
      [detail, 10, y + 2.6],
      ['5.0%', 70, numbersY],
      [`${4 + index}.50`, 80, numbersY],
    ]
  })
}

test.each([
  ['name', 0],
  ['brewery', 1],
] as const)('reads the row of brewery and style as a detail if ABV and price are next to each %s', (_, numbersOn) => {
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ...twoRowItems(
      [
        ['Zwartgans Nacht', 'Kwispel - Imperial Stout'],
        ['Harbour Lantern', 'Range - American IPA'],
        ['Zwartgans Dag', 'Kwispel - Pale Lager'],
        ['Harbour Beacon', 'Range - Porter'],
      ],
      numbersOn,
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

test('reads each row as an item if each has a price', () => {
  const rows = ['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Lantern', 'Harbour Beacon']
  const sightings = sightingsFor(
    rows.flatMap((name, index): Printed[] => [
      [name, 10, 10 + index * 2.6],
      [`${index + 3}.00`, 80, 10 + index * 2.6],
    ]),
  )
  expect(namesOf(sightings)).toEqual(rows)
})

test('reads a row of 0.0 as one with an ABV, and names no beer with alcohol for it', () => {
  const sightings = sightingsFor([
    ['Bottled Beer', 10, 4, 3],
    ['Kwispel Dubbel', 10, 10],
    ['6.8%', 70, 10],
    ['5.00', 80, 10],
    ['Kwispel Tripel', 10, 14],
    ['8.4%', 70, 14],
    ['5.50', 80, 14],
    ['Kwispel 0.0', 10, 18],
    ['0.0%', 70, 18],
    ['4.00', 80, 18],
  ])
  expect(sightings.map(({ printed: { abv, price } }) => [abv, price])).toEqual([
    [6.8, '5.00'],
    [8.4, '5.50'],
    [0, '4.00'],
  ])
  expect(namesOf(sightings).slice(0, 2)).toEqual(['Kwispel Dubbel', 'Kwispel Tripel'])
  expect(sightings[2]?.verdict).toBe('unlisted')
})

test('reads the beer behind a word that leads each row', () => {
  const rows = ['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Lantern', 'Harbour Beacon']
  const sightings = sightingsFor(
    rows.flatMap((name, index): Printed[] => [
      [`Nitro: ${name}`, 10, 10 + index * 4],
      [`${index + 3}.00`, 80, 10 + index * 4],
    ]),
  )
  expect(namesOf(sightings)).toEqual(rows)
})

test('reads rows that begin with a style or a brewery and a colon, but no dish that does', () => {
  const rows = (lead: string, last: string) =>
    sightingsFor([
      ['BEERS', 10, 4, 3],
      [`${lead}IPA: Harbour Lantern 6.1% $5.50`, 10, 10],
      [`${lead}Tripel: Quartzjubel 8.4% $6.50`, 10, 14],
      [`${lead}Porter: Harbour Beacon 5.4% $5.20`, 10, 18],
      [last, 10, 22],
    ])
  const expected = ['Harbour Lantern', 'unlisted: Quartzjubel', 'Harbour Beacon']
  expect(namesOf(rows('', 'Kwispel: Dubbel 6.8% $6.00'))).toEqual([...expected, 'Kwispel Dubbel'])
  expect(namesOf(rows('', 'Soup: Kwispel Tripel $6.00'))).toEqual(expected)
})

test('does not match another beer of the brewery that only the details name', () => {
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ['Zwartgans 6.8%', 10, 10],
    ['brewed with the yeast of Kwispel Dubbel', 10, 12.3, 1.5],
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Zwartgans'])
})

test('identifies a beer that is called like its brewery, also if the details name the brewery in another way', () => {
  const brewery = { id: 1, name: 'Vlasveld Zwartgans', aliases: ['Pilsner Reigersbek'], country: 'Nowhere' }
  const beer = { ...aBeer(1, 'Pilsner Reigersbek', 'Czech Pale Lager', 4.4), aliases: ['Zwartgans'] }
  const beers = [beer, aBeer(1, 'Reigersoog', 'Porter', 5.4)].map((one, index) => ({ ...one, id: index + 1 }))
  const brand = openCatalogue({ version: 1, breweries: [brewery], beers }, loadShipped())
  const rows = linesOf([
    ['Pilsner Reigersbek', 10, 10, 3],
    ['4.50', 80, 10, 3],
    ['Vlasveld Zwartgans, 4.4%', 10, 14, 2],
    ['Reigersoog', 10, 20, 3],
    ['5.50', 80, 20, 3],
    ['Vlasveld Zwartgans, 5.4%', 10, 24, 2],
  ])
  const { sightings } = menuSightings(brand, menuRows(rows, PAGE), PAGE)
  expect(sightings.map(({ candidates: [best] }) => best?.beerId)).toEqual([1, 2])
})

test('identifies a beer named after another drink if its brewery or ABV confirms it', () => {
  const [withBrewery, withAbv, cocktail] = [
    sightingsFor([
      ['Mistletoe Mojito', 10, 10],
      ['Kwispel - Fruit Beer - 5.2%', 10, 12.3, 1.5],
    ]),
    sightingsFor([
      ['Mistletoe Mojito 5.9%', 10, 10],
      ['Kwispel Dubbel ale', 10, 20],
    ]).slice(0, 1),
    sightingsFor([['Mistletoe Mojito', 10, 10]]),
  ]
  expect([withBrewery, withAbv, cocktail].map(namesOf)).toEqual([['Mistletoe Mojito'], ['Mistletoe Mojito'], []])
})

test('reads a name without a price as an item like its neighbours, not as a heading of small descriptions', () => {
  const names = ['Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon', 'Kwispel Tripel']
  const sightings = sightingsFor(
    names.flatMap((name, index): Printed[] => {
      const y = 10 + index * 9
      const price: Printed[] = index === 1 ? [] : [['$5.00', 80, y]]
      const description: Printed[] = [
        ['made beside the sea', 10, y + 2.6, 1.2],
        ['and drunk there', 10, y + 4.2, 1.2],
      ]
      return [[name, 10, y], ...price, ...description]
    }),
  )
  expect(namesOf(sightings)).toEqual(names)
})

test('drops unlisted items among dishes unless they contain a beer word', () => {
  const dishes = ['Tomato Soup', 'Grilled Salmon', 'Spring Rolls', 'Onion Soup', 'Zwartgans Stout', 'Lamb Pizza']
  const sightings = sightingsFor([
    ['Beer and Bread', 10, 4, 3],
    ['Kwispel Dubbel $6.00', 10, 8],
    ...dishes.map((dish, index): Printed => [`${dish} $${index + 4}.00`, 10, 12 + index * 4]),
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'unlisted: Zwartgans Stout'])
})

test('drops a dish that is named after a beer, and keeps a beer that is named after a dish', () => {
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ['Kwispel Dubbel $6.00', 10, 8],
    ['Stout brownie $7.00', 10, 12],
    ['Mussels with ale sauce $7.00', 10, 16],
    ['Zwartgans Cream Ale 5.0% $7.00', 10, 20],
    ['Zwartgans Brownie Stout $7.00', 10, 24],
  ])
  expect(namesOf(sightings)).toEqual([
    'Kwispel Dubbel',
    'unlisted: Zwartgans Cream Ale',
    'unlisted: Zwartgans Brownie Stout',
  ])
})

test('finds the beers of a table by the fields of their rows', () => {
  const rows = [
    ['Harbour Lantern', 'Moorhen Range Brewing', 'American IPA', '6.1%'],
    ['Quartzjubel', 'Kwispel', 'Pale Ale', '5.2%'],
    ['Harbour Beacon', 'San Diego, CA', 'Porter', '5.4%'],
    ['Kwispel Dubbel', 'Kwispel', 'Dubbel', '6.8%'],
  ]
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 4],
    ...rows.flatMap((fields, row) => fields.map((text, at): Printed => [text, [5, 30, 58, 80][at] ?? 0, 10 + row * 4])),
  ])
  expect(namesOf(sightings)).toEqual(['Harbour Lantern', 'unlisted: Quartzjubel', 'Harbour Beacon', 'Kwispel Dubbel'])
  expect(sightings.map(({ printed: { abv } }) => abv)).toEqual([6.1, 5.2, 5.4, 6.8])
  expect(sightings[1]?.printed).toMatchObject({ brewery: 'Brouwerij Kwispel', style: 'Pale Ale' })
})

test('reads a guest beer by its label, but no guest cider', () => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 4],
    ['Kwispel Dubbel 6.8% $5.00', 10, 14],
    ['Guest: Harbour Lantern 6.1% $5.00', 10, 17],
    ['Guest ale: Quartzjubel 5.1% $5.00', 10, 20],
    ['Guest cider: Applejubel 5.1% $5.00', 10, 23],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern', 'unlisted: Quartzjubel'])
})

test('takes the name of a glass for no beer', () => {
  const sightings = sightingsFor([
    ['Cervezas', 10, 4, 3],
    ['Caña', 10, 10],
    ['1,80', 80, 10],
    ['Doble', 10, 14],
    ['2,80', 80, 14],
    ['Harbour Beacon', 10, 18],
    ['3,00', 80, 18],
  ])
  expect(namesOf(sightings)).toEqual(['Harbour Beacon'])
})

test('removes a town in brackets from a name, but keeps a year', () => {
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ['Zwartgans Stout [NOWHERE NH] 5.1%', 10, 10],
    ['Zwartgans Porter (2019) 6.0%', 10, 14],
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Zwartgans Stout', 'unlisted: Zwartgans Porter (2019)'])
})

test('does not match a beer with another ABV than the printed one', () => {
  expect(namesOf(sightingsFor([['Harbour Lantern IPA 0.4%', 10, 10]]))).toEqual(['unlisted: Harbour Lantern IPA'])
  expect(namesOf(sightingsFor([['Harbour Lantern IPA 6.1%', 10, 10]]))).toEqual(['Harbour Lantern'])
})

test('finds no ABV in the letters of a name', () => {
  const [sighting] = sightingsFor([
    ['Falconer Stout', 10, 10],
    ['$6.00', 80, 10],
    ['Zwartgans - 5.2%', 10, 12.6],
  ])
  expect(sighting?.printed).toMatchObject({ name: 'Falconer Stout', abv: 5.2, price: '$6.00' })
})

test('keeps an item with the ABV of a beer in a beer section, even with words of other drinks', () => {
  const inSection = (heading: string) =>
    sightingsFor([
      [heading, 10, 4, 3],
      ['Reddish Brut 6.0%', 10, 10],
    ])
  expect(namesOf(inSection('Draft Beer'))).toEqual(['unlisted: Reddish Brut'])
  expect(namesOf(inSection('Sparkling Wine'))).toEqual([])
})

test('separates two prices that were read as one', () => {
  const sightings = sightingsFor([
    ['DRAUGHT BEER', 10, 4, 3],
    ['Kwispel Dubbel 6.8%2.304.60', 10, 10],
    ['Zwartgans 4.5%2.555.20', 10, 14],
  ])
  expect(sightings.map(({ printed: { name, abv, price } }) => [name, abv, price])).toEqual([
    ['Kwispel Dubbel', 6.8, '2.30 / 4.60'],
    ['Zwartgans', 4.5, '2.55 / 5.20'],
  ])
})

test('drops a cider whose words were read as one among beers', () => {
  const beers = ['Kwispel Dubbel', 'Harbour Beacon', 'Harbour Lantern', 'Kwispel Tripel']
  const sightings = sightingsFor([
    ['BOTTLED BEER', 10, 4, 3],
    ...[...beers, 'ZwartgansAlcohol FreeCider'].map((name, index): Printed => [`${name} 4.50`, 10, 10 + index * 4]),
  ])
  expect(namesOf(sightings)).toEqual(beers)
})

test('drops hard kombucha among beers, but no beer that names the month of June', () => {
  const sightings = sightingsFor([
    ['DRAUGHT', 10, 5],
    ['Harbour Beacon 5.4% $6', 10, 10],
    ['Ginger Lemon Hard Kombucha 5.5% $7', 10, 14],
    ['Harbour Keeper, brewed 12 Jun 2026 4.9% $5', 10, 18],
  ])
  expect(namesOf(sightings)).toEqual(['Harbour Beacon', 'Harbour Keeper'])
})

test('reads tall rows as names if the details of one item follow each', () => {
  const items = ['Harbour Lantern', 'Zwartgans Nacht', 'Harbour Beacon', 'Kwispel Dubbel']
  const sightings = sightingsFor(
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

test('does not report a word of a name or a town as the brewery', () => {
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ['Organic Free Range Stout 5.1%', 10, 10],
    ['Zwartgans Stout 5.1%', 10, 16],
    ['stout, Moorhen', 10, 18.3, 1.5],
    ['Range Winter Stout 6.0%', 10, 24],
  ])
  expect(sightings.map(({ printed }) => printed.brewery)).toEqual([null, null, 'Moorhen Range Brewing'])
})

test('returns the Latin part of a name in two scripts, removes empty brackets and restores spaces', () => {
  const sightings = sightingsFor([
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

test('reports an item as a beer if it has the form of the listed beers around it, whatever its name', () => {
  const beers: Printed[] = [
    ['Kwispel Dubbel', 10, 10],
    ['Kwispel Tripel', 10, 13],
    ['Quiet Morning', 10, 16],
    ['Harbour Beacon', 10, 19],
  ]
  expect(namesOf(sightingsFor(beers))).toEqual([
    'Kwispel Dubbel',
    'Kwispel Tripel',
    'unlisted: Quiet Morning',
    'Harbour Beacon',
  ])
  const priced = beers.flatMap((row, index): Printed[] => (index === 2 ? [row] : [row, ['$5.00', 80, row[2]]]))
  expect(namesOf(sightingsFor(priced))).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon'])
})

test('takes a page for beer if it names several, though its only words for drinks are of wine', () => {
  const wines: Printed[] = [
    ['Chardonnay Vieilles Vignes', 10, 40],
    ['Merlot Riserva', 10, 43],
    ['Prosecco', 10, 46],
  ]
  const beers: Printed[] = [
    ['Harbour Lantern', 10, 10],
    ['Harbour Beacon', 10, 13],
    ['Harbour Keeper', 10, 16],
  ]
  expect(namesOf(sightingsFor([...beers, ...wines]))).toEqual(['Harbour Lantern', 'Harbour Beacon', 'Harbour Keeper'])
  expect(namesOf(sightingsFor([...beers.slice(0, 1), ...wines]))).toEqual([])
})

test('keeps a priced row of a beer section, and drops a badly read one without ABV or price', () => {
  const sightings = sightingsOf([
    aTextLine('Draft Beer', 10, 4, { height: 3 }),
    aTextLine('Quiet Morning $6.00', 10, 10),
    aTextLine('Kwispel', 60, 30, { confidence: 0.6 }),
  ])
  expect(namesOf(sightings)).toEqual(['unlisted: Quiet Morning'])
})

test('keeps a badly read row without ABV or price if it surely names a beer', () => {
  const sightings = sightingsOf([
    aTextLine('Harbour Beacon', 10, 10),
    aTextLine('Harbour Keeper', 10, 13),
    aTextLine('Harbour Lantern', 10, 16, { confidence: 0.7 }),
    aTextLine('Kwispel Dubbel', 10, 19),
    aTextLine('Kwispl', 10, 22, { confidence: 0.7 }),
  ])
  expect(namesOf(sightings)).toEqual(['Harbour Beacon', 'Harbour Keeper', 'Harbour Lantern', 'Kwispel Dubbel'])
})

test('finds a misread beer by letters that are nearly as likely as those that were read', () => {
  const misread = aTextLine('Kvispel Fribcl', 10, 13)
  const letters = ['k', 'v/w', 'i', 's', 'p', 'e', 'l', ' ', 'f/t', 'r', 'i', 'b/p', 'c/e', 'l']
  const rowsWith = (line: TextLine) =>
    namesOf(
      sightingsOf([
        aTextLine('Harbour Beacon', 10, 10),
        line,
        aTextLine('Harbour Lantern', 10, 16),
        aTextLine('Harbour Keeper', 10, 19),
      ]),
    )
  expect(rowsWith(misread)).not.toContain('Kwispel Tripel')
  expect(rowsWith({ ...misread, lattice: latticeOfLetters(...letters) })).toContain('Kwispel Tripel')
})

/** The lines of a page that was photographed at an angle: turned clockwise around its centre. */
function turned(lines: readonly TextLine[], degrees: number): TextLine[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const turn = ({ x, y }: Point): Point => ({
    x: 50 + (x - 50) * cos - (y - 50) * sin,
    y: 50 + (x - 50) * sin + (y - 50) * cos,
  })
  return lines.map((line) => {
    const [a, b, c, d] = line.corners
    return { ...line, corners: [turn(a), turn(b), turn(c), turn(d)] }
  })
}

test.each([5, -5])('places the items of a page turned by %s° where they are on the photo', (degrees) => {
  const names = ['Kwispel Tripel', 'Kwispel Dubbel', 'Harbour Lantern', 'Harbour Beacon', 'Harbour Keeper']
  const rows = Array.from({ length: 20 }, (_, index) => aTextLine(`${names[index % 5]} 5.50`, 25, 12 + index * 4))
  const lines = turned(rows, degrees)
  const sightings = sightingsOf(lines)
  expect(sightings.length).toBe(rows.length)
  for (const [index, { position, box }] of sightings.entries()) {
    const corners = lines[index]?.corners ?? []
    const centre = centreOf(corners)
    expect(position?.x).toBeCloseTo(centre.x)
    expect(position?.y).toBeCloseTo(centre.y)
    for (const { x, y } of corners) {
      expect(box && x > box.x && x < box.x + box.width).toBe(true)
      expect(box && y > box.y && y < box.y + box.height).toBe(true)
    }
  }
})

test.each([
  'Birra dal gusto pieno con note di caramello e fichi secchi',
  'Ein Bier mit einer feinen Note von Karamell und getrockneten Feigen',
  'Une bière aux notes de caramel et de figues séchées',
])('takes the words of a description for no part of a name: %s', (description) => {
  const sightings = sightingsFor([
    ['BIRRE', 10, 4, 3],
    ['Kwispel Dubbel', 10, 10],
    [description, 10, 12.6],
    ['Harbour Beacon', 10, 20],
    [description, 10, 22.6],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Beacon'])
})

test('finds a beer by the brewery of a line that looks like a description', () => {
  const sightings = sightingsFor([
    ['BEERS', 10, 4, 3],
    ['Abbey Dubbel 6.8% $5', 10, 10],
    ['Kwispel, De Panne, Belgium', 10, 12.6],
    ['Harbour Lantern 6.1% $6', 10, 20],
  ])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Harbour Lantern'])
})

test('finds the ginger beer of a brewery, and no other', () => {
  const rows = [
    'Kwispel Dubbel $5',
    'Range Ginger Beer $5',
    'Ginger Beer $4',
    'Root Beer $4',
    'Quartz Ginger Beer Saison $6',
  ]
  const sightings = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((row, at): Printed => [row, 10, 10 + at * 4])])
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Range Ginger Beer', 'unlisted: Quartz Ginger Beer Saison'])
})

test('finds a beer whose colour is translated', () => {
  const rows: Printed[] = [
    ['BIRRE', 10, 4, 3],
    ['Quillfeather bionda 5,00', 10, 10],
    ['Quillfeather rossa 5,00', 10, 14],
    ['Harbour Lantern 5,50', 10, 18],
  ]
  expect(namesOf(sightingsFor(rows))).toEqual([
    'Quillfeather Blonde',
    'unlisted: Quillfeather rossa',
    'Harbour Lantern',
  ])
})

test('finds unlisted beers near listed ones, in a list that begins with other drinks', () => {
  const drinks = ['Agua mineral', 'Agua con gas', 'Refrescos', 'Zumo', 'Vermut', 'Café']
  const beers = ['Kwispel Dubbel', 'Kwispel Tripel', 'Caña Kwispel Zomer', 'Harbour Beacon']
  const rows = [...drinks, ...beers].map((name, index): Printed => [`${name} 3,50 €`, 10, 10 + index * 4])
  const sightings = sightingsFor(rows)
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Kwispel Tripel', 'unlisted: Kwispel Zomer', 'Harbour Beacon'])
  expect(sightings[2]?.printed).toMatchObject({ brewery: 'Brouwerij Kwispel', size: 'Caña' })
})

test.each([
  'A legendary doppelbock!',
  'Dark, malty and drinkable bock.',
  'Quartzjubel makes this wonderful drink.',
  'Moscow Mule',
  'Bitter Lemon',
])('takes no beer from %s', (row) => {
  const rows = ['Kwispel Dubbel', 'Kwispel Tripel', row, 'Harbour Beacon', 'Harbour Lantern', 'Harbour Keeper']
  const sightings = sightingsFor([['BEERS', 10, 4, 3], ...rows.map((text, at): Printed => [text, 10, 10 + at * 4])])
  expect(namesOf(sightings)).toEqual(rows.filter((other) => other !== row))
})

test('finds a beer whose name is a sentence', () => {
  const names = ['Kwispel Dubbel', 'Quartz! I Know Him!', 'Harbour Beacon', 'Kwispel Tripel']
  expect(namesOf(sightingsFor(names.map((name, at): Printed => [name, 10, 10 + at * 4])))).toEqual(names)
})

test('finds the beers below a heading that names another drink', () => {
  const beers = ['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon']
  const rows = beers.map((name, index): Printed => [`${name} 5.50`, 10, 10 + index * 4])
  expect(namesOf(sightingsFor([['COCKTAILS', 10, 4, 3], ...rows]))).toEqual(beers)
  expect(sightingsFor([['COCKTAILS', 10, 4, 3], ...rows.slice(1)])).toEqual([])
})

test('finds a beer named after another drink by the brewery in front of it', () => {
  const beers = ['Kwispel Dubbel', 'Kwispel - Mistletoe Mojito', 'Harbour Beacon', 'Mistletoe Mojito']
  const sightings = sightingsFor(beers.map((name, at): Printed => [name, 10, 10 + at * 4]))
  expect(namesOf(sightings)).toEqual(['Kwispel Dubbel', 'Mistletoe Mojito', 'Harbour Beacon'])
})

test.each(['List subject to change', 'Non-alcoholic / gluten-free', 'Imported beers - when available'])(
  'takes no beer from the note %s',
  (note) => {
    const beers = ['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Beacon', 'Harbour Lantern', 'Harbour Keeper']
    const rows = [...beers.slice(0, 2), note, ...beers.slice(2)]
    expect(namesOf(sightingsFor(rows.map((row, at): Printed => [row, 10, 10 + at * 4])))).toEqual(beers)
  },
)

test('finds no menu in a single name', () => {
  expect(namesOf(sightingsFor([['Harbour Lantern', 30, 30, 6]]))).toEqual([])
})

test('keeps every item of a menu of one hundred, in printed order', () => {
  const names = Array.from(
    { length: 100 },
    (_, index) => `Zwartgans ${'abcdefghij'[index % 10]}ozel${Math.floor(index / 10)}`,
  )
  const sightings = sightingsFor(
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

test.each([
  'Happy Hour 2,50',
  'Non-alcoholic 3,00',
  'Pfand 1,00',
  '18% gratuity added to parties 6,00',
  '$45 per person, gratuity included',
])('reports no beer for %j among beers', (note) => {
  const names = ['Kwispel Dubbel', 'Kwispel Tripel', 'Harbour Lantern', 'Harbour Beacon']
  const sightings = sightingsFor([
    ['Draft Beer', 10, 4, 3],
    ...names.map((name, index): Printed => [`${name} ${index + 4},50`, 10, 10 + index * 3]),
    [note, 10, 22],
  ])
  expect(namesOf(sightings)).toEqual(names)
})

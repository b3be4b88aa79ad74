/**
 * Menus made of text lines alone, in forms that lists of beers have: training examples for the labels of rows, which photographed menus
 * are too few for. Nothing is drawn or recognised, so thousands of rows take a second.
 */
import type { BeerRow } from '#catalogue'
import type { TextLine } from '#vision'
import { menuRows } from '../../recognition/menu/menu-rows.ts'
import type { RowLabel, RowPage } from '../../recognition/menu/row-labels.ts'
import { misread } from '../catalogue/label-text.ts'
import type { ShippedRows } from '../photos/known-beers.ts'
import { type Random, randomFrom } from '../statistics/random.ts'
import type { RowExample } from './row-examples.ts'

const MENUS = 150
const SEED = 11
/** Of each row; rows of photographs weigh 1. Short pages have few rows, and little that repeats. */
const WEIGHT = 0.15
const SHORT_PAGE = { rows: 16, weight: 0.5 }
const FRAME = { width: 1600, height: 2000 }

const HEADINGS = [
  'Draft Beer',
  'On Tap',
  'Bottles',
  'Cans & Bottles',
  'IPA',
  'Stouts',
  'Lagers',
  'Belgian Ales',
  'Seasonal',
  'Sours',
  'Wheat',
  'Local',
  'Hop Forward',
  'Dark & Roasty',
  'Light & Easy',
  'Porters',
  'Pale Ales',
  'Imports',
  'Vom Fass',
  'Flaschenbier',
  'Bières pression',
  'Sour & Wild',
  'House Beers',
  'Guest Taps',
  'Strong',
  'Crisp',
  'Fruit',
  'Draught',
  'Cans',
  'Craft',
  'Domestic',
  'Non-alcoholic',
  'Cider',
  'Wine by the glass',
  'Cocktails',
  'Soft drinks',
  'Starters',
  'Desserts',
  'Alkoholfrei',
  'Weine',
  'Birre alla spina',
  'Birre in bottiglia',
  'Vini',
  'Cervezas',
  'Refrescos',
  'Bieren van het vat',
  'Frisdranken',
  'Bières bouteilles',
  'Boissons sans alcool',
  'Öl på fat',
]
const TITLES = ['Beer Menu', 'Tap List', 'What is on', 'Drinks', 'The Corner House', 'Beers', 'Bierkarte']
const NOTES = [
  'Please drink responsibly',
  'Ask your server about our rotating taps',
  'All prices include tax',
  'Samples are available on request',
  'Happy hour every day from four to six',
  'We do not serve anyone under age',
  'Follow us and never miss a new release',
  'Flight of four for 9',
  'Growlers to go',
  'Served in a half pint',
]
const PLACES = [
  'Portland, OR',
  'Ghent, Belgium',
  'Munich, Germany',
  'San Diego, CA',
  'Leeds, England',
  'Belgium',
  'Denver, CO',
  'Prague',
  'Oslo, Norway',
  'Austin, TX',
]
const TASTES = [
  'crisp',
  'bready malt',
  'notes of citrus',
  'pine',
  'a dry finish',
  'roasted coffee',
  'dark chocolate',
  'light body',
  'tropical fruit',
  'soft bitterness',
  'caramel',
  'brewed with local honey',
  'aged in oak barrels',
  'this beer is made for sharing',
  'and a hint of spice',
  'with a smooth',
  'creamy head',
  'our take on the classic',
  'fermented slowly',
  'hops from the valley',
  'mit einer feinen Note von Hopfen',
  'vollmundig und süffig',
  'dal gusto equilibrato',
  'con note di agrumi e miele',
  'con notas de caramelo',
  'aux notes de fruits rouges',
  'met een zachte bitterheid',
]
const DISHES = [
  'Fish and chips',
  'Beef burger',
  'Caesar salad',
  'Onion rings',
  'Chicken wings',
  'Cheese board',
  'Garlic bread',
  'Mac and cheese',
]
const WINES = ['Pinot Grigio', 'Cabernet Sauvignon', 'House Red', 'Prosecco', 'Merlot Reserve', 'Sauvignon Blanc']

type Labelled = [text: string, label: RowLabel, size?: number, price?: string]

export function drawnRows({ rows }: ShippedRows, pageOf: (rows: ReturnType<typeof menuRows>) => RowPage): RowExample[] {
  const random = randomFrom(SEED)
  const breweries = new Map(rows.breweries.map(({ id, name }) => [id, name]))
  const beers = rows.beers.filter(
    ({ name, breweryId }) =>
      name.length < 34 && /^[\p{Script=Latin}\s'’&.\d-]+$/u.test(name) && breweries.has(breweryId ?? 0),
  )
  return Array.from({ length: MENUS }, () => {
    const { lines, labels } = drawMenu(beers, breweries, random)
    const found = menuRows(lines, FRAME)
    return {
      photo: undefined,
      page: pageOf(found),
      allowed: found.map(({ read: [first = ''] }) => labels.get(first)).map((label) => label && [label]),
      weight: found.length <= SHORT_PAGE.rows ? SHORT_PAGE.weight : WEIGHT,
    }
  })
}

function drawMenu(beers: readonly BeerRow[], breweries: ReadonlyMap<number, string>, random: Random) {
  const chance = (share: number) => random.next() < share
  const between = (low: number, high: number) => low + random.next() * (high - low)
  const lines: TextLine[] = []
  const labels = new Map<string, RowLabel>()
  const size = between(13, 44)
  const columns = size < 30 && chance(0.5) ? 2 : 1
  const width = FRAME.width / columns
  const centred = chance(0.35)
  const [nameCase, headingCase] = [
    random.pick(['upper', 'title', 'title', 'title', 'lower']),
    random.pick(['upper', 'upper', 'title']),
  ]
  const headingSize = chance(0.7) ? between(1.1, 1.9) : 1
  const style = {
    form: random.below(11),
    numbersBelow: chance(0.4),
    detailSize: chance(0.5) ? 1 : between(0.7, 0.95),
    priced: chance(0.6),
    abv: chance(0.75),
    brewery: chance(0.5),
    place: chance(0.4),
    symbol: random.pick(['$', '', '', '€', '£']),
    facts: random.below(4),
    strict: chance(0.6),
    indent: !centred && chance(0.2) ? size : 0,
  }
  const inside = between(0.05, 0.6) * size
  const outside = inside + (style.form === 0 || style.form === 7 ? 0 : between(0, 1.6) * size)
  const cased = (text: string, how: string) =>
    how === 'upper' ? text.toUpperCase() : how === 'lower' ? text.toLowerCase() : text
  const put = (
    text: string,
    label: RowLabel,
    at: { column: number; y: number; size: number; indent?: number; price?: string | undefined },
  ) => {
    const read = misread(text, random)
    const height = at.size * between(0.92, 1.08)
    const length = [...read].length * at.size * (read === read.toUpperCase() ? 0.58 : 0.46)
    const left =
      at.column * width + (centred ? Math.max(10, (width - length) / 2) : 40 + (at.indent ?? 0)) + between(-2, 2)
    add(read, left, length, at.y, height, label)
    if (at.price) add(at.price, at.column * width + width * 0.85, [...at.price].length * at.size * 0.5, at.y, at.size)
  }
  const add = (text: string, left: number, length: number, y: number, height: number, label?: RowLabel) => {
    const corner = (x: number, cornerY: number) => ({ x: (x / FRAME.width) * 100, y: (cornerY / FRAME.height) * 100 })
    const right = left + length
    lines.push({
      text,
      rotation: 0,
      confidence: between(0.86, 1),
      corners: [corner(left, y), corner(right, y), corner(right, y + height), corner(left, y + height)],
    })
    if (label) labels.set(text, label)
  }
  // Some pages show a few rows only.
  const bottom = chance(0.6) ? size * (5 + random.below(18)) : FRAME.height
  let top = 60
  if (bottom === FRAME.height && chance(0.6)) {
    put(cased(random.pick(TITLES), headingCase), 'heading', { column: 0, y: top, size: size * 2.2 })
    top += size * 4
  }
  for (let column = 0; column < columns; column++) {
    let y = top
    const step = (rows: readonly Labelled[], before: number) => {
      y += before
      for (const [index, [text, label, scale = 1, price]] of rows.entries()) {
        if (index > 0) y += inside
        put(text, label, { column, y, size: size * scale, indent: label === 'detail' ? style.indent : 0, price })
        y += size * scale
      }
    }
    while (y < bottom * 0.85) {
      if (chance(0.9))
        step(
          [
            [
              cased(`${random.pick(HEADINGS)}${chance(0.06) ? ' (Glass 250 ml, Pint 473 ml)' : ''}`, headingCase),
              'heading',
              headingSize,
              chance(0.06) ? '$5.50' : undefined,
            ],
          ],
          outside + between(0.4, 1.8) * size,
        )
      if (chance(0.15)) step([[random.pick(NOTES), 'other', style.detailSize]], inside)
      const items = 2 + random.below(9)
      const kind = random.next()
      for (let item = 0; item < items && y < bottom * 0.9; item++) {
        const before = item === 0 ? Math.max(inside, between(0, 1) * size) : outside
        if (kind < 0.06) step([[random.pick(WINES), 'name', 1, price()]], before)
        else if (kind < 0.12)
          step(
            [
              [random.pick(DISHES), 'name', 1, price()],
              [sentence(), 'detail', style.detailSize],
            ],
            before,
          )
        else step(itemRows(random.pick(beers)), before)
      }
      if (chance(0.15)) step([[random.pick(NOTES), 'other', style.detailSize]], outside + size)
    }
  }
  return { lines, labels }

  function price(): string | undefined {
    return style.priced
      ? `${style.symbol}${style.symbol ? random.pick(['4', '5', '6.50', '7']) : random.pick(['4.50', '5.20', '6.80', '7.00 / 9.50'])}`
      : undefined
  }
  function sentence(): string {
    return `${random.pick(TASTES)}, ${random.pick(TASTES)} ${random.pick(TASTES)}${chance(0.4) ? '.' : ''}`
  }
  function itemRows(beer: BeerRow): Labelled[] {
    const optional = style.strict ? 1 : 0.8
    const brewery = breweries.get(beer.breweryId ?? 0) ?? ''
    const abv = style.abv && beer.abv !== null && chance(optional) ? beer.abv.toFixed(1) : null
    const kind = beer.style ?? 'Ale'
    const place = random.pick(PLACES)
    const small = style.detailSize
    const name = cased(
      style.brewery && style.form !== 5 && !beer.name.startsWith(brewery) ? `${brewery} ${beer.name}` : beer.name,
      nameCase,
    )
    const facts = [
      abv && `${abv}% ABV`,
      style.facts > 1 && `${20 + random.below(60)} IBU`,
      style.facts === 3 && '12.5 Plato',
    ]
      .filter(Boolean)
      .join('  ')
    const described = Array.from({ length: 1 + random.below(3) }, (): Labelled => [sentence(), 'detail', small])
    switch (style.form) {
      case 0:
        return [
          [[name, style.place ? `(${place})` : '', abv ? `${abv}%` : ''].filter(Boolean).join(' '), 'name', 1, price()],
        ]
      case 1:
        return [
          [name, 'name', 1, price()],
          [[kind, abv && `${abv}%`, style.place && place].filter(Boolean).join(' '), 'detail', small],
        ]
      case 2:
        return [
          [name, 'name', 1, price()],
          [kind, 'detail', small],
          ...(style.place ? [[place, 'detail', small] as Labelled] : []),
          ...(abv ? [[`${abv}%`, 'detail', small] as Labelled] : []),
        ]
      case 3:
        return [[name, 'name', 1, price()], ...(facts ? [[facts, 'detail', small] as Labelled] : []), ...described]
      case 4:
        return [[name, 'name', 1, price()], ...described, ...(facts ? [[facts, 'detail', small] as Labelled] : [])]
      case 5:
        return [
          [name, 'name', 1, price()],
          [[brewery, style.place && `- ${place}`].filter(Boolean).join(' '), 'detail', small],
          [[kind, abv && `${abv}%`].filter(Boolean).join(' '), 'detail', small],
        ]
      case 8: {
        const [first, second] = style.numbersBelow ? [undefined, price()] : [price(), undefined]
        const below = [brewery, kind].join(random.pick([' - ', ', ']))
        const behind = abv && ` ${abv}%`
        return [
          [`${name}${style.numbersBelow ? '' : (behind ?? '')}`, 'name', 1, first],
          [`${below}${style.numbersBelow || chance(0.2) ? (behind ?? '') : ''}`, 'detail', small, second],
        ]
      }
      case 9:
        return [[name, 'name', 1], [kind, 'detail', small], ...described]
      case 10:
        return [
          [name, 'name', 1],
          ...['0,3 l', '0,5 l'].map((glass): Labelled => [`${glass} ${price() ?? '3,90 €'}`, 'detail', small]),
        ]
      case 6:
        return [
          [[name, abv ? `${abv}%` : ''].filter(Boolean).join(' - '), 'name', 1, price()],
          ...(chance(optional) ? described : []),
        ]
      default:
        return [[name, 'name', 1, price()]]
    }
  }
}

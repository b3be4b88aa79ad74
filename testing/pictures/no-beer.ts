/** Pictures that hold no beer: rooms and surfaces, other bottles and cans, other lists, and flat things with words. */
import { drawContainer } from './container.ts'
import { type FlatThing, renderFlat } from './flat-things.ts'
import { renderFridge } from './fridge.ts'
import type { PicturedBeer } from './label.ts'
import { renderSheet } from './menu.ts'
import { aGrocery, anOtherList, aSoda, aSpirit, aWine, type OtherList } from './other-words.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph, rasterOf } from './raster.ts'
import { drawRoom, place, type Size } from './scene.ts'

const BOTTLED = { soda: aSoda, wine: aWine, spirit: aSpirit, grocery: aGrocery } as const
const LISTS = {
  'food-menu': 'food',
  'wine-list': 'wine',
  'coffee-menu': 'coffee',
  'cocktail-menu': 'cocktails',
} as const satisfies Record<string, OtherList>
const FLAT = ['book', 'receipt', 'street-sign', 'poster', 'phone'] as const satisfies FlatThing[]
const BARE = ['room', 'blank', 'texture'] as const
const SHELVES = ['drinks-shelf', 'grocery-shelf'] as const

type Bottled = keyof typeof BOTTLED
type List = keyof typeof LISTS
type Bare = (typeof BARE)[number]
type Shelf = (typeof SHELVES)[number]
export type NoBeerKind = Bottled | List | FlatThing | Bare | Shelf

export const NO_BEER_KINDS: readonly NoBeerKind[] = [
  'soda',
  'wine',
  'spirit',
  'grocery',
  'food-menu',
  'wine-list',
  'coffee-menu',
  'cocktail-menu',
  ...FLAT,
  ...BARE,
  ...SHELVES,
]

export interface NoBeerPicture {
  seed: number
  /** A room, a soda or a list of dishes, drawn from the seed, unless told. */
  kind?: NoBeerKind
  size?: Size
}

/** A photo-like JPEG without any beer on it. */
export async function renderNoBeer({
  seed,
  kind,
  size = { width: 960, height: 1280 },
}: NoBeerPicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const drawn: NoBeerKind = kind ?? random.pick(['room', 'soda', 'food-menu'] as const)
  if (isList(drawn)) return await renderSheet({ ...anOtherList(LISTS[drawn], random), random, size })
  if (isFlat(drawn)) return await renderFlat(drawn, random, size)
  if (isShelf(drawn)) return await renderFridge({ beers: shelved(drawn, random), seed, size })
  const scene = await (drawn === 'blank' || drawn === 'texture'
    ? drawSurface(drawn, size, random)
    : drawRoom(size, random))
  if (isBottled(drawn)) {
    const { picture } = await drawContainer(BOTTLED[drawn](random), Math.round(size.height * 0.9), random)
    place(scene, picture, (size.width - picture.width) / 2, size.height * 0.08)
  }
  return await photograph(scene, random, { blur: random.between(0.4, 1), noise: random.between(2, 7) })
}

/** A wall, or wood, stone and cloth: noise of a grain. */
function drawSurface(kind: 'blank' | 'texture', { width, height }: Size, random: Random) {
  const ground = random.pick(['#8a6a45', '#b9b2a4', '#3d3f43', '#d8cdb8', '#6f7b80', '#f2f2ef'])
  const [along, across] = [random.between(0.002, 0.02), random.between(0.02, 0.12)]
  const grain =
    kind === 'blank'
      ? ''
      : `<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="${along} ${across}" numOctaves="4" seed="${random.whole(1, 999)}"/><feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.07  0 0 0 0 0.05  0.9 0.4 0 0 -0.25"/></filter><rect width="${width}" height="${height}" filter="url(#grain)"/>`
  return rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${grain}</svg>`,
  )
}

function shelved(kind: Shelf, random: Random): PicturedBeer[] {
  return Array.from({ length: random.whole(4, 9) }, () => {
    if (kind === 'grocery-shelf') return aGrocery(random)
    return random.pick([aWine, aSpirit, aSoda])(random)
  })
}

const isBottled = (kind: NoBeerKind): kind is Bottled => Object.hasOwn(BOTTLED, kind)
const isList = (kind: NoBeerKind): kind is List => Object.hasOwn(LISTS, kind)
const isFlat = (kind: NoBeerKind): kind is FlatThing => FLAT.some((flat) => flat === kind)
const isShelf = (kind: NoBeerKind): kind is Shelf => SHELVES.some((shelf) => shelf === kind)

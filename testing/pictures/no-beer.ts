/** Pictures without beer: rooms and surfaces, other bottles and cans, other menus, and flat objects with text. */
import { drawContainer } from './container.ts'
import { type FlatObject, renderFlat } from './flat-objects.ts'
import { renderFridge } from './fridge.ts'
import type { PicturedBeer } from './label.ts'
import { renderSheet } from './menu.ts'
import { aGrocery, aNonBeerMenu, aSoda, aSpirit, aWine, type NonBeerMenu } from './non-beer-texts.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph, rasterOf } from './raster.ts'
import { drawRoom, place, type Size } from './scene.ts'

const CONTAINERS = { soda: aSoda, wine: aWine, spirit: aSpirit, grocery: aGrocery } as const
const MENUS = {
  'food-menu': 'food',
  'wine-list': 'wine',
  'coffee-menu': 'coffee',
  'cocktail-menu': 'cocktails',
} as const satisfies Record<string, NonBeerMenu>
const FLAT = ['book', 'receipt', 'street-sign', 'poster', 'phone'] as const satisfies FlatObject[]
const EMPTY_SCENES = ['room', 'blank', 'texture'] as const
const SHELVES = ['drinks-shelf', 'grocery-shelf'] as const

type NonBeerContainer = keyof typeof CONTAINERS
type MenuKind = keyof typeof MENUS
type EmptyScene = (typeof EMPTY_SCENES)[number]
type Shelf = (typeof SHELVES)[number]
export type NoBeerKind = NonBeerContainer | MenuKind | FlatObject | EmptyScene | Shelf

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
  ...EMPTY_SCENES,
  ...SHELVES,
]

export interface NoBeerPicture {
  seed: number
  /** Default: a room, a soda or a food menu, chosen by the seed. */
  kind?: NoBeerKind
  size?: Size
}

/** Renders a photo-like JPEG without beer. */
export async function renderNoBeer({
  seed,
  kind,
  size = { width: 960, height: 1280 },
}: NoBeerPicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const chosenKind: NoBeerKind = kind ?? random.pick(['room', 'soda', 'food-menu'] as const)
  if (isMenu(chosenKind)) return await renderSheet({ ...aNonBeerMenu(MENUS[chosenKind], random), random, size })
  if (isFlat(chosenKind)) return await renderFlat(chosenKind, random, size)
  if (isShelf(chosenKind)) return await renderFridge({ beers: shelfContents(chosenKind, random), seed, size })
  const scene = await (chosenKind === 'blank' || chosenKind === 'texture'
    ? drawSurface(chosenKind, size, random)
    : drawRoom(size, random))
  if (isContainer(chosenKind)) {
    const { picture } = await drawContainer(CONTAINERS[chosenKind](random), Math.round(size.height * 0.9), random)
    place(scene, picture, (size.width - picture.width) / 2, size.height * 0.08)
  }
  return await photograph(scene, random, { blur: random.between(0.4, 1), noise: random.between(2, 7) })
}

/** Draws a plain wall, or a surface with the grain of wood, stone or cloth. */
function drawSurface(kind: 'blank' | 'texture', { width, height }: Size, random: Random) {
  const background = random.pick(['#8a6a45', '#b9b2a4', '#3d3f43', '#d8cdb8', '#6f7b80', '#f2f2ef'])
  const [along, across] = [random.between(0.002, 0.02), random.between(0.02, 0.12)]
  const grain =
    kind === 'blank'
      ? ''
      : `<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="${along} ${across}" numOctaves="4" seed="${random.whole(1, 999)}"/><feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.07  0 0 0 0 0.05  0.9 0.4 0 0 -0.25"/></filter><rect width="${width}" height="${height}" filter="url(#grain)"/>`
  return rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${background}"/>${grain}</svg>`,
  )
}

function shelfContents(kind: Shelf, random: Random): PicturedBeer[] {
  return Array.from({ length: random.whole(4, 9) }, () => {
    if (kind === 'grocery-shelf') return aGrocery(random)
    return random.pick([aWine, aSpirit, aSoda])(random)
  })
}

const isContainer = (kind: NoBeerKind): kind is NonBeerContainer => Object.hasOwn(CONTAINERS, kind)
const isMenu = (kind: NoBeerKind): kind is MenuKind => Object.hasOwn(MENUS, kind)
const isFlat = (kind: NoBeerKind): kind is FlatObject => FLAT.some((flat) => flat === kind)
const isShelf = (kind: NoBeerKind): kind is Shelf => SHELVES.some((shelf) => shelf === kind)

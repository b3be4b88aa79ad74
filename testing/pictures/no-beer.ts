/** Pictures that hold no beer: a room, a soda can, a plate of words that look like a menu. */
import { drawContainer } from './container.ts'
import { renderSheet } from './menu.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph } from './raster.ts'
import { drawRoom, place, type Size } from './scene.ts'

export type NoBeerKind = 'room' | 'soda' | 'food-menu'

export interface NoBeerPicture {
  seed: number
  /** Drawn from the seed unless told. */
  kind?: NoBeerKind
  size?: Size
}

const DISHES = [
  'Tomato Soup',
  'Grilled Salmon',
  'Mushroom Risotto',
  'Caesar Salad',
  'Lemon Tart',
  'Roast Chicken',
  'Apple Crumble',
  'Margherita Pizza',
  'Steak and Chips',
  'Vanilla Ice Cream',
] as const
const SIDES = ['with basil and cream', 'seasonal vegetables', 'served with bread', 'butter, parsley, lemon'] as const
const SODAS = ['Sparkling Lemonade', 'Orange Fizz', 'Tonic Water', 'Cherry Cola'] as const

/** A photo-like JPEG without any beer on it. */
export async function renderNoBeer({
  seed,
  kind,
  size = { width: 960, height: 1280 },
}: NoBeerPicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const drawn = kind ?? random.pick(['room', 'soda', 'food-menu'])
  if (drawn === 'food-menu') return await renderFoodMenu(random, size)
  const scene = await drawRoom(size, random)
  if (drawn === 'soda') {
    const soda = { name: random.pick(SODAS), brewery: 'Refreshing Soft Drink', style: 'No sugar added', abv: null }
    const { picture } = await drawContainer(soda, Math.round(size.height * 0.9), random)
    place(scene, picture, (size.width - picture.width) / 2, size.height * 0.08)
  }
  return await photograph(scene, random, { blur: random.between(0.4, 1), noise: random.between(2, 7) })
}

function renderFoodMenu(random: Random, size: Size): Promise<Buffer> {
  const rows = (from: number, to: number) =>
    DISHES.slice(from, to).map((name) => ({
      name,
      detail: random.pick(SIDES),
      price: `${random.whole(6, 24)}.${random.pick(['00', '50', '90'])}`,
    }))
  const sections = [
    { heading: 'Starters', rows: rows(0, 4) },
    { heading: 'Main Courses', rows: rows(4, 10) },
  ]
  return renderSheet({ title: 'Lunch', sections, random, size })
}

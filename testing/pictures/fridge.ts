/** A fridge: beers in rows on lit shelves. */
import { type Container, drawContainer } from './container.ts'
import type { PicturedBeer } from './label.ts'
import { randomFrom } from './random.ts'
import { photograph, rasterOf } from './raster.ts'
import { place, type Size } from './scene.ts'

export interface FridgePicture {
  beers: readonly PicturedBeer[]
  seed: number
  /** Pixels; a landscape photo unless told. */
  size?: Size
}

interface Standing {
  beer: PicturedBeer
  container: Container
  left: number
  top: number
}

const SIZE: Size = { width: 1920, height: 1440 }
const PER_SHELF_MAX = 6

/** A photo-like JPEG of beers standing in a fridge, from left to right and from top to bottom. */
export async function renderFridge({ beers, seed, size = SIZE }: FridgePicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const standing = await arrange(beers, size, randomFrom(seed + 1))
  const shelves = shelfCount(beers)
  const boards = Array.from({ length: shelves }, (_, shelf) => {
    const y = ((shelf + 1) * size.height) / shelves - size.height * 0.03
    return `<rect y="${y}" width="${size.width}" height="${size.height * 0.02}" fill="#c3cdd2"/><rect y="${y + size.height * 0.02}" width="${size.width}" height="${size.height * 0.01}" fill="#5d666b"/>`
  })
  const scene = await rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="${random.pick(['#39454b', '#6f7b80', '#2a2f33'])}"/>${boards.join('')}</svg>`,
  )
  for (const { container, left, top } of standing) place(scene, container.picture, left, top)
  return await photograph(scene, random, { blur: random.between(0.3, 0.7), noise: random.between(2, 6) })
}

/** Where `renderFridge` puts each beer: the centre of its label in percent of the picture. */
export async function fridgePlaces({ beers, seed, size = SIZE }: FridgePicture): Promise<{ x: number; y: number }[]> {
  const standing = await arrange(beers, size, randomFrom(seed + 1))
  return standing.map(({ container, left, top }) => ({
    x: ((left + container.centre.x) / size.width) * 100,
    y: ((top + container.centre.y) / size.height) * 100,
  }))
}

async function arrange(beers: readonly PicturedBeer[], size: Size, random: ReturnType<typeof randomFrom>) {
  const shelves = shelfCount(beers)
  const perShelf = Math.ceil(beers.length / shelves)
  const shelfHeight = size.height / shelves
  const standing: Standing[] = []
  for (const [index, beer] of beers.entries()) {
    const shelf = Math.floor(index / perShelf)
    const cell = size.width / Math.min(perShelf, beers.length - shelf * perShelf)
    // A can is 0.54 as wide as it is tall: the cell bounds the height.
    const tall = Math.round(Math.min(shelfHeight * 0.9, (cell * 0.92) / 0.54) * random.between(0.92, 1))
    const container = await drawContainer(beer, tall, random)
    const left = (index % perShelf) * cell + (cell - container.picture.width) / 2
    standing.push({ beer, container, left, top: (shelf + 1) * shelfHeight - size.height * 0.03 - tall })
  }
  return standing
}

function shelfCount(beers: readonly PicturedBeer[]): number {
  return Math.max(1, Math.ceil(beers.length / PER_SHELF_MAX))
}

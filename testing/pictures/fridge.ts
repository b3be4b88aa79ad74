/** A fridge with rows of beers on lit shelves. */
import { type Container, drawContainer } from './container.ts'
import type { PicturedBeer } from './label.ts'
import { randomFrom } from './random.ts'
import { photograph, rasterOf } from './raster.ts'
import { place, type Size } from './scene.ts'

export interface FridgePicture {
  beers: readonly PicturedBeer[]
  seed: number
  /** In pixels. Default: landscape, 1920 x 1440. */
  size?: Size
}

interface PlacedContainer {
  beer: PicturedBeer
  container: Container
  left: number
  top: number
}

const SIZE: Size = { width: 1920, height: 1440 }
const MAX_PER_SHELF = 6

/** Renders a photo-like JPEG of beers in a fridge, ordered from left to right and from top to bottom. */
export async function renderFridge({ beers, seed, size = SIZE }: FridgePicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const placed = await arrange(beers, size, randomFrom(seed + 1))
  const shelves = shelfCount(beers)
  const boards = Array.from({ length: shelves }, (_, shelf) => {
    const y = ((shelf + 1) * size.height) / shelves - size.height * 0.03
    return `<rect y="${y}" width="${size.width}" height="${size.height * 0.02}" fill="#c3cdd2"/><rect y="${y + size.height * 0.02}" width="${size.width}" height="${size.height * 0.01}" fill="#5d666b"/>`
  })
  const scene = await rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="${random.pick(['#39454b', '#6f7b80', '#2a2f33'])}"/>${boards.join('')}</svg>`,
  )
  for (const { container, left, top } of placed) place(scene, container.picture, left, top)
  return await photograph(scene, random, { blur: random.between(0.3, 0.7), noise: random.between(2, 6) })
}

/** Returns the position of each beer that `renderFridge` draws: the centre of its label in percent of the picture. */
export async function fridgePositions({
  beers,
  seed,
  size = SIZE,
}: FridgePicture): Promise<{ x: number; y: number }[]> {
  const placed = await arrange(beers, size, randomFrom(seed + 1))
  return placed.map(({ container, left, top }) => ({
    x: ((left + container.centre.x) / size.width) * 100,
    y: ((top + container.centre.y) / size.height) * 100,
  }))
}

async function arrange(beers: readonly PicturedBeer[], size: Size, random: ReturnType<typeof randomFrom>) {
  const shelves = shelfCount(beers)
  const perShelf = Math.ceil(beers.length / shelves)
  const shelfHeight = size.height / shelves
  const placed: PlacedContainer[] = []
  for (const [index, beer] of beers.entries()) {
    const shelf = Math.floor(index / perShelf)
    const cell = size.width / Math.min(perShelf, beers.length - shelf * perShelf)
    // A can is 0.54 times as wide as tall, so the cell width also limits the height.
    const height = Math.round(Math.min(shelfHeight * 0.9, (cell * 0.92) / 0.54) * random.between(0.92, 1))
    const container = await drawContainer(beer, height, random)
    const left = (index % perShelf) * cell + (cell - container.picture.width) / 2
    placed.push({ beer, container, left, top: (shelf + 1) * shelfHeight - size.height * 0.03 - height })
  }
  return placed
}

function shelfCount(beers: readonly PicturedBeer[]): number {
  return Math.max(1, Math.ceil(beers.length / MAX_PER_SHELF))
}

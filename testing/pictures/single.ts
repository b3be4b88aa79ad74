/** A close-up of one bottle or can. */
import { drawContainer } from './container.ts'
import type { PicturedBeer } from './label.ts'
import { randomFrom } from './random.ts'
import { photograph, project } from './raster.ts'
import { drawRoom, place, type Size, tiltedQuad } from './scene.ts'

export interface SinglePicture {
  beer: PicturedBeer
  seed: number
  /** In pixels. Default: portrait, 960 x 1280. */
  size?: Size
}

/** Renders a photo-like JPEG of one beer. The same beer, seed and size give the same bytes. */
export async function renderSingle({
  beer,
  seed,
  size = { width: 960, height: 1280 },
}: SinglePicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const scene = await drawRoom(size, random)
  const height = Math.round(size.height * random.between(0.86, 0.96))
  const { picture } = await drawContainer(beer, height, random)
  const projected = project(picture, tiltedQuad(picture, 0.03, random), picture.width, picture.height)
  const left = (size.width - picture.width) / 2 + random.between(-0.05, 0.05) * size.width
  place(scene, projected, left, size.height - height - random.between(0, 0.04) * size.height)
  return await photograph(scene, random, { blur: random.between(0.3, 0.9), noise: random.between(2, 7) })
}

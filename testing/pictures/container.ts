/** A bottle or can with its label wrapped around it, lit from the front left, on a transparent background. */
import { drawLabel, type PicturedBeer } from './label.ts'
import type { Random } from './random.ts'
import { createRaster, type Raster, sample } from './raster.ts'

interface Shape {
  /** Width divided by height. */
  aspectRatio: number
  /** Top and bottom edges of the label, relative to the height. */
  label: readonly [top: number, bottom: number]
  /** Radius at a relative height (0 top, 1 bottom), divided by the maximum radius. */
  relativeRadius(height: number): number
}

const CAN: Shape = {
  aspectRatio: 0.54,
  label: [0.07, 0.94],
  relativeRadius: (height) => (height < 0.06 ? 0.86 + height * 2.3 : height > 0.95 ? 1 - (height - 0.95) * 2.4 : 1),
}
const BOTTLE: Shape = {
  aspectRatio: 0.36,
  label: [0.46, 0.9],
  relativeRadius: (height) => {
    if (height < 0.22) return 0.36
    if (height > 0.42) return 1
    const shoulder = (height - 0.22) / 0.2
    return 0.36 + 0.64 * (0.5 - 0.5 * Math.cos(Math.PI * shoulder))
  },
}
const GLASS = [
  [62, 36, 16],
  [28, 58, 34],
  [24, 22, 20],
] as const
const ALUMINIUM = [186, 188, 192] as const

export interface Container {
  picture: Raster
  /** Centre of the label in pixels of the picture. */
  centre: { x: number; y: number }
}

/** Draws one container, `height` pixels tall. */
export async function drawContainer(beer: PicturedBeer, height: number, random: Random): Promise<Container> {
  const isCan = random.chance(0.5)
  const shape = isCan ? CAN : BOTTLE
  const body = isCan ? ALUMINIUM : random.pick(GLASS)
  const width = Math.round(height * shape.aspectRatio)
  const [labelTop, labelBottom] = shape.label
  const radius = width / 2 - 1
  const label = await drawLabel(
    beer,
    Math.round(Math.PI * radius),
    Math.round((labelBottom - labelTop) * height),
    random,
  )
  const rotation = random.between(-0.12, 0.12)
  const sag = random.between(0.02, 0.09) * radius
  const picture = createRaster(width, height)
  const pixel = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    const halfWidth = radius * shape.relativeRadius(y / height)
    for (let x = Math.ceil(width / 2 - halfWidth); x < width / 2 + halfWidth; x++) {
      const across = (x - width / 2) / halfWidth
      const angle = Math.asin(Math.max(-1, Math.min(1, across)))
      const depth = Math.cos(angle)
      const labelX = ((angle + rotation) / Math.PI + 0.5) * (label.width - 1)
      sample(label, labelX, y - labelTop * height - sag * (depth - 0.6), pixel)
      const onLabel = (pixel[3] ?? 0) > 0
      const shine = Math.exp(-((across + 0.45) ** 2) / 0.012) * (onLabel && !isCan ? 18 : 46)
      const brightness = 0.42 + 0.58 * depth
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const colour = onLabel ? (pixel[channel] ?? 0) : (body[channel] ?? 0)
        picture.data[at + channel] = Math.min(255, colour * brightness + shine)
      }
      picture.data[at + 3] = 255
    }
  }
  return { picture, centre: { x: width / 2, y: ((labelTop + labelBottom) / 2) * height } }
}

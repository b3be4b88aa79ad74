/**
 * A bar with several taps: round and oval pump clips whose name runs across or around them, and tall handles whose name runs upwards or
 * downwards, each lit with glare.
 */
import { FONTS, fontSizeFor, PALETTES, type PicturedBeer, text, wrap } from './label.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph, rasterOf } from './raster.ts'
import { drawRoom, place, type Size } from './scene.ts'

export interface TapsPicture {
  beers: readonly PicturedBeer[]
  seed: number
  /** In pixels. Default: landscape, 1920 x 1440. */
  size?: Size
}

const SIZE: Size = { width: 1920, height: 1440 }

interface Badge {
  svg: string
  width: number
  height: number
}

/** Renders a photo-like JPEG of a row of taps, one beer each, ordered from left to right. */
export async function renderTaps({ beers, seed, size = SIZE }: TapsPicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const scene = await drawRoom(size, random)
  const cell = size.width / beers.length
  for (const [index, beer] of beers.entries()) {
    const width = Math.min(cell * 0.9, size.height * 0.5)
    const { svg, ...badge } = badgeOf(beer, width, random)
    const picture = await rasterOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(badge.width)}" height="${Math.round(badge.height)}" font-family="${random.pick(FONTS)}" text-anchor="middle">${svg}${glare(badge, random)}</svg>`,
    )
    place(
      scene,
      picture,
      (index + 0.5) * cell - badge.width / 2,
      size.height * random.between(0.44, 0.52) - badge.height / 2,
    )
  }
  return await photograph(scene, random, { blur: random.between(0.3, 0.8), noise: random.between(2, 6) })
}

/** Returns the position of each beer that `renderTaps` draws: the centre of its badge in percent, within a few percent of the height. */
export function tapPositions({ beers }: Pick<TapsPicture, 'beers'>): { x: number; y: number }[] {
  return beers.map((_, index) => ({ x: ((index + 0.5) / beers.length) * 100, y: 48 }))
}

function badgeOf(beer: PicturedBeer, width: number, random: Random): Badge {
  if (random.chance(0.3)) return handle(beer, width, random)
  return random.chance(0.3) ? roundel(beer, width, random) : clip(beer, width, random)
}

/** A round clip with the name along its upper edge and the brewery in the middle. */
function roundel(beer: PicturedBeer, width: number, random: Random): Badge {
  const { paper, ink, accent } = random.pick(PALETTES)
  const [centre, radius] = [{ x: width / 2, y: width / 2 }, width / 2 - 2]
  const inner = radius * 0.58
  const brewery = wrap(beer.brewery, 10)
  const size = Math.min(inner * 0.36, ...brewery.map((line) => fontSizeFor(line, inner * 1.6, 0.66)))
  const top = centre.y - ((brewery.length - 1) * size * 1.1) / 2 + size * 0.36
  const svg = [
    `<circle cx="${centre.x}" cy="${centre.y}" r="${radius}" fill="${paper}"/>`,
    `<circle cx="${centre.x}" cy="${centre.y}" r="${inner}" fill="none" stroke="${accent}" stroke-width="${width * 0.015}"/>`,
    onArc(beer.name, centre, radius * 0.7, `font-weight="bold" fill="${ink}"`, 220),
    ...brewery.map((line, index) =>
      text(line, centre.x, top + index * size * 1.1, size, `font-weight="600" fill="${accent}"`),
    ),
  ]
  return { svg: svg.join(''), width, height: width }
}

/** A pump clip: the brewery along its upper edge, the name across the middle. */
function clip(beer: PicturedBeer, width: number, random: Random): Badge {
  const { paper, ink, accent } = random.pick(PALETTES)
  const height = width * random.pick([1, 1.2])
  const lines = wrap(beer.name, 10)
  const size = Math.min(height * 0.17, ...lines.map((line) => fontSizeFor(line, width * 0.8, 0.68)))
  const top = height * 0.54 - ((lines.length - 1) * size * 1.1) / 2 + size * 0.36
  const [radiusX, radiusY] = [width / 2 - 2, height / 2 - 2]
  const svg = [
    `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${radiusX}" ry="${radiusY}" fill="${paper}" stroke="${accent}" stroke-width="${width * 0.03}"/>`,
    onArc(beer.brewery, { x: width / 2, y: height / 2 }, radiusY * 0.76, `font-weight="600" fill="${accent}"`),
    ...lines.map((line, index) =>
      text(line, width / 2, top + index * size * 1.1, size, `font-weight="bold" fill="${ink}"`),
    ),
    beer.abv === null ? '' : text(`${beer.abv.toFixed(1)}%`, width / 2, height * 0.84, height * 0.07, `fill="${ink}"`),
  ]
  return { svg: svg.join(''), width, height }
}

/** A tall handle: brewery and name run from bottom to top, or from top to bottom. */
function handle(beer: PicturedBeer, clipWidth: number, random: Random): Badge {
  const { paper, ink, accent } = random.pick(PALETTES)
  const [width, height] = [clipWidth * 0.5, clipWidth * 1.9]
  const angle = random.chance(0.7) ? -90 : 90
  const upright = (content: string, x: number, size: number, style: string) =>
    `<g transform="translate(${x} ${height / 2}) rotate(${angle})">${text(content, 0, size * 0.36, size, style)}</g>`
  const nameSize = Math.min(width * 0.42, fontSizeFor(beer.name, height * 0.86, 0.68))
  const brewerySize = Math.min(width * 0.2, fontSizeFor(beer.brewery, height * 0.86, 0.66))
  const svg = [
    `<rect width="${width}" height="${height}" rx="${width * 0.2}" fill="${paper}"/>`,
    upright(beer.brewery, width * 0.24, brewerySize, `font-weight="600" fill="${accent}"`),
    upright(beer.name, width * 0.62, nameSize, `font-weight="bold" fill="${ink}"`),
  ]
  return { svg: svg.join(''), width, height }
}

/** Letters around the upper part of a circle. SVG text on a path is not supported by the renderer. */
function onArc(
  content: string,
  centre: { x: number; y: number },
  radius: number,
  style: string,
  /** Degrees that the text may take up. */
  span = 150,
): string {
  const letters = [...content]
  const step = Math.min(13, span / Math.max(1, letters.length))
  const size = (radius * step * Math.PI) / 180 / 0.68
  return letters
    .map((letter, index) => {
      const angle = (index - (letters.length - 1) / 2) * step
      return `<g transform="rotate(${angle.toFixed(2)} ${centre.x} ${centre.y})">${text(letter, centre.x, centre.y - radius, size, style)}</g>`
    })
    .join('')
}

/** A lamp's reflection; on a third of the badges it lies across the lettering. */
function glare({ width, height }: Pick<Badge, 'width' | 'height'>, random: Random): string {
  const strong = random.chance(1 / 3)
  const x = random.between(0.2, 0.8) * width
  const y = (strong ? random.between(0.3, 0.7) : random.between(0.05, 0.3)) * height
  const opacity = strong ? 0.7 : 0.5
  return `<ellipse cx="${x}" cy="${y}" rx="${width * 0.12}" ry="${height * 0.05}" fill="#ffffff" opacity="${opacity}"/>`
}

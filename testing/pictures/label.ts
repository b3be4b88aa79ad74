/** The flat label of a beer, before it is wrapped around a bottle or can. */
import type { Random } from './random.ts'
import { type Raster, rasterOf } from './raster.ts'

/** Text printed on a rendered label or menu. Null fields are omitted. */
export interface PicturedBeer {
  name: string
  brewery: string
  style: string | null
  /** Percent by volume. */
  abv: number | null
}

export const FONTS = [
  'Liberation Sans, DejaVu Sans, sans-serif',
  'Liberation Serif, DejaVu Serif, serif',
  'DejaVu Sans, Liberation Sans, sans-serif',
  'DejaVu Serif, Liberation Serif, serif',
] as const

export const PALETTES = [
  { paper: '#f3ead6', ink: '#2b1a10', accent: '#8c2f1b' },
  { paper: '#f5c944', ink: '#1d1a14', accent: '#a1301f' },
  { paper: '#123a2a', ink: '#f4efdf', accent: '#d9b64a' },
  { paper: '#7d1f26', ink: '#fbf2e0', accent: '#f0c75e' },
  { paper: '#1b2c4f', ink: '#f5f1e6', accent: '#e6b04d' },
  { paper: '#e9e7e1', ink: '#16233a', accent: '#2c6b8f' },
] as const

/** Share of the label's width used for text; the rest curves away around the container. */
const PRINTED_WIDTH = 0.56

/** Draws the half of the label that faces the camera. Sizes in pixels. */
export function drawLabel(beer: PicturedBeer, width: number, height: number, random: Random): Promise<Raster> {
  const { paper, ink, accent } = random.pick(PALETTES)
  const font = random.pick(FONTS)
  const printed = width * PRINTED_WIDTH
  const lines = wrap(beer.name, 12)
  const nameSize = Math.min(height * 0.17, ...lines.map((line) => fontSizeFor(line, printed, 0.68)))
  const nameTop = height * 0.5 - ((lines.length - 1) * nameSize * 1.12) / 2 + nameSize * 0.36
  const brewerySize = Math.min(height * 0.085, fontSizeFor(beer.brewery, printed, 0.66))
  const footer = [beer.style, beer.abv === null ? null : `${beer.abv.toFixed(1)}% vol`].filter((text) => text !== null)
  const footerSize = Math.min(height * 0.06, ...footer.map((text) => fontSizeFor(text, printed, 0.62)))
  const parts = [
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<rect y="${height * 0.03}" width="${width}" height="${height * 0.012}" fill="${accent}"/>`,
    `<rect y="${height * 0.955}" width="${width}" height="${height * 0.012}" fill="${accent}"/>`,
    text(beer.brewery, width / 2, height * 0.17, brewerySize, `font-weight="600" fill="${accent}"`),
    `<circle cx="${width / 2}" cy="${height * 0.25}" r="${height * 0.022}" fill="${accent}"/>`,
    ...lines.map((line, index) =>
      text(line, width / 2, nameTop + index * nameSize * 1.12, nameSize, `font-weight="bold" fill="${ink}"`),
    ),
    ...footer.map((line, index) => text(line, width / 2, height * (0.83 + index * 0.08), footerSize, `fill="${ink}"`)),
  ]
  return rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${Math.round(height)}" font-family="${font}" text-anchor="middle">${parts.join('')}</svg>`,
  )
}

export function text(content: string, x: number, y: number, size: number, style: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}" ${style}>${escapeMarkup(content)}</text>`
}

/** Returns the largest font size at which the text fits `width`; `advance` is the mean character width in ems. */
export function fontSizeFor(content: string, width: number, advance: number): number {
  return width / (Math.max(4, content.length) * advance)
}

export function wrap(content: string, length: number): string[] {
  const lines: string[] = []
  for (const word of content.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < length) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function escapeMarkup(content: string): string {
  return content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

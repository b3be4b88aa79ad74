/** Flat objects with text other than beer labels: a book, a receipt, a sign, a poster, a phone. Sizes in pixels. */
import { FONTS, text } from './label.ts'
import { aBookTitle, aMessage, aPosterTitle, aReceiptItem, aStreetSign } from './non-beer-texts.ts'
import type { Random } from './random.ts'
import { photograph, project, type Raster, rasterOf } from './raster.ts'
import { drawRoom, place, type Size, tiltedQuad } from './scene.ts'

export type FlatObject = 'book' | 'receipt' | 'street-sign' | 'poster' | 'phone'

/** Draws the object in front of a room, in slight perspective. */
export async function renderFlat(object: FlatObject, random: Random, size: Size): Promise<Buffer> {
  const sheet = await DRAW[object](random, size)
  const scene = await drawRoom(size, random)
  const projected = project(sheet, tiltedQuad(sheet, 0.06, random), sheet.width, sheet.height)
  place(scene, projected, (size.width - sheet.width) / 2, (size.height - sheet.height) / 2)
  return await photograph(scene, random, { blur: random.between(0.3, 0.9), noise: random.between(2, 7) })
}

const DRAW: Record<FlatObject, (random: Random, size: Size) => Promise<Raster>> = {
  book: drawBook,
  receipt: drawReceipt,
  'street-sign': drawSign,
  poster: drawPoster,
  phone: drawPhone,
}

const COVERS = ['#23405c', '#7b2d26', '#e8dcc0', '#2f5d46', '#d9a441', '#3b3b46'] as const

function drawBook(random: Random, size: Size): Promise<Raster> {
  const [title, author] = aBookTitle(random)
  const width = size.width * 0.66
  const height = width * 1.45
  const cover = random.pick(COVERS)
  const ink = cover === '#e8dcc0' || cover === '#d9a441' ? '#20180f' : '#f3ecdb'
  const words = title.split(' ')
  const half = Math.ceil(words.length / 2)
  const lines = [words.slice(0, half).join(' '), words.slice(half).join(' ')]
  return sheet(width, height, cover, random, [
    ...lines.map((line, index) =>
      centred(line, width, height * (0.26 + index * 0.1), width * 0.085, `fill="${ink}" font-weight="bold"`),
    ),
    `<circle cx="${width / 2}" cy="${height * 0.6}" r="${width * 0.2}" fill="${ink}" opacity="0.25"/>`,
    centred(author, width, height * 0.9, width * 0.06, `fill="${ink}"`),
  ])
}

function drawReceipt(random: Random, size: Size): Promise<Raster> {
  const width = size.width * 0.5
  const height = size.height * 0.86
  const rows = random.whole(9, 16)
  const rowHeight = height / (rows + 8)
  const items = Array.from(
    { length: rows },
    () => [aReceiptItem(random), `${random.whole(0, 12)}.${random.whole(10, 99)}`] as const,
  )
  const totalY = (rows + 4) * rowHeight
  return sheet(width, height, '#fbfaf6', random, [
    centred('SUPERMARKET', width, rowHeight * 1.6, rowHeight * 0.8, 'font-weight="bold"'),
    centred(
      `${random.whole(1, 28)}.0${random.whole(1, 9)}.2024  1${random.whole(0, 9)}:${random.whole(10, 59)}`,
      width,
      rowHeight * 2.7,
      rowHeight * 0.55,
      '',
    ),
    ...items.flatMap(([item, price], index) => [
      text(item, width * 0.08, (index + 4) * rowHeight, rowHeight * 0.62, ''),
      text(price, width * 0.92, (index + 4) * rowHeight, rowHeight * 0.62, 'text-anchor="end"'),
    ]),
    text('TOTAL', width * 0.08, totalY + rowHeight * 0.4, rowHeight * 0.8, 'font-weight="bold"'),
    text(
      `${random.whole(20, 90)}.${random.whole(10, 99)}`,
      width * 0.92,
      totalY + rowHeight * 0.4,
      rowHeight * 0.8,
      'font-weight="bold" text-anchor="end"',
    ),
    centred('Thank you for your visit', width, totalY + rowHeight * 2, rowHeight * 0.55, ''),
  ])
}

function drawSign(random: Random, size: Size): Promise<Raster> {
  const width = size.width * 0.86
  const height = width * random.between(0.24, 0.4)
  const name = aStreetSign(random)
  const [background, ink] = random.pick([
    ['#1c4f9c', '#ffffff'],
    ['#0f6b3a', '#ffffff'],
    ['#f4f4f0', '#14181c'],
    ['#f2c230', '#14181c'],
  ] as const)
  return sheet(width, height, background, random, [
    `<rect x="${width * 0.02}" y="${width * 0.02}" width="${width * 0.96}" height="${height - width * 0.04}" fill="none" stroke="${ink}" stroke-width="${width * 0.008}"/>`,
    centred(
      name,
      width,
      height * 0.62,
      Math.min(height * 0.42, (width * 1.4) / name.length),
      `fill="${ink}" font-weight="bold"`,
    ),
  ])
}

function drawPoster(random: Random, size: Size): Promise<Raster> {
  const width = size.width * 0.78
  const height = size.height * 0.82
  const title = aPosterTitle(random).split(' ')
  const background = random.pick(['#e9c46a', '#264653', '#f4f1ea', '#b5473a', '#8ecae6'] as const)
  const ink = background === '#264653' || background === '#b5473a' ? '#fdf6e3' : '#1b1b22'
  return sheet(width, height, background, random, [
    ...title.map((word, index) =>
      centred(
        word,
        width,
        height * (0.24 + index * 0.13),
        Math.min(height * 0.1, (width * 1.4) / word.length),
        `fill="${ink}" font-weight="bold"`,
      ),
    ),
    centred(
      `${random.pick(['Saturday', 'Sunday', 'Friday'])} ${random.whole(1, 28)} ${random.pick(['May', 'June', 'July', 'October'])}`,
      width,
      height * 0.78,
      width * 0.06,
      `fill="${ink}"`,
    ),
    centred(`${random.whole(9, 20)}:00  Town Hall`, width, height * 0.86, width * 0.05, `fill="${ink}"`),
  ])
}

function drawPhone(random: Random, size: Size): Promise<Raster> {
  const width = size.width * 0.56
  const height = Math.min(size.height * 0.9, width * 2)
  const isDark = random.chance(0.5)
  const [background, card, ink] = isDark ? ['#101216', '#22262e', '#e9edf2'] : ['#f2f3f6', '#ffffff', '#15181d']
  const rows = random.whole(5, 8)
  const rowHeight = (height * 0.8) / rows
  const cards = Array.from({ length: rows }, (_, index) => {
    const y = height * 0.14 + index * rowHeight
    return [
      `<rect x="${width * 0.06}" y="${y}" width="${width * 0.88}" height="${rowHeight * 0.82}" rx="${width * 0.04}" fill="${card}"/>`,
      text(aMessage(random), width * 0.11, y + rowHeight * 0.48, width * 0.052, `fill="${ink}"`),
    ]
  })
  return sheet(width, height, background, random, [
    text(
      `${random.whole(10, 23)}:${random.whole(10, 59)}`,
      width * 0.08,
      height * 0.06,
      width * 0.06,
      `fill="${ink}" font-weight="bold"`,
    ),
    text(`${random.whole(11, 99)}%`, width * 0.92, height * 0.06, width * 0.05, `fill="${ink}" text-anchor="end"`),
    ...cards.flat(),
  ])
}

function centred(content: string, width: number, y: number, size: number, style: string): string {
  return text(content, width / 2, y, size, `text-anchor="middle" ${style}`)
}

function sheet(
  width: number,
  height: number,
  background: string,
  random: Random,
  parts: readonly string[],
): Promise<Raster> {
  return rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${Math.round(height)}" font-family="${random.pick(FONTS)}" fill="#1c1a17"><rect width="100%" height="100%" fill="${background}"/>${parts.join('')}</svg>`,
  )
}

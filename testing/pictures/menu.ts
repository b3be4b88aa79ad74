/** A printed list lying on a table: title, sections, and for each beer name, brewery, style, ABV and price. */
import { FONTS, type PicturedBeer, text } from './label.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph, project, rasterOf } from './raster.ts'
import { drawRoom, place, type Size, tilted } from './scene.ts'

export interface MenuPicture {
  beers: readonly PicturedBeer[]
  seed: number
  title?: string
  size?: Size
}

/** A photo-like JPEG of a beer menu in the order given. */
export function renderMenu({ beers, seed, title = 'Beers of the House', size }: MenuPicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const half = Math.ceil(beers.length / 2)
  return renderSheet({
    title,
    sections: [
      { heading: 'On Draught', rows: beers.slice(0, half).map((beer) => rowOf(beer, random)) },
      { heading: 'Bottles & Cans', rows: beers.slice(half).map((beer) => rowOf(beer, random)) },
    ].filter((section) => section.rows.length > 0),
    random,
    ...(size && { size }),
  })
}

export interface SheetRow {
  name: string
  detail: string
  price: string
}

interface Sheet {
  title: string
  sections: { heading: string; rows: SheetRow[] }[]
  random: Random
  size?: Size
}

/** Any printed list; what makes it a beer menu is what stands in its rows. */
export async function renderSheet({ title, sections, random, size = { width: 1440, height: 1920 } }: Sheet) {
  const paper = { width: size.width * 0.9, height: size.height * 0.94 }
  const rows = sections.reduce((sum, section) => sum + section.rows.length + 1.2, 2.4)
  const pitch = Math.min(paper.height / (rows + 1), paper.height * 0.075)
  const nameSize = Math.min(pitch * 0.42, paper.width * 0.034)
  const dotted = random.chance(0.5)
  const left = paper.width * 0.08
  const right = paper.width * 0.92
  const parts = [text(title, paper.width / 2, pitch * 1.4, nameSize * 1.9, 'font-weight="bold" text-anchor="middle"')]
  let y = pitch * 2.4
  for (const section of sections) {
    y += pitch * 0.9
    parts.push(text(section.heading, left, y, nameSize * 1.35, 'font-weight="bold" fill="#7a2418"'))
    for (const row of section.rows) {
      y += pitch
      const leader = dotted ? ' .'.repeat(Math.max(3, Math.floor(34 - row.name.length * 1.1))) : ''
      parts.push(text(row.name + leader, left, y, nameSize, 'font-weight="bold"'))
      parts.push(text(row.price, right, y, nameSize, 'text-anchor="end"'))
      parts.push(text(row.detail, left, y + nameSize * 0.98, nameSize * 0.78, 'fill="#3d3a35"'))
    }
    y += pitch * 0.3
  }
  const sheet = await rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(paper.width)}" height="${Math.round(paper.height)}" font-family="${random.pick(FONTS)}" fill="#1c1a17"><rect width="100%" height="100%" fill="${random.pick(['#f7f3e8', '#efe4cb', '#fdfdfb'])}"/>${parts.join('')}</svg>`,
  )
  const scene = await drawRoom(size, random)
  const seen = project(sheet, tilted(sheet, 0.025, random), sheet.width, sheet.height)
  place(scene, seen, (size.width - sheet.width) / 2, (size.height - sheet.height) / 2)
  return await photograph(scene, random, { blur: random.between(0.3, 0.6), noise: random.between(2, 5) })
}

function rowOf({ name, brewery, style, abv }: PicturedBeer, random: Random): SheetRow {
  const strength = abv === null ? null : `${abv.toFixed(1)}%`
  return {
    name,
    detail: [brewery, style, strength].filter((part) => part !== null).join(' - '),
    price: `${random.whole(3, 9)}.${random.pick(['00', '20', '50', '80', '95'])}`,
  }
}

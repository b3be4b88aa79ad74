/** Lists of beers before the camera: on paper or on a board, in one column or two, details below or on the line. */
import { FONTS, type PicturedBeer, text } from './label.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph, project, rasterOf } from './raster.ts'
import { drawRoom, place, type Size, tilted } from './scene.ts'

/**
 * `printed`: paper, details below each name. `leaders`: paper, all on one line with dots up to the price. `chalk`: a dark
 * board written by hand. `columns`: paper, two columns side by side. `table`: paper, strength and price in columns of their own.
 */
export const MENU_LOOKS = ['printed', 'leaders', 'chalk', 'columns', 'table'] as const
export type MenuLook = (typeof MENU_LOOKS)[number]

export interface MenuPicture {
  beers: readonly PicturedBeer[]
  seed: number
  title?: string
  size?: Size
  /** `printed` unless told. */
  look?: MenuLook
}

/** A photo-like JPEG of a beer menu in the order given. */
export function renderMenu({ beers, seed, title = 'Beers of the House', size, look }: MenuPicture): Promise<Buffer> {
  const random = randomFrom(seed)
  const rows = rowsOf(beers, random)
  const half = Math.ceil(beers.length / 2)
  return renderSheet({
    title,
    sections: [
      { heading: 'On Draught', rows: rows.slice(0, half) },
      { heading: 'Bottles & Cans', rows: rows.slice(half) },
    ].filter((section) => section.rows.length > 0),
    random,
    ...(size && { size }),
    ...(look && { look }),
  })
}

/** What `renderMenu` prints of each beer: the price as it stands there. */
export function menuLines({
  beers,
  seed,
}: Pick<MenuPicture, 'beers' | 'seed'>): { beer: PicturedBeer; price: string }[] {
  const rows = rowsOf(beers, randomFrom(seed))
  return beers.map((beer, index) => ({ beer, price: rows[index]?.price ?? '' }))
}

export interface SheetRow {
  name: string
  detail: string
  price: string
  /** As printed, where it has a column of its own. */
  strength?: string | null
}

interface Sheet {
  title: string
  sections: { heading: string; rows: SheetRow[] }[]
  random: Random
  size?: Size
  look?: MenuLook
}

/** Any list; what makes it a beer menu is what stands in its rows. */
export async function renderSheet({
  title,
  sections,
  random,
  size = { width: 1440, height: 1920 },
  look = 'printed',
}: Sheet) {
  const paper = { width: size.width * 0.9, height: size.height * 0.94 }
  const columns = look === 'columns' ? sections : [sections.flat()]
  const rowsIn = (some: Sheet['sections']) => some.reduce((sum, section) => sum + section.rows.length + 1.2, 2.4)
  const rows = look === 'columns' ? Math.max(...sections.map((section) => rowsIn([section]))) : rowsIn(sections)
  const pitch = Math.min(paper.height / (rows + 1), paper.height * 0.075)
  const width = paper.width / columns.length
  const nameSize = Math.min(pitch * 0.42, (look === 'columns' ? 1.15 : 1) * width * 0.034)
  const dotted = look === 'printed' ? random.chance(0.5) : look === 'leaders'
  const { ink, accent, faint } = look === 'chalk' ? BOARD : PAPER
  const parts = [text(title, paper.width / 2, pitch * 1.4, nameSize * 1.9, 'font-weight="bold" text-anchor="middle"')]
  for (const [column, content] of columns.entries()) {
    const left = width * (column + 0.08)
    const right = width * (column + 0.92)
    let y = pitch * 2.4
    for (const section of Array.isArray(content) ? content : [content]) {
      y += pitch * 0.9
      parts.push(text(section.heading, left, y, nameSize * 1.35, `font-weight="bold" fill="${accent}"`))
      for (const row of section.rows) {
        y += pitch
        parts.push(...LINES[look](row, { left, right, y, size: nameSize, faint, dotted }))
      }
      y += pitch * 0.3
    }
  }
  const font = random.pick(look === 'chalk' ? HANDS : FONTS)
  const ground = random.pick(look === 'chalk' ? BOARDS : PAPERS)
  const sheet = await rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(paper.width)}" height="${Math.round(paper.height)}" font-family="${font}" fill="${ink}">${look === 'chalk' ? chalk(random) : ''}<rect width="100%" height="100%" fill="${ground}"/><g${look === 'chalk' ? ' filter="url(#chalk)"' : ''}>${parts.join('')}</g></svg>`,
  )
  const scene = await drawRoom(size, random)
  const seen = project(sheet, tilted(sheet, 0.025, random), sheet.width, sheet.height)
  place(scene, seen, (size.width - sheet.width) / 2, (size.height - sheet.height) / 2)
  return await photograph(scene, random, { blur: random.between(0.3, 0.6), noise: random.between(2, 5) })
}

const BOARDS = ['#22272a', '#1c2a24', '#2b2522'] as const
const PAPERS = ['#f7f3e8', '#efe4cb', '#fdfdfb'] as const
const PAPER = { ink: '#1c1a17', accent: '#7a2418', faint: '#3d3a35' }
const BOARD = { ink: '#eeece4', accent: '#f2d27a', faint: '#cfd6d2' }
/** Slanted and narrow, as far as the fonts of every machine go. */
const HANDS = [
  'Liberation Sans Narrow, DejaVu Sans Condensed, sans-serif" font-style="italic',
  'DejaVu Serif, Liberation Serif, serif" font-style="italic',
] as const

/** Chalk breaks up at its edges. */
function chalk(random: Random): string {
  return `<filter id="chalk" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.35" numOctaves="2" seed="${random.whole(1, 999)}"/><feDisplacementMap in="SourceGraphic" scale="4" xChannelSelector="R" yChannelSelector="G"/></filter>`
}

interface LineAt {
  left: number
  right: number
  y: number
  size: number
  faint: string
  dotted: boolean
}

type DrawRow = (row: SheetRow, at: LineAt) => string[]

const below: DrawRow = ({ name, detail, price }, { left, right, y, size, faint, dotted }) => {
  const leader = dotted ? ' .'.repeat(Math.max(3, Math.floor(34 - name.length * 1.1))) : ''
  return [
    text(name + leader, left, y, size, 'font-weight="bold"'),
    text(price, right, y, size, 'text-anchor="end"'),
    text(detail, left, y + size * 0.98, size * 0.78, `fill="${faint}"`),
  ]
}

const onTheLine: DrawRow = ({ name, price, strength }, { left, right, y, size }) => {
  const told = strength ? `${name} ${strength}` : name
  // A dot with its gap is about half as wide as a letter.
  const dots = Math.max(3, Math.floor(((right - left) / size - told.length * 0.56 - 3) / 0.52))
  return [text(`${told} ${' .'.repeat(dots)}`, left, y, size, ''), text(price, right, y, size, 'text-anchor="end"')]
}

const inTable: DrawRow = ({ name, detail, price, strength }, { left, right, y, size, faint }) => [
  text(name, left, y, size, 'font-weight="bold"'),
  text(detail, left, y + size * 0.98, size * 0.74, `fill="${faint}"`),
  text(strength ?? '', left + (right - left) * 0.8, y, size, 'text-anchor="end"'),
  text(price, right, y, size, 'text-anchor="end"'),
]

const LINES: Record<MenuLook, DrawRow> = {
  printed: below,
  leaders: onTheLine,
  chalk: below,
  columns: below,
  table: (row, at) => inTable({ ...row, detail: withoutStrength(row) }, at),
}

function withoutStrength({ detail, strength }: SheetRow): string {
  return strength ? detail.replace(` - ${strength}`, '') : detail
}

function rowsOf(beers: readonly PicturedBeer[], random: Random): (SheetRow & { price: string })[] {
  return beers.map(({ name, brewery, style, abv }) => {
    // In full: 10.25 is not 10.3.
    const strength = abv === null ? null : `${Number.isInteger(abv * 10) ? abv.toFixed(1) : abv}%`
    return {
      name,
      strength,
      detail: [brewery, style, strength].filter((part) => part !== null).join(' - '),
      price: `${random.whole(3, 9)}.${random.pick(['00', '20', '50', '80', '95'])}`,
    }
  })
}

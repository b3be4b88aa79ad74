/** Photographed beer menus: on paper or a chalkboard, in one or two columns, with details below each name or on its line. */
import { FONTS, type PicturedBeer, text } from './label.ts'
import { type Random, randomFrom } from './random.ts'
import { photograph, project, rasterOf } from './raster.ts'
import { drawRoom, place, type Size, tiltedQuad } from './scene.ts'

/**
 * `printed`: paper, details below each name. `leaders`: paper, one line per beer with dot leaders to the price. `chalk`:
 * a handwritten chalkboard. `columns`: paper, two columns of beers. `table`: paper, separate columns for ABV and price.
 */
export const MENU_LAYOUTS = ['printed', 'leaders', 'chalk', 'columns', 'table'] as const
export type MenuLayout = (typeof MENU_LAYOUTS)[number]

export interface MenuPicture {
  beers: readonly PicturedBeer[]
  seed: number
  title?: string
  size?: Size
  /** Default: `printed`. */
  layout?: MenuLayout
}

/** Renders a photo-like JPEG of a menu with the beers in the given order. */
export function renderMenu({ beers, seed, title = 'Beers of the House', size, layout }: MenuPicture): Promise<Buffer> {
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
    ...(layout && { layout }),
  })
}

/** Returns each beer with the price that `renderMenu` prints for it. */
export function menuLines({
  beers,
  seed,
}: Pick<MenuPicture, 'beers' | 'seed'>): { beer: PicturedBeer; price: string }[] {
  const rows = rowsOf(beers, randomFrom(seed))
  return beers.map((beer, index) => ({ beer, price: rows[index]?.price ?? '' }))
}

interface SheetRow {
  name: string
  detail: string
  price: string
  /** The printed ABV, for layouts that show it outside `detail`. */
  abvText?: string | null
}

interface Sheet {
  title: string
  sections: { heading: string; rows: SheetRow[] }[]
  random: Random
  size?: Size
  layout?: MenuLayout
}

/** Renders any list, of beers or otherwise. */
export async function renderSheet({
  title,
  sections,
  random,
  size = { width: 1440, height: 1920 },
  layout = 'printed',
}: Sheet) {
  const paper = { width: size.width * 0.9, height: size.height * 0.94 }
  const columns = layout === 'columns' ? sections : [sections.flat()]
  const rowsIn = (some: Sheet['sections']) => some.reduce((sum, section) => sum + section.rows.length + 1.2, 2.4)
  const rows = layout === 'columns' ? Math.max(...sections.map((section) => rowsIn([section]))) : rowsIn(sections)
  const rowHeight = Math.min(paper.height / (rows + 1), paper.height * 0.075)
  const width = paper.width / columns.length
  const nameSize = Math.min(rowHeight * 0.42, (layout === 'columns' ? 1.15 : 1) * width * 0.034)
  const dotted = layout === 'printed' ? random.chance(0.5) : layout === 'leaders'
  const { ink, accent, faint } = layout === 'chalk' ? BOARD_COLOURS : PAPER_COLOURS
  const parts = [
    text(title, paper.width / 2, rowHeight * 1.4, nameSize * 1.9, 'font-weight="bold" text-anchor="middle"'),
  ]
  for (const [column, content] of columns.entries()) {
    const left = width * (column + 0.08)
    const right = width * (column + 0.92)
    let y = rowHeight * 2.4
    for (const section of Array.isArray(content) ? content : [content]) {
      y += rowHeight * 0.9
      parts.push(text(section.heading, left, y, nameSize * 1.35, `font-weight="bold" fill="${accent}"`))
      for (const row of section.rows) {
        y += rowHeight
        parts.push(...DRAW_ROW[layout](row, { left, right, y, size: nameSize, faint, dotted }))
      }
      y += rowHeight * 0.3
    }
  }
  const font = random.pick(layout === 'chalk' ? HANDWRITING_FONTS : FONTS)
  const background = random.pick(layout === 'chalk' ? BOARDS : PAPERS)
  const sheet = await rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(paper.width)}" height="${Math.round(paper.height)}" font-family="${font}" fill="${ink}">${layout === 'chalk' ? chalkFilter(random) : ''}<rect width="100%" height="100%" fill="${background}"/><g${layout === 'chalk' ? ' filter="url(#chalk)"' : ''}>${parts.join('')}</g></svg>`,
  )
  const scene = await drawRoom(size, random)
  const projected = project(sheet, tiltedQuad(sheet, 0.025, random), sheet.width, sheet.height)
  place(scene, projected, (size.width - sheet.width) / 2, (size.height - sheet.height) / 2)
  return await photograph(scene, random, { blur: random.between(0.3, 0.6), noise: random.between(2, 5) })
}

const BOARDS = ['#22272a', '#1c2a24', '#2b2522'] as const
const PAPERS = ['#f7f3e8', '#efe4cb', '#fdfdfb'] as const
const PAPER_COLOURS = { ink: '#1c1a17', accent: '#7a2418', faint: '#3d3a35' }
const BOARD_COLOURS = { ink: '#eeece4', accent: '#f2d27a', faint: '#cfd6d2' }
/** Italic and narrow, the closest to handwriting among fonts installed everywhere. */
const HANDWRITING_FONTS = [
  'Liberation Sans Narrow, DejaVu Sans Condensed, sans-serif" font-style="italic',
  'DejaVu Serif, Liberation Serif, serif" font-style="italic',
] as const

/** An SVG filter that roughens the edges of the text. */
function chalkFilter(random: Random): string {
  return `<filter id="chalk" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.35" numOctaves="2" seed="${random.whole(1, 999)}"/><feDisplacementMap in="SourceGraphic" scale="4" xChannelSelector="R" yChannelSelector="G"/></filter>`
}

interface RowLayout {
  left: number
  right: number
  y: number
  size: number
  faint: string
  dotted: boolean
}

type DrawRow = (row: SheetRow, layout: RowLayout) => string[]

const detailBelow: DrawRow = ({ name, detail, price }, { left, right, y, size, faint, dotted }) => {
  const leader = dotted ? ' .'.repeat(Math.max(3, Math.floor(34 - name.length * 1.1))) : ''
  return [
    text(name + leader, left, y, size, 'font-weight="bold"'),
    text(price, right, y, size, 'text-anchor="end"'),
    text(detail, left, y + size * 0.98, size * 0.78, `fill="${faint}"`),
  ]
}

const onOneLine: DrawRow = ({ name, price, abvText }, { left, right, y, size }) => {
  const label = abvText ? `${name} ${abvText}` : name
  // A dot with its space is 0.52 em wide, a letter 0.56 em on average.
  const dots = Math.max(3, Math.floor(((right - left) / size - label.length * 0.56 - 3) / 0.52))
  return [text(`${label} ${' .'.repeat(dots)}`, left, y, size, ''), text(price, right, y, size, 'text-anchor="end"')]
}

const tableRow: DrawRow = ({ name, detail, price, abvText }, { left, right, y, size, faint }) => [
  text(name, left, y, size, 'font-weight="bold"'),
  text(detail, left, y + size * 0.98, size * 0.74, `fill="${faint}"`),
  text(abvText ?? '', left + (right - left) * 0.8, y, size, 'text-anchor="end"'),
  text(price, right, y, size, 'text-anchor="end"'),
]

const DRAW_ROW: Record<MenuLayout, DrawRow> = {
  printed: detailBelow,
  leaders: onOneLine,
  chalk: detailBelow,
  columns: detailBelow,
  table: (row, layout) => tableRow({ ...row, detail: withoutAbv(row) }, layout),
}

function withoutAbv({ detail, abvText }: SheetRow): string {
  return abvText ? detail.replace(` - ${abvText}`, '') : detail
}

function rowsOf(beers: readonly PicturedBeer[], random: Random): (SheetRow & { price: string })[] {
  return beers.map(({ name, brewery, style, abv }) => {
    // Unrounded: 10.25 must not become 10.3.
    const abvText = abv === null ? null : `${Number.isInteger(abv * 10) ? abv.toFixed(1) : abv}%`
    return {
      name,
      abvText,
      detail: [brewery, style, abvText].filter((part) => part !== null).join(' - '),
      price: `${random.whole(3, 9)}.${random.pick(['00', '20', '50', '80', '95'])}`,
    }
  })
}

/**
 * Builds the contact sheets from the screenshots: one per theme in `docs/screens/`, and four screens side by side for the
 * README. A missing screenshot is an error.
 */
import { mkdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'
import { titleOf, type View } from './stage.ts'
import { THEMES, type Theme, tileOf } from './tiles.ts'
import { VIEWS } from './views/index.ts'

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
const COLUMNS = 12
const TILE = { width: 292, height: 632 }
const GAP_PX = 18
const LABEL_PX = 40
const CORNER_PX = 28
/** The size limit of a contact sheet. */
const MAX_BYTES = 2_000_000

const INK: Record<Theme, { ground: string; screen: string; state: string; edge: string }> = {
  dark: { ground: '#050302', screen: '#fdf4e3', state: '#ffb238', edge: '#ffffff2b' },
  light: { ground: '#d9c8a8', screen: '#2a1a0d', state: '#7a3d00', edge: '#4a2c1040' },
}

const FRONT_PAGE = ['Landing · visitor', 'Scan home · live', 'Results · listed', 'Menu · Scanned Menu']

for (const theme of THEMES) await sheet(theme)
await frontPage()

async function sheet(theme: Theme): Promise<void> {
  const { ground } = INK[theme]
  const rows = Math.ceil(VIEWS.length / COLUMNS)
  const width = COLUMNS * (TILE.width + GAP_PX) + GAP_PX
  const height = rows * (TILE.height + LABEL_PX + GAP_PX) + GAP_PX
  const layers: OverlayOptions[] = []
  for (const [index, view] of VIEWS.entries()) {
    const left = GAP_PX + (index % COLUMNS) * (TILE.width + GAP_PX)
    const top = GAP_PX + Math.floor(index / COLUMNS) * (TILE.height + LABEL_PX + GAP_PX)
    layers.push({ input: label(view, theme), left, top })
    layers.push({
      input: await rounded(tileOf(theme, view), TILE.width, TILE.height, CORNER_PX),
      left,
      top: top + LABEL_PX,
    })
    layers.push({ input: edge(theme), left, top: top + LABEL_PX })
  }
  await mkdir(`${DOCS}/screens`, { recursive: true })
  const file = `${DOCS}/screens/${theme}.webp`
  await sharp({ create: { width, height, channels: 3, background: ground } })
    .composite(layers)
    .webp({ quality: 56, effort: 5, smartSubsample: true })
    .toFile(file)
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_BYTES}`)
  console.log(`  ${file}: ${VIEWS.length} screens, ${width}x${height}, ${Math.round(size / 1_000)} kB`)
}

/** The four screens at the top of the README. */
async function frontPage(): Promise<void> {
  const tile = { width: 390, height: 844 }
  const layers = await Promise.all(
    FRONT_PAGE.map(async (title, index) => {
      const view = VIEWS.find((one) => titleOf(one) === title)
      if (!view) throw new Error(`no view named ${title}`)
      const left = GAP_PX * 2 + index * (tile.width + GAP_PX * 2)
      return { input: await rounded(tileOf('dark', view), tile.width, tile.height, 44), left, top: GAP_PX * 2 }
    }),
  )
  const width = layers.length * (tile.width + GAP_PX * 2) + GAP_PX * 2
  const height = tile.height + GAP_PX * 4
  await mkdir(`${DOCS}/pictures`, { recursive: true })
  await sharp({ create: { width, height, channels: 3, background: '#0a0705' } })
    .composite(layers)
    .webp({ quality: 86, effort: 5, smartSubsample: true })
    .toFile(`${DOCS}/pictures/app.webp`)
}

async function rounded(file: string, width: number, height: number, corner: number): Promise<Buffer> {
  const mask = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${corner}"/></svg>`,
  )
  return sharp(file)
    .resize(width, height)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer()
}

function edge(theme: Theme): Buffer {
  const { width, height } = TILE
  return Buffer.from(
    `<svg width="${width}" height="${height}"><rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${CORNER_PX}" fill="none" stroke="${INK[theme].edge}"/></svg>`,
  )
}

function label({ screen, state }: View, theme: Theme): Buffer {
  const ink = INK[theme]
  return Buffer.from(
    `<svg width="${TILE.width}" height="${LABEL_PX}" font-family="sans-serif"><text x="6" y="15" font-size="15" font-weight="bold" fill="${ink.screen}">${screen}</text><text x="6" y="32" font-size="14" fill="${ink.state}">${escaped(state)}</text></svg>`,
  )
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}

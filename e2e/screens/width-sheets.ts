/** Lays the screenshots at each width out on numbered sheets, few enough on one to be read. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import sharp, { type OverlayOptions } from 'sharp'
import { titleOf, type View } from './stage.ts'
import { heightOf, THEMES, type Theme, WIDTHS, widths, widthTileOf } from './tiles.ts'
import { VIEWS } from './views/index.ts'

const GAP_PX = 16
const LABEL_PX = 28

for (const width of widths()) {
  for (const theme of THEMES) {
    const drawn = VIEWS.filter((view) => existsSync(widthTileOf(width, theme, view)))
    const { columns, rows } = gridOf(width)
    for (let start = 0; start < drawn.length; start += columns * rows) {
      const number = String(start / (columns * rows) + 1).padStart(2, '0')
      const file = `${WIDTHS}/${width}-${theme}-${number}.png`
      await sheet(drawn.slice(start, start + columns * rows), { width, theme, columns, file })
    }
  }
}

function gridOf(width: number): { columns: number; rows: number } {
  if (width < 600) return { columns: 4, rows: 2 }
  return width < 1_000 ? { columns: 3, rows: 2 } : { columns: 2, rows: 2 }
}

interface SheetOptions {
  width: number
  theme: Theme
  columns: number
  file: string
}

async function sheet(views: readonly View[], { width, theme, columns, file }: SheetOptions): Promise<void> {
  const height = heightOf(width)
  const layers = views.flatMap((view, index): OverlayOptions[] => {
    const left = GAP_PX + (index % columns) * (width + GAP_PX)
    const top = GAP_PX + Math.floor(index / columns) * (height + LABEL_PX + GAP_PX)
    return [
      { input: label(view, width), left, top },
      { input: widthTileOf(width, theme, view), left, top: top + LABEL_PX },
    ]
  })
  await mkdir(WIDTHS, { recursive: true })
  await sharp({
    create: {
      width: columns * (width + GAP_PX) + GAP_PX,
      height: Math.ceil(views.length / columns) * (height + LABEL_PX + GAP_PX) + GAP_PX,
      channels: 3,
      background: '#5b6470',
    },
  })
    .composite(layers)
    .png({ compressionLevel: 3 })
    .toFile(file)
  console.log(`  ${file}`)
}

function label(view: View, width: number): Buffer {
  const text = titleOf(view).replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return Buffer.from(
    `<svg width="${width}" height="${LABEL_PX}"><text x="2" y="20" font-family="sans-serif" font-size="18" fill="#fff">${text}</text></svg>`,
  )
}

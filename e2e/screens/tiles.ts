/** The files of the screenshots, from which sheets are made. */
import { fileURLToPath } from 'node:url'
import { titleOf, type View } from './stage.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

const SCREENS = fileURLToPath(new URL('../../.cache/screens', import.meta.url))

/** The screenshot of a view for the contact sheets. */
export function tileOf(theme: Theme, view: View): string {
  return `${SCREENS}/tiles/${theme}/${slugOf(view)}.png`
}

/** The widths that `npm run screens -- --widths` asks for. */
export function widths(): number[] {
  const { SCREEN_WIDTHS } = process.env
  return SCREEN_WIDTHS ? SCREEN_WIDTHS.split(',').map(Number) : []
}

/** Where screenshots at chosen widths and their sheets are. */
export const WIDTHS = `${SCREENS}/widths`

/** The screenshot of a view at a width. */
export function widthTileOf(width: number, theme: Theme, view: View): string {
  return `${WIDTHS}/${width}/${theme}/${slugOf(view)}.png`
}

/** The height of a usual window of this width: a small phone, a phone, a tablet held upright, a desk. */
export function heightOf(width: number): number {
  if (width < 360) return 640
  if (width < 600) return 844
  return width < 1_000 ? 1_024 : 800
}

function slugOf(view: View): string {
  return titleOf(view)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
}

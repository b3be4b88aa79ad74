/** The files of the screenshots, from which contact sheets are made. */
import { fileURLToPath } from 'node:url'
import { titleOf, type View } from './stage.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

export const TILES = fileURLToPath(new URL('../../.cache/screens/tiles', import.meta.url))

/** The screenshot file of a view. */
export function tileOf(theme: Theme, view: View): string {
  const name = titleOf(view)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${TILES}/${theme}/${name}.png`
}

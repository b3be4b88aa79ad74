/** Where the drawn screens lie until they are put together. */
import { fileURLToPath } from 'node:url'
import { titleOf, type View } from './stage.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

export const TILES = fileURLToPath(new URL('../../.cache/screens/tiles', import.meta.url))

/** The file of a view's picture. */
export function tileOf(theme: Theme, view: View): string {
  const name = titleOf(view)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${TILES}/${theme}/${name}.png`
}

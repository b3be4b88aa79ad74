/**
 * Web fonts for server-rendered pages: the files of the built app, usually cached since the landing page. `font-display:
 * optional` uses them only if they load at once, so that text never shifts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD_FOLDER } from '../build-folder.ts'

const FAMILIES = ['Fraunces', 'Figtree']

const FAMILY = new RegExp(`font-family:\\s*["']?(?:${FAMILIES.join('|')})\\b`)

export interface PageFonts {
  /** `link` elements that preload the files. */
  links: string
  /** `@font-face` rules. */
  faces: string
}

/** Without a build, as in development, pages use system fonts. */
export const PAGE_FONTS: PageFonts = BUILD_FOLDER ? fontsOf(join(BUILD_FOLDER, 'web')) : { links: '', faces: '' }

/** The fonts of the app built into this folder. @throws Error if the build does not preload them */
export function fontsOf(folder: string): PageFonts {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const sheet = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(html)?.[1]
  const css = sheet === undefined ? '' : readFileSync(join(folder, sheet), 'utf8')
  const faces = (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).filter((face) => FAMILY.test(face))
  // The app preloads the Latin subsets of three families; these pages use two of them.
  const links = (html.match(/<link rel="preload" as="font"[^>]*>/g) ?? []).filter((link) =>
    faces.some((face) => face.includes(/href="([^"]+)"/.exec(link)?.[1] ?? link)),
  )
  if (links.length !== FAMILIES.length) throw new Error(`the app in ${folder} does not preload its fonts`)
  return {
    links: links.join('\n'),
    faces: faces.join('\n').replaceAll(/font-display:\s*swap/g, 'font-display: optional'),
  }
}

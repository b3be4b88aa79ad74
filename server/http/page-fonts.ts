/**
 * The product's letters for the pages that the server draws itself: the very files of the built app, which the visitor's
 * browser has from the landing page. They are shown when they are there at once, and not at all on this page otherwise:
 * text that stands never jumps.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT } from '../product-files.ts'

const FAMILIES = ['Fraunces', 'Figtree']

export interface PageFonts {
  /** `link` elements that fetch the files with the page. */
  links: string
  /** `@font-face` rules. */
  faces: string
}

/** In the sources nothing is built, and pages are drawn in the letters of the system. */
export const PAGE_FONTS: PageFonts = BUILT ? fontsOf(join(BUILT, 'web')) : { links: '', faces: '' }

/** Those of the app that was built into the folder. @throws Error when the build names none */
export function fontsOf(folder: string): PageFonts {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const sheet = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(html)?.[1]
  const css = sheet === undefined ? '' : readFileSync(join(folder, sheet), 'utf8')
  const faces = (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).filter((face) =>
    FAMILIES.some((family) => new RegExp(`font-family:\\s*["']?${family}\\b`).test(face)),
  )
  // What the app fetches early is for Latin letters; of its three families these pages use two.
  const links = (html.match(/<link rel="preload" as="font"[^>]*>/g) ?? []).filter((link) =>
    faces.some((face) => face.includes(/href="([^"]+)"/.exec(link)?.[1] ?? link)),
  )
  if (links.length !== FAMILIES.length)
    throw new Error(`the app in ${folder} does not name the fonts of its first screen`)
  return {
    links: links.join('\n'),
    faces: faces.join('\n').replaceAll(/font-display:\s*swap/g, 'font-display: optional'),
  }
}

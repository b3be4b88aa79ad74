import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fontsOf } from './page-fonts.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-fonts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const face = (family: string, file: string) =>
  `@font-face{font-family:${family};font-style:normal;font-display:swap;src:url(/assets/${file}.woff2)format("woff2")}`
const preload = (file: string) =>
  `<link rel="preload" as="font" type="font/woff2" href="/assets/${file}.woff2" crossorigin>`

function build(...links: string[]): void {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  const css = [
    face('Fraunces', 'fr-1'),
    face('Fraunces', 'fr-ext-2'),
    face('Figtree', 'fi-3'),
    face('Spline Sans Mono', 'sp-4'),
  ]
  writeFileSync(join(folder, 'assets/index.css'), `@layer base{b{c:d}}${css.join('')}.x{y:z}`)
  const sheet = '<link rel="stylesheet" crossorigin href="/assets/index.css">'
  writeFileSync(join(folder, 'index.html'), `<head>${sheet}${links.join('')}</head>`)
}

describe('the fonts of server-rendered pages', () => {
  it('are preloaded files of the built app, and never delay or shift text', () => {
    build(preload('fr-1'), preload('fi-3'), preload('sp-4'))
    const { links, faces } = fontsOf(folder)
    expect(links.match(/\/assets\/[\w-]+/g)).toEqual(['/assets/fr-1', '/assets/fi-3'])
    expect(faces.match(/\/assets\/[\w-]+/g)).toEqual(['/assets/fr-1', '/assets/fr-ext-2', '/assets/fi-3'])
    expect(faces.match(/font-display: optional/g)).toHaveLength(3)
    expect(faces).not.toContain('swap')
  })

  it('are required in the build', () => {
    build(preload('fr-1'))
    expect(() => fontsOf(folder)).toThrow('does not preload its fonts')
  })
})

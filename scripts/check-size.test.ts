import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { excesses, FONTS_MAX_BYTES, firstScreen, SCRIPTS_MAX_BYTES, sum } from './check-size.mjs'

const PAGE = `
  <script type="module" crossorigin src="/assets/index.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/near.js">
  <link rel="stylesheet" crossorigin href="/assets/index.css">
  <link rel="preload" as="font" href="/assets/one.woff2" crossorigin>`
const FILES: Record<string, string | Buffer> = {
  '/index.html': PAGE,
  '/assets/index.js': 'import{a}from"./near.js";import("./late.js");const t="import \'./text.js\'"',
  '/assets/near.js': 'import"./far.js";export const a=1',
  '/assets/far.js': 'export*from"./near.js"',
  '/assets/late.js': 'export const late=1',
  '/assets/one.woff2': Buffer.alloc(5_000),
}
const load = (given: Record<string, string | Buffer> = {}) =>
  firstScreen((file) => {
    const content = { ...FILES, ...given }[file]
    return content === undefined ? undefined : Buffer.from(content)
  })
/** Cannot be compressed. */
const noise = (bytes: number) => `export const n=${JSON.stringify(randomBytes(bytes).toString('latin1'))}`

describe('what the first screen loads', () => {
  it('is what the page names and all that this imports at once, and nothing that is imported later', () => {
    expect(load().scripts.map(({ file }) => file)).toEqual(['/assets/index.js', '/assets/near.js', '/assets/far.js'])
    expect(load().fonts).toEqual([{ file: '/assets/one.woff2', bytes: 5_000 }])
    expect(excesses(load())).toEqual([])
  })

  it('is too much when a script far down the line makes it so', () => {
    const loaded = load({ '/assets/far.js': noise(SCRIPTS_MAX_BYTES) })
    expect(sum(loaded.scripts)).toBeGreaterThan(SCRIPTS_MAX_BYTES)
    expect(excesses(loaded)).toEqual([expect.stringContaining('initial JavaScript')])
  })

  it('is too much when the fonts are', () => {
    expect(excesses(load({ '/assets/one.woff2': Buffer.alloc(FONTS_MAX_BYTES) }))).toEqual([])
    expect(excesses(load({ '/assets/one.woff2': Buffer.alloc(FONTS_MAX_BYTES + 1) }))).toHaveLength(1)
  })

  it('is never nothing: a page without scripts or fonts is not understood', () => {
    expect(excesses(load({ '/index.html': '<p>' }))).toHaveLength(2)
  })

  it('names what the build lacks', () => {
    expect(() => load({ '/assets/near.js': 'import"./gone.js"' })).toThrow('/assets/gone.js')
  })
})

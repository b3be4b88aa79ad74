import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { budgetProblems, firstScreen, MAX_FONT_BYTES, MAX_INITIAL_BYTES, MAX_SCRIPT_BYTES, sum } from './check-size.mjs'

const PAGE = `
  <script type="module" crossorigin src="/assets/index.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/near.js">
  <link rel="stylesheet" crossorigin href="/assets/index.css">
  <link rel="preload" as="font" href="/assets/one.woff2" crossorigin>`
const FILES: Record<string, string | Buffer> = {
  '/index.html': PAGE,
  '/assets/index.js':
    'import{a}from"./near.js";import("./late.js");import("./landing-screen-1.js");import("./signed-in-1.js");const t="import \'./text.js\'"',
  '/assets/near.js': 'import"./far.js";export const a=1',
  '/assets/far.js': 'export*from"./near.js"',
  '/assets/signed-in-1.js': 'import"./near.js";import"./camera.js";import("./late.js")',
  '/assets/landing-screen-1.js': 'import"./near.js"',
  '/assets/camera.js': 'export const camera=1',
  '/assets/late.js': 'export const late=1',
  '/assets/one.woff2': Buffer.alloc(5_000),
}
const FIRST = ['/assets/index.js', '/assets/near.js', '/assets/far.js']
const load = (changes: Record<string, string | Buffer> = {}) =>
  firstScreen((file) => {
    const content = { ...FILES, ...changes }[file]
    return content === undefined ? undefined : Buffer.from(content)
  })
/** Incompressible source code. */
const noise = (bytes: number) => `export const n=${JSON.stringify(randomBytes(bytes).toString('latin1'))}`

describe('the size of the first screen', () => {
  it('includes the scripts of the page and their static imports, but no dynamic imports', () => {
    expect(load().initial.map(({ file }) => file)).toEqual([...FIRST, '/assets/landing-screen-1.js'])
    expect(load().fonts).toEqual([{ file: '/assets/one.woff2', bytes: 5_000 }])
    expect(budgetProblems(load())).toEqual([])
  })

  it('includes the signed-in app for those who have signed in before', () => {
    expect(load().scripts.map(({ file }) => file)).toEqual([...FIRST, '/assets/signed-in-1.js', '/assets/camera.js'])
  })

  it('exceeds the budget if a transitive import is too large', () => {
    const loaded = load({ '/assets/far.js': noise(MAX_INITIAL_BYTES) })
    expect(sum(loaded.initial)).toBeGreaterThan(MAX_INITIAL_BYTES)
    expect(budgetProblems(loaded)[0]).toContain('landing page')
    expect(budgetProblems(load({ '/assets/camera.js': noise(MAX_SCRIPT_BYTES) }))).toEqual([
      expect.stringContaining('scan home'),
    ])
  })

  it('exceeds the budget if the fonts are too large', () => {
    expect(budgetProblems(load({ '/assets/one.woff2': Buffer.alloc(MAX_FONT_BYTES) }))).toEqual([])
    expect(budgetProblems(load({ '/assets/one.woff2': Buffer.alloc(MAX_FONT_BYTES + 1) }))).toHaveLength(1)
  })

  it('reports a page without scripts or fonts', () => {
    expect(budgetProblems(load({ '/index.html': '<p>' }))).toHaveLength(3)
  })

  it('reports a file missing from the build', () => {
    expect(() => load({ '/assets/near.js': 'import"./gone.js"' })).toThrow('/assets/gone.js')
  })
})

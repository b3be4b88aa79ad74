import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { inlineStyleSources } from './inline-styles.ts'
import { PAGE_POLICY, page } from './page.ts'

const sourceOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

it('names each style element of a page by its hash', () => {
  expect(inlineStyleSources('<style>a { top: 0 }</style><p>styled</p><style>\n</style>')).toEqual([
    sourceOf('a { top: 0 }'),
    sourceOf('\n'),
  ])
})

it.each(['<p style="top: 0">', '<style media="print">a {}</style>'])('refuses %s, which has no hash', (html) => {
  expect(() => inlineStyleSources(html)).toThrow(/other inline styles/)
})

it('allows server-rendered pages their own style and no other', () => {
  const [style] = inlineStyleSources(page('en', 'Title', '<p>Body</p>'))
  expect(PAGE_POLICY).toContain(`style-src ${style};`)
  expect(PAGE_POLICY).not.toContain('unsafe-inline')
})

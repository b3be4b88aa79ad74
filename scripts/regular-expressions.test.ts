import { describe, expect, it } from 'vitest'
import { constructedBy, expressionsIn, repeatedPart } from './regular-expressions.ts'

describe('the check of regular expressions', () => {
  it.each([
    [/(a+)+$/, 'a'],
    [/(?:x|y|x)*z/, 'x'],
    [/[\s,;]+$/u, '[\\s,;]'],
    [/\s*\([^)]*\)/gu, '\\s'],
    [/^\s*-?\s*$/u, '\\s'],
  ])('refuses %s', ({ source, flags }, part) => {
    expect(repeatedPart({ source, flags })).toContain(part)
  })

  it.each([/^\s+/u, /(?<![\s,;])[\s,;]+$/u, /\([^)]{0,200}\)/gu, /\p{L}+/gu])('accepts %s', ({ source, flags }) => {
    expect(repeatedPart({ source, flags })).toBeUndefined()
  })

  it('finds literals and constructors in a source', () => {
    const text = "const a = /a\\/b+$/u\nconst text = '/c/'\nconst d = new RegExp(a + 'd')"
    expect(expressionsIn('a.ts', text)).toEqual({
      literals: [{ at: 'a.ts:1', source: 'a\\/b+$', flags: 'u' }],
      constructed: ['a.ts:3'],
    })
  })

  it('records what a module constructs', async () => {
    const root = `${import.meta.dirname}/`
    const found = await constructedBy(root, async () => {
      new RegExp(['b', '+$'].join(''), 'u')
    })
    expect(found).toMatchObject([{ at: expect.stringContaining('regular-expressions.test.ts'), source: 'b+$' }])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { initialsOf, LIVERIES, liveryOf, shapeOf } from './placeholder.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const beers = fc.record({ name: text, brewery: fc.option(text), style: fc.option(text) })

describe('the generated picture', () => {
  it("is a bottle exactly when the style holds 'wine' or 'sour' or the name holds 'bottle'", spec('3.1.13'), () => {
    const word = fc.constantFrom('wine', 'Sour', 'BOTTLE', 'bottle', 'Stout', '')
    fc.assert(
      fc.property(word, word, text, (inStyle, inName, rest) => {
        const style = `${rest}${inStyle}`
        const name = `${inName}${rest}`
        const expected =
          /wine|sour/.test(style.toLowerCase()) || name.toLowerCase().includes('bottle') ? 'bottle' : 'can'
        expect(shapeOf({ name, style, brewery: null })).toBe(expected)
      }),
    )
    expect(shapeOf({ name: 'Barley', brewery: null, style: 'Barley Wine' })).toBe('bottle')
    expect(shapeOf({ name: 'Sour Puss', brewery: null, style: null })).toBe('can')
  })

  it('carries one to three initials, whatever the brewery is called', spec('3.1.11'), () => {
    fc.assert(
      fc.property(beers, (beer) => {
        const length = [...initialsOf(beer)].length
        expect(length).toBeGreaterThanOrEqual(1)
        expect(length).toBeLessThanOrEqual(3)
        expect(initialsOf(beer)).not.toMatch(/\s/)
      }),
    )
    expect(initialsOf({ name: 'x', brewery: 'St Austell Brewery Company', style: null })).toBe('SAB')
    expect(initialsOf({ name: 'x', brewery: 'Žatec', style: null })).toBe('Ž')
    expect(initialsOf({ name: 'Hazy Dreams', brewery: null, style: null })).toBe('HD')
    expect(initialsOf({ name: 'x', brewery: 'ßtraß ßrau ßons', style: null })).toBe('SSS')
    expect(initialsOf({ name: '!!!', brewery: null, style: null })).toBe('BG')
  })

  it('has a colour that depends on name and brewery alone', spec('3.1.12'), () => {
    fc.assert(
      fc.property(beers, text, (beer, style) => {
        expect(liveryOf({ ...beer, style })).toBe(liveryOf(beer))
        expect(LIVERIES).toContain(liveryOf(beer))
      }),
    )
  })

  it('spreads over all colours', spec('3.1.12'), () => {
    const used = new Set(
      Array.from({ length: 400 }, (_, n) => liveryOf({ name: `Beer ${n}`, brewery: 'B', style: null })),
    )
    expect(used.size).toBe(LIVERIES.length)
  })
})

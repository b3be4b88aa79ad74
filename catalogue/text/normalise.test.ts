import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, slugOf } from './normalise.ts'

describe('foldText', () => {
  it.each([
    ['Weißbier', 'weissbier'],
    ['GEWÜRZ', 'gewurz'],
    ['Nøgne Ø', 'nogne o'],
    ['Ærø', 'aero'],
    ['Żywiec Łomża', 'zywiec lomza'],
    ['Plzeňský Prazdroj', 'plzensky prazdroj'],
    ['５．２％', '5.2%'],
    ['İstanbul', 'istanbul'],
    ['Ζυθοποιίας', 'ζυθοποιιασ'],
    ['サッポロビール', 'サッホロヒール'],
    ['Miller´s', "miller's"],
    ['Millerʼs', "miller's"],
    ['Waiʻanae', "wai'anae"],
    ['Miller′s', "miller's"],
    ['ŉ', "'n"],
    ['12″', "12''"],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)))
  })

  it('ignores case and Unicode composition', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcçéèêñöüåøæłšžßœ') }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text))
        expect(foldText(text.toUpperCase())).toBe(foldText(text))
      }),
    )
  })
})

describe('slugOf', () => {
  it.each([
    ["Brasserie d'Orval", 'brasserie-dorval'],
    ["'t IJ", 't-ij'],
    ['Miller´s Landing', 'millers-landing'],
    ['3 Fonteinen', '3-fonteinen'],
    ['Kronenbourg 1664 (Blanc)', 'kronenbourg-1664-blanc'],
  ])('turns %s into %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldToWords } from './folded-words.ts'
import { foldText, slugOf } from './normalise.ts'

const APOSTROPHES = ["'", '’', '‘', '`', '´', 'ʼ', 'ʻ', '′']

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
    ['Moorhen™', 'moorhen'],
    ['MOORHEN® Pils©', 'moorhen pils'],
    ['Moorhen™Pils', 'moorhen pils'],
    ['Moorhen®™ Öl℠', 'moorhen ol'],
    ['Moor\u00ADhen\u200B Pils\u200E', 'moorhen pils'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it.each(APOSTROPHES)('folds %s to an apostrophe', (apostrophe) => {
    expect(foldText(`Murphy${apostrophe}s`)).toBe("murphy's")
  })

  it('restores the apostrophe that NFKC made a space and an accent', () => {
    expect(foldText('Miller´s Landing'.normalize('NFKC'))).toBe("miller's landing")
    expect(foldText('André´s'.normalize('NFKC'))).toBe("andre's")
    expect(foldText('Pils \u0301')).toBe('pils ')
  })

  it('is idempotent', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 1 }),
      fc.constantFrom(...APOSTROPHES, ' ', '\u0301', 'é', '™', '®'),
    )
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const folded = foldText(parts.join(''))
        expect(foldText(folded)).toBe(folded)
      }),
    )
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
    ['Moorhen™ Pils®', 'moorhen-pils'],
  ])('turns %s into %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })
})

it('makes the same stored keys whichever apostrophe is typed', () => {
  const unit = fc.constantFrom(...APOSTROPHES, 'a', 's', 'É', ' ', '-', '5')
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const without = text.replace(new RegExp(`[${APOSTROPHES.join('')}]`, 'gu'), '')
      expect(slugOf(text)).toBe(slugOf(without))
      expect(foldToWords(text)).toBe(foldToWords(without))
    }),
  )
})

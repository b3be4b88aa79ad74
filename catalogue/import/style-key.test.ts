import { describe, expect, it } from 'vitest'
import { styleKey } from './style-key.ts'

describe('styleKey', () => {
  it.each([
    ['American-Style India Pale Ale', 'American IPA'],
    ['Pilsner - Czech / Bohemian', 'Bohemian Czech Pilsener'],
    ['Hefeweizen', 'Hefe-Weissbier'],
  ])('is equal for all spellings: %s', (a, b) => expect(styleKey(a)).toBe(styleKey(b)))

  it('is not empty for a name of filler words only', () => expect(styleKey('Classic Beer')).not.toBe(''))
})

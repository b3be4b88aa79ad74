import { describe, expect, it } from 'vitest'
import { drinkKindOf } from './drink-kind.ts'

describe('drinkKindOf', () => {
  it.each([
    ['Cider - Dry', 'Gold', 'cider'],
    ['Mead - Metheglin', 'Gold', 'mead'],
    ['Sour Ale', 'Cider Barrel Sour', 'beer'],
    [null, 'Sidra Natural', 'cider'],
    [null, 'Meadow Ale', 'beer'],
    ['Hard Seltzer', 'Lime', 'other'],
    [null, 'Domaine Poiré', 'cider'],
    ['Mjöd', 'Gold', 'mead'],
    ['Saké', 'Gold', 'other'],
    [null, 'Gruta Sidrá', 'beer'],
  ])('uses the style, otherwise the name: %j %s', (style, name, kind) => expect(drinkKindOf(style, name)).toBe(kind))
})

import { expect, it } from 'vitest'
import { keyOf, keysOf, mayBeSamePrint } from './beer-key.ts'

it('is the key of stored unlisted beers: folded brewery, bar, folded name', () => {
  expect(keyOf({ name: 'Höhlen-Bräu 0,5', brewery: 'Café Keller' })).toBe('cafe keller|hohlen brau 0.5')
  expect(keyOf({ name: 'Pils', brewery: null })).toBe('|pils')
})

it.each(["'", '’', '‘', '`', '´', 'ʼ', 'ʻ', '′'])('is the same with %s as apostrophe', (apostrophe) => {
  const brewery = `Miller${apostrophe}s`
  expect(keyOf({ name: 'ESB', brewery })).toBe('millers|esb')
})

it('gives beers equal keys with and without the brewery in the name, under any name of either', () => {
  const listed = keysOf(['Blonde', 'Leffe Blond'], ['Abbaye de Leffe', 'Leffe'])
  expect([...keysOf(['Leffe Blonde'], ['leffe'])].filter((key) => listed.has(key))).toEqual(['leffe|blonde'])
  expect([...keysOf(['Leffe Brune'], ['leffe'])].filter((key) => listed.has(key))).toEqual([])
  expect(keysOf(['Blonde'], [''])).toEqual(new Set())
})

it.each([
  ['Harbour Lantern', 'HARBOUR LAN', true],
  ['bourlantern', 'Harbour Lantern', true],
  ['Harbour Lantern', 'Harbour Beacon', false],
])('may read %s and %s from one label: %s', (a, b, same) => {
  expect(mayBeSamePrint({ name: a, brewery: 'Alder' }, { name: b, brewery: 'Alder' })).toBe(same)
  expect(mayBeSamePrint({ name: a, brewery: 'Alder' }, { name: b, brewery: null })).toBe(false)
})

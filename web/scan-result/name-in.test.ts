import { expect, it } from 'vitest'
import { nameIn } from './name-in.ts'

it.each([
  [['chel', 'chel', 'Achel', 'BLOND'], 'Achel', 'BLOND'],
  [['Moorhen', 'Stout', 'MOORHEN', 'oatmeal stout'], null, 'Moorhen Stout oatmeal'],
  [['Bière', 'de Garde', 'biere'], null, 'Bière de Garde'],
  [['’', 'Kwispel'], 'Brouwerij Kwispel', ''],
  [[], null, ''],
])('finds what %j of %s may call the beer: %j', (lines, brewery, name) => {
  expect(nameIn(lines, brewery)).toBe(name)
})

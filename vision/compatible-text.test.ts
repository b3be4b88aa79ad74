import { expect, it } from 'vitest'
import { compatibleText } from './compatible-text.ts'

it.each([
  ['Miller´s Landing', "Miller's Landing"],
  ['５．２％ ﬁne', '5.2% fine'],
  ['Rosé', 'Rosé'],
  ['MOORHEN™ Pils®', 'MOORHEN Pils'],
  ['Moorhen™Pils', 'Moorhen Pils'],
])('turns %s into %s', (text, compatible) => expect(compatibleText(text)).toBe(compatible))

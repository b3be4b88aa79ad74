import { expect, test } from 'vitest'
import { partsByPattern } from './menu-pattern.ts'
import type { MenuRow } from './menu-rows.ts'

/** Rows of one block, written as 'text | gap above | height | price'; gap and height default to 20. */
function sectionOf(rows: readonly string[], block = 0): MenuRow[] {
  let bottom = 0
  return rows.map((row) => {
    const [text = '', gap = '', height = '', price = ''] = row.split('|').map((part) => part.trim())
    const top = bottom + Number(gap || 20)
    const rowHeight = Number(height || 20)
    bottom = top + rowHeight
    return {
      text,
      facts: { rest: text, abv: null, ibu: null, price: price || null, size: null },
      confidence: 1,
      height: rowHeight,
      left: 0,
      right: 100,
      top,
      bottom,
      block,
      read: [text],
    }
  })
}

function partsOf(...sections: MenuRow[][]) {
  const parts = partsByPattern(sections, ({ text }) => !text.startsWith('served'))
  return sections.flat().map((row) => parts.get(row) ?? null)
}

const alternating = (row: (name: boolean) => string, count = 4) =>
  Array.from({ length: count * 2 }, (_, index) => row(index % 2 === 0))

test('distinguishes names from details of equal height by the gaps', () => {
  const [first, second] = [
    sectionOf(alternating((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4'))),
    sectionOf(alternating((isName) => (isName ? 'name | 12' : 'detail | 4 | 20 | 5.00'))),
  ]
  const expected = alternating((isName) => (isName ? 'name' : 'detail'))
  expect([partsOf(first), partsOf(second)]).toEqual([expected, expected])
})

test('distinguishes them by height if the gaps are equal', () => {
  const section = sectionOf(alternating((isName) => (isName ? 'name | 5 | 22' : 'detail | 5 | 20 | 5.00')))
  expect(partsOf(section)).toEqual(alternating((isName) => (isName ? 'name' : 'detail')))
})

test('distinguishes them by their words if gaps and heights are equal', () => {
  const section = sectionOf(alternating((isName) => (isName ? 'name | 5' : 'served | 5 | 20 | 5.00')))
  expect(partsOf(section)).toEqual(alternating((isName) => (isName ? 'name' : 'detail')))
})

test('excludes rows outside the pattern, such as one whose price was not read', () => {
  const section = sectionOf([
    ...alternating((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4')),
    'lost | 12',
    'lost detail | 4',
    ...alternating((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4')),
  ])
  const items = alternating((isName) => (isName ? 'name' : 'detail'))
  expect(partsOf(section)).toEqual([...items, null, null, ...items])
})

test.each([
  ['each row has a price', sectionOf(Array(6).fill('name | 5 | 20 | 5.00'))],
  ['there are too few rows', sectionOf(alternating((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4'), 2))],
  ['no row has a price', sectionOf(Array(6).fill('name'))],
])('returns no parts if %s', (_, section) => {
  expect(partsOf(section)).toEqual(section.map(() => null))
})

import { expect, test } from 'vitest'
import { partsByForm } from './menu-form.ts'
import type { MenuRow } from './menu-rows.ts'

/** Rows of one block, written as 'text | gap above | height | price': a gap and a height of 20 unless told. */
function sectionOf(rows: readonly string[], block = 0): MenuRow[] {
  let bottom = 0
  return rows.map((row) => {
    const [text = '', gap = '', height = '', price = ''] = row.split('|').map((part) => part.trim())
    const top = bottom + Number(gap || 20)
    const tall = Number(height || 20)
    bottom = top + tall
    return {
      text,
      facts: { rest: text, abv: null, ibu: null, price: price || null, size: null },
      confidence: 1,
      height: tall,
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
  const parts = partsByForm(sections, ({ text }) => !text.startsWith('served'))
  return sections.flat().map((row) => parts.get(row) ?? null)
}

const inTwos = (row: (name: boolean) => string, count = 4) =>
  Array.from({ length: count * 2 }, (_, index) => row(index % 2 === 0))

test('tells names from details by the gaps where they are of one height', () => {
  const [first, second] = [
    sectionOf(inTwos((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4'))),
    sectionOf(inTwos((isName) => (isName ? 'name | 12' : 'detail | 4 | 20 | 5.00'))),
  ]
  const expected = inTwos((isName) => (isName ? 'name' : 'detail'))
  expect([partsOf(first), partsOf(second)]).toEqual([expected, expected])
})

test('tells them by their heights where the gaps are even', () => {
  const section = sectionOf(inTwos((isName) => (isName ? 'name | 5 | 22' : 'detail | 5 | 20 | 5.00')))
  expect(partsOf(section)).toEqual(inTwos((isName) => (isName ? 'name' : 'detail')))
})

test('tells them by their words where neither differs', () => {
  const section = sectionOf(inTwos((isName) => (isName ? 'name | 5' : 'served | 5 | 20 | 5.00')))
  expect(partsOf(section)).toEqual(inTwos((isName) => (isName ? 'name' : 'detail')))
})

test('leaves out what does not stand in the form: a row whose figure was not read', () => {
  const section = sectionOf([
    ...inTwos((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4')),
    'lost | 12',
    'lost detail | 4',
    ...inTwos((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4')),
  ])
  const items = inTwos((isName) => (isName ? 'name' : 'detail'))
  expect(partsOf(section)).toEqual([...items, null, null, ...items])
})

test.each([
  ['each row has its figure', sectionOf(Array(6).fill('name | 5 | 20 | 5.00'))],
  ['there are too few', sectionOf(inTwos((isName) => (isName ? 'name | 12 | 20 | 5.00' : 'detail | 4'), 2))],
  ['no row has one', sectionOf(Array(6).fill('name'))],
])('tells nothing where %s', (_, section) => {
  expect(partsOf(section)).toEqual(section.map(() => null))
})
